//! Actions of the content engine.

use super::{
    AuditChecked, AuditInput, AuditOutput, AuditParameters, BriefInput, BriefOutput, Checked, ComposeInput,
    ComposeOutput, Parameters, ReviseOutput, ScoreInput, ScoreOutput, VerifyInput, VerifyOutput,
};
use crate::action::{Data, Need, NoParameters, action, output, parameters};

parameters! {
    Parameters => Checked, seed;
    AuditParameters => AuditChecked;
}
output! {
    BriefOutput { insights assumptions }
    ComposeOutput { }
    ScoreOutput { insights }
    ReviseOutput { }
    VerifyOutput { }
    AuditOutput { insights assumptions }
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

action! {
    /// Audits existing pages.
    Audit = Content "audit", "What each page of a site needs: additions, cuts, merges, redirects.";
    AuditInput, AuditParameters => AuditOutput;
    reads [SiteCrawl SearchQueries CoreWebVitals ContentBrief];
    needs [Need::any(Data::SiteCrawl)];
    |input, parameters, control| super::audit(input, parameters, control)
}
