//! Actions of the competitive engine.

use super::{
    AnswersInput, AnswersOutput, Checked, DiscoverOutput, ExplainOutput, GapOutput, Input, LinksInput, LinksOutput,
    Parameters, ShareOutput,
};
use crate::action::{Data, Need, action, output, parameters};

parameters! { Parameters => Checked, seed; }
output! {
    ShareOutput { insights assumptions }
    DiscoverOutput { insights assumptions }
    GapOutput { insights assumptions }
    ExplainOutput { insights assumptions }
    AnswersOutput { insights assumptions }
    LinksOutput { insights assumptions }
}

action! {
    /// Computes shares of clicks.
    Share = Competitive "share", "Each site's share of the clicks, and the money lost to each rival.";
    Input, Parameters => ShareOutput;
    reads [SerpSnapshots SearchQueries];
    needs [Need::any(Data::SerpSnapshots)];
    |input, parameters, control| super::share(input, parameters, control)
}

action! {
    /// Finds competitors and volatility.
    Discover = Competitive "discover", "Sites that rank where you rank, and how volatile the results are.";
    Input, Parameters => DiscoverOutput;
    reads [SerpSnapshots SearchQueries];
    needs [Need::any(Data::SerpSnapshots)];
    |input, parameters, control| super::discover(input, parameters, control)
}

action! {
    /// Finds queries that competitors win.
    Gap = Competitive "gap", "Queries that rivals win and you do not.";
    Input, Parameters => GapOutput;
    reads [SerpSnapshots SearchQueries];
    needs [Need::any(Data::SerpSnapshots)];
    |input, parameters, control| super::gap(input, parameters, control)
}

action! {
    /// Estimates the strength of sites and the effects of page features.
    Explain = Competitive "explain", "How strong each site is, and which features of pages go with a higher rank.";
    Input, Parameters => ExplainOutput;
    reads [SerpSnapshots SearchQueries];
    needs [Need::any(Data::SerpSnapshots)];
    |input, parameters, control| super::explain(input, parameters, control)
}

action! {
    /// Compares sites in AI answers with their share of the clicks.
    Answers = Competitive "answers", "Which sites AI answers cite and mention, compared with their share of the clicks in search results.";
    AnswersInput, Parameters => AnswersOutput;
    reads [AiAnswers SerpSnapshots];
    needs [Need::any(Data::AiAnswers)];
    owns input;
    |input, parameters, control| super::answers(input.into_owned(), parameters, control)
}

action! {
    /// Finds links to regain and to gain.
    Links = Competitive "links", "Broken pages with links of other sites, referring domains compared with rivals, and domains that link to rivals only.";
    LinksInput, Parameters => LinksOutput;
    reads [Backlinks SiteCrawl];
    needs [Need::any(Data::Backlinks)];
    |input, parameters, control| super::links(input, parameters, control)
}
