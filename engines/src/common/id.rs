//! The eleven engines: their names and questions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One of the eleven engines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EngineId {
    /// Keyword engine.
    Keyword,
    /// Competitive engine.
    Competitive,
    /// Semantic engine.
    Semantic,
    /// Causal engine.
    Causal,
    /// Pattern engine.
    Pattern,
    /// Strategic engine.
    Strategic,
    /// Content engine.
    Content,
    /// Predictive engine.
    Predictive,
    /// Learning engine.
    Learning,
    /// Execution engine.
    Execution,
    /// Local engine.
    Local,
}

struct Facts {
    word: &'static str,
    name: &'static str,
    question: &'static str,
    description: &'static str,
}

static FACTS: [Facts; 11] = [
    Facts {
        word: "keyword",
        name: "Keyword",
        question: "Which queries that I can win have monetary value, and how many pages do I need?",
        description: "Normalizes queries, classifies their intent, clusters them into pages and finds quick wins with their monthly value.",
    },
    Facts {
        word: "competitive",
        name: "Competitive",
        question: "Who takes my clicks, why, and what would it cost to overtake them?",
        description: "Finds the sites that rank for your queries, their share of clicks and your keyword gap.",
    },
    Facts {
        word: "semantic",
        name: "Semantic",
        question: "What must a page cover, what does no competitor say, and which of my pages overlap?",
        description: "Compares pages by meaning: coverage, overlap, internal links and briefs.",
    },
    Facts {
        word: "causal",
        name: "Causal",
        question: "Did my change cause the effect, or would it have happened anyway?",
        description: "Measures the effect of a change compared with what would have happened without it.",
    },
    Facts {
        word: "pattern",
        name: "Pattern",
        question: "What changed, when, did other sites change too, and what repeats?",
        description: "Finds change points, seasonality and anomalies, and shows whether other sites changed too.",
    },
    Facts {
        word: "strategic",
        name: "Strategic",
        question: "Which opportunities fit my budget and hours, in what order, and when do I stop?",
        description: "Chooses the best portfolio of opportunities for a budget of money and hours.",
    },
    Facts {
        word: "content",
        name: "Content",
        question: "How do I write a page that deserves to rank, with a source for every sentence?",
        description: "Writes pages from facts with a source for each sentence, and scores them.",
    },
    Facts {
        word: "predictive",
        name: "Predictive",
        question: "Where will I rank, when, and how certain is it? How much traffic will I get?",
        description: "Forecasts traffic and ranks with intervals that are checked afterwards.",
    },
    Facts {
        word: "learning",
        name: "Learning",
        question: "Are the forecasts improving, and which assumptions were wrong?",
        description: "Scores every forecast and insight and corrects the assumptions behind them.",
    },
    Facts {
        word: "execution",
        name: "Execution",
        question: "How do I apply changes safely and undo them?",
        description: "Applies approved plans step by step, verifies each step, and can undo it.",
    },
    Facts {
        word: "local",
        name: "Local",
        question: "Which city and trade should I target, and who will pay for the leads?",
        description: "Scores local markets (a trade in a place) by the value of their leads.",
    },
];

impl EngineId {
    /// All engines, in display order.
    pub const ALL: [Self; 11] = [
        Self::Keyword,
        Self::Competitive,
        Self::Semantic,
        Self::Causal,
        Self::Pattern,
        Self::Strategic,
        Self::Content,
        Self::Predictive,
        Self::Learning,
        Self::Execution,
        Self::Local,
    ];

    fn facts(self) -> &'static Facts {
        &FACTS[self as usize]
    }

    /// Returns the id in URLs and tables, such as `keyword`.
    pub fn as_str(self) -> &'static str {
        self.facts().word
    }

    /// Parses an id; returns `None` if no engine has it.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|engine| engine.as_str() == word)
    }

    /// Returns the display name.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// Returns the question that the engine answers.
    pub fn question(self) -> &'static str {
        self.facts().question
    }

    /// Returns a one-sentence description.
    pub fn description(self) -> &'static str {
        self.facts().description
    }
}

impl std::fmt::Display for EngineId {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// Error for an unknown engine name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no engine `{0}`")]
pub struct UnknownEngine(pub String);

impl std::str::FromStr for EngineId {
    type Err = UnknownEngine;

    fn from_str(word: &str) -> Result<Self, UnknownEngine> {
        Self::parse(word).ok_or_else(|| UnknownEngine(word.to_owned()))
    }
}
