//! Actions of the keyword engine.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Checked, ExpandInput, ExpandOutput, Input, Output, Parameters, TextsInput, TextsOutput, WinsOutput};
use crate::action::{
    Alternative, BatchAction, BatchAnswerOf, Data, Need, NoParameters, Options, Seed, action, output, parameters,
};
use crate::common::{Control, EngineError};

/// Maximum number of key phrases per text.
const MOST_TOP: u32 = 1_000;

parameters! { Parameters => Checked, seed; }
output! {
    Output { insights assumptions }
    WinsOutput { insights }
    ExpandOutput { }
    TextsOutput { assumptions }
    LineCluster { }
    KeyphrasesOutput { }
}

action! {
    /// Finds intents, clusters, quick wins and monthly values of queries.
    Analyse = Keyword "analyse", "Intents, clusters, quick wins, monthly values and insights of a set of queries.";
    Input, Parameters => Output;
    reads [SearchQueries BingQueries KeywordVolumes SerpSnapshots Conversions LeadRevenue];
    needs [Need::any(Data::SearchQueries)];
    owns input;
    |input, parameters, model, control| super::analyse(input, parameters, model, control)
}

action! {
    /// Generates candidate keywords.
    Expand = Keyword "expand", "Candidate keywords from seeds, patterns and cities.";
    ExpandInput, NoParameters => ExpandOutput;
    reads [SearchQueries];
    |input, _parameters, control| super::expand(input, control)
}

action! {
    /// Groups texts given together.
    Cluster = Keyword "cluster", "Groups short texts: lines with a `text` are one problem, and --clusters sets their number; a line with `texts` is a problem by itself.";
    TextsInput, Seed => TextsOutput;
    reads [SearchQueries];
    alternative Alternative::of::<ClusterLines>("text");
    |input, parameters, model, control| super::group_texts(input, parameters.seed, model, control)
}

action! {
    /// Groups texts given one per line.
    ClusterLines = Keyword "cluster", "Groups short texts, one a line.";
    LineText, Seed => LineCluster;
    answer BatchAnswerOf::<ClusterLines>::BATCH;
    |input, parameters, model, control| {
        let clusters = super::cluster_texts(&[&input.text], None, parameters.seed, model, control)?;
        Ok(LineCluster { cluster: clusters.first().copied().unwrap_or_default() })
    }
}

/// A short text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LineText {
    /// The text, such as a query.
    pub text: String,
}

/// Group of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LineCluster {
    /// Index of its group.
    pub cluster: u32,
}

impl BatchAction for ClusterLines {
    fn run_all(
        inputs: &[LineText], options: &Options<'_>, control: &dyn Control,
    ) -> Result<Vec<LineCluster>, EngineError> {
        let texts: Vec<&str> = inputs.iter().map(|input| input.text.as_str()).collect();
        let seed = options.seed.unwrap_or(Seed::default().seed);
        let clusters = super::cluster_texts(&texts, options.clusters, seed, options.model, control)?;
        Ok(clusters.into_iter().map(|cluster| LineCluster { cluster }).collect())
    }
}

action! {
    /// Finds ranked key phrases of a text.
    Keyphrases = Keyword "keyphrases", "Ranked key phrases of a text.";
    KeyphrasesInput, NoParameters => KeyphrasesOutput;
    |input, _parameters, _control| {
        if !(1..=MOST_TOP).contains(&input.top) {
            return Err(EngineError::input("top", format!("is {}, must be 1 to {MOST_TOP}", input.top)));
        }
        Ok(KeyphrasesOutput { keys: super::keyphrases(&input.text, input.top as usize)? })
    }
}

/// A text and the number of key phrases to find.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KeyphrasesInput {
    /// The text.
    pub text: String,
    /// Maximum number of key phrases.
    #[serde(default = "default_top")]
    #[schemars(range(min = 1, max = 1000))]
    pub top: u32,
}

fn default_top() -> u32 {
    10
}

impl Default for KeyphrasesInput {
    fn default() -> Self {
        Self { text: String::new(), top: default_top() }
    }
}

/// Key phrases of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KeyphrasesOutput {
    /// Key phrases, best first.
    pub keys: Vec<String>,
}

action! {
    /// Finds quick wins only.
    Wins = Keyword "wins", "The quick wins of a set of queries.";
    Input, Parameters => WinsOutput;
    reads [SearchQueries BingQueries KeywordVolumes SerpSnapshots Conversions LeadRevenue];
    needs [Need::any(Data::SearchQueries)];
    owns input;
    |input, parameters, model, control| super::wins(input, parameters, model, control)
}
