//! Actions of the semantic engine.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::input::LEAST_WINNERS;
use super::{
    BriefInput, BriefOutput, Checked, CoverageInput, CoverageOutput, LinksOutput, MAX_TEXT_CHARACTERS, OverlapOutput,
    PagesInput, Parameters, PromptsInput, PromptsOutput, similarities,
};
use crate::action::{BatchAction, BatchAnswerOf, Data, Need, NoParameters, Options, action, output, parameters};
use crate::common::{Control, EngineError};

/// Number of pages of other websites below which there is nothing that they have in common.
const RANKING_PAGES: Need = Need { data: Data::RankingPages, at_least: LEAST_WINNERS };

parameters! { Parameters => Checked; }
output! {
    CoverageOutput { insights assumptions }
    OverlapOutput { insights assumptions }
    LinksOutput { insights assumptions }
    BriefOutput { insights assumptions }
    PromptsOutput { insights assumptions }
    Score { }
}

action! {
    /// What a page lacks.
    Coverage = Semantic "coverage", "Terms and topics that the top-ranking pages of a query cover and yours does not.";
    CoverageInput, Parameters => CoverageOutput;
    reads [SiteCrawl RankingPages];
    needs [Need::any(Data::SiteCrawl), RANKING_PAGES];
    |input, parameters, control| super::coverage(input, parameters, control)
}

action! {
    /// Finds overlapping pages.
    Overlap = Semantic "overlap", "Near-duplicate pages of a site; with a sentence model also pages on the same topic in other words.";
    PagesInput, Parameters => OverlapOutput;
    reads [SiteCrawl];
    needs [Need::any(Data::SiteCrawl)];
    |input, parameters, model, control| super::overlap(input, parameters, model, control)
}

action! {
    /// Analyses internal links.
    Links = Semantic "links", "PageRank of a site's pages, orphan pages, and links to add.";
    PagesInput, Parameters => LinksOutput;
    reads [SiteCrawl];
    needs [Need::any(Data::SiteCrawl)];
    |input, parameters, control| super::links(input, parameters, control)
}

action! {
    /// Writes a brief for a page.
    Brief = Semantic "brief", "Topics a page for a query should cover, and what no top-ranking page says.";
    BriefInput, Parameters => BriefOutput;
    reads [SiteCrawl RankingPages];
    needs [RANKING_PAGES];
    |input, parameters, control| super::brief(input, parameters, control)
}

action! {
    /// Finds prompts that no page covers.
    Prompts = Semantic "prompts", "Tracked prompts of AI answers that no page of the site covers, and the pages that the answers cite.";
    PromptsInput, NoParameters => PromptsOutput;
    reads [SiteCrawl AiAnswers];
    needs [Need::any(Data::SiteCrawl), Need::any(Data::AiAnswers)];
    |input, _parameters, control| super::prompts(input, control)
}

action! {
    /// Computes the similarity of two texts.
    Similarity = Semantic "similarity", "How similar the meanings of two texts are, 0 to 1; by sentence vectors where a model is installed.";
    Pair, NoParameters => Score;
    answer BatchAnswerOf::<Similarity>::BATCH;
    |input, _parameters, model, control| {
        Similarity::check(input)?;
        let scores = similarities(&[(&input.a, &input.b)], model, 1, control)?;
        Ok(Score { score: scores.first().copied().unwrap_or_default() })
    }
}

/// Two texts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pair {
    /// First text.
    #[schemars(length(max = 100_000))]
    pub a: String,
    /// Second text.
    #[schemars(length(max = 100_000))]
    pub b: String,
}

/// Similarity of two texts.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Score {
    /// Cosine of their vectors, -1 to 1; 1 for texts with the same meaning.
    pub score: f64,
}

impl BatchAction for Similarity {
    fn check(input: &Pair) -> Result<(), EngineError> {
        for (field, text) in [("a", &input.a), ("b", &input.b)] {
            if text.chars().nth(MAX_TEXT_CHARACTERS).is_some() {
                return Err(EngineError::input(field, format!("contains more than {MAX_TEXT_CHARACTERS} characters")));
            }
        }
        Ok(())
    }

    /// Compares all pairs together, so that a model processes many sentences at once.
    fn run_all(inputs: &[Pair], options: &Options<'_>, control: &dyn Control) -> Result<Vec<Score>, EngineError> {
        let pairs: Vec<(&str, &str)> = inputs.iter().map(|pair| (pair.a.as_str(), pair.b.as_str())).collect();
        let scores = similarities(&pairs, options.model, options.threads, control)?;
        Ok(scores.into_iter().map(|score| Score { score }).collect())
    }
}
