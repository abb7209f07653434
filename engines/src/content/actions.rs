//! Actions of the content engine.

use super::{
    BriefInput, BriefOutput, Checked, ComposeInput, ComposeOutput, Parameters, ReviseOutput, ScoreInput, ScoreOutput,
};
use crate::action::{action, output, parameters};

parameters! { Parameters => Checked, seed; }
output! {
    BriefOutput { insights assumptions }
    ComposeOutput { }
    ScoreOutput { insights }
    ReviseOutput { }
}

action! {
    /// Writes a brief for a page.
    Brief = Content "brief", "What a page should cover, which facts support it and which are missing.";
    BriefInput, Parameters => BriefOutput;
    reads [ContentBrief SiteCrawl];
    |input, parameters, control| super::brief(input, parameters, control)
}

action! {
    /// Composes a page from facts.
    Compose = Content "compose", "A page written from facts, each sentence with its facts.";
    ComposeInput, Parameters => ComposeOutput;
    reads [ContentBrief];
    |input, parameters, control| super::compose(input, parameters, control)
}

action! {
    /// Finds what blocks a page.
    Score = Content "score", "What keeps a page from being published.";
    ScoreInput, Parameters => ScoreOutput;
    reads [ContentBrief];
    |input, parameters, control| super::score(input, parameters, control)
}

action! {
    /// Fixes a page.
    Revise = Content "revise", "The page with everything fixed that facts can fix, and what is left.";
    ScoreInput, Parameters => ReviseOutput;
    reads [ContentBrief];
    |input, parameters, control| super::revise(input, parameters, control)
}
