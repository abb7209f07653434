//! Actions of the content engine.

use super::{
    BriefInput, BriefOutput, Checked, ComposeInput, ComposeOutput, Parameters, ReviseOutput, ScoreInput, ScoreOutput,
    VerifyInput, VerifyOutput,
};
use crate::action::{NoParameters, action, output, parameters};

parameters! { Parameters => Checked, seed; }
output! {
    BriefOutput { insights assumptions }
    ComposeOutput { }
    ScoreOutput { insights }
    ReviseOutput { }
    VerifyOutput { }
}

action! {
    /// Writes a brief for a page.
    Brief = Content "brief", "Topics a page should cover, with the facts that support them and the missing facts.";
    BriefInput, Parameters => BriefOutput;
    reads [ContentBrief SiteCrawl];
    |input, parameters, control| super::brief(input, parameters, control)
}

action! {
    /// A page from facts.
    Compose = Content "compose", "Writes a page from facts and cites the facts of each sentence.";
    ComposeInput, Parameters => ComposeOutput;
    reads [ContentBrief];
    |input, parameters, control| super::compose(input, parameters, control)
}

action! {
    /// Finds what blocks a page.
    Score = Content "score", "Problems that prevent a page from being published.";
    ScoreInput, Parameters => ScoreOutput;
    reads [ContentBrief];
    |input, parameters, model, control| super::score_with(input, parameters, model, control)
}

action! {
    /// Fixes a page.
    Revise = Content "revise", "The page with everything fixed that the facts allow, and the remaining problems.";
    ScoreInput, Parameters => ReviseOutput;
    reads [ContentBrief];
    |input, parameters, control| super::revise(input, parameters, control)
}

action! {
    /// Checks sentences.
    Verify = Content "verify", "Whether the facts support each sentence, for example of a language model.";
    VerifyInput, NoParameters => VerifyOutput;
    reads [ContentBrief];
    |input, _parameters, control| super::verify(input, control)
}
