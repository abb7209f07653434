//! Packs.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::{Conditions, Intent, Section};

/// What is known about one vertical, in one language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pack {
    /// Slug of the vertical.
    pub vertical: String,
    /// Language, such as `en`.
    pub language: String,
    /// Name of the trade in headings.
    pub title: String,
    /// Day of the last revision.
    pub updated: NaiveDate,
    /// Who must review pages before they are published; `None` for trades that are not regulated.
    pub review: Option<String>,
    /// Words for the trade.
    pub terms: Terms,
    /// Sources by id.
    pub sources: BTreeMap<String, Source>,
    /// Places for which no page is made.
    pub excluded: Vec<Exclusion>,
    /// Statements in the order of the file.
    pub statements: Vec<Statement>,
    /// Glossary.
    pub glossary: Vec<Entry>,
    /// Questions that people ask.
    pub questions: Vec<Question>,
}

/// Words for the trade, in lower case unless they are names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The work, uncountable: `water damage restoration`.
    pub work: String,
    /// One order: `drying job`.
    pub job: String,
    /// Several of them.
    pub jobs: String,
    /// Who does it: `technician`.
    pub worker: String,
    /// Several of them.
    pub workers: String,
    /// The kind of business: `restoration company`.
    pub business: String,
    /// Several of them.
    pub businesses: String,
    /// Who orders it: `homeowner`.
    pub customer: String,
    /// Several of them.
    pub customers: String,
}

/// Source of a claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Title.
    pub title: String,
    /// Publisher.
    pub publisher: String,
    /// Year of publication.
    pub year: u16,
    /// Address.
    pub url: String,
}

/// Places where nobody does or may do the work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exclusion {
    /// The places; never empty.
    pub conditions: Conditions,
    /// Why, as a clause: `commercial bail bonds are prohibited`.
    pub reason: String,
    /// Id of the source.
    pub source: String,
}

/// Something to say, one to three sentences.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// Identifier, unique in the pack.
    pub id: String,
    /// Section.
    pub section: Section,
    /// Short heading, for lists and tables.
    pub label: Option<String>,
    /// Text.
    pub text: String,
    /// Where and when it holds; empty conditions hold everywhere.
    pub conditions: Conditions,
    /// Pages on which to say it; empty for all.
    pub intents: BTreeSet<Intent>,
    /// Ids of its sources.
    pub sources: Vec<String>,
}

/// Entry of a glossary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Term.
    pub term: String,
    /// Definition.
    pub definition: String,
}

/// A question with its answer; the first sentence answers it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// Identifier, unique in the pack.
    pub id: String,
    /// Question.
    pub question: String,
    /// Answer.
    pub answer: String,
    /// Where and when it holds.
    pub conditions: Conditions,
    /// Pages on which to answer it; empty for all.
    pub intents: BTreeSet<Intent>,
    /// Ids of its sources.
    pub sources: Vec<String>,
}

impl Pack {
    /// Returns the texts of statements, definitions and answers.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let statements = self.statements.iter().map(|one| one.text.as_str());
        let glossary = self.glossary.iter().map(|one| one.definition.as_str());
        statements.chain(glossary).chain(self.questions.iter().map(|one| one.answer.as_str()))
    }

    /// Returns the pack as the source of what cites no publication: `Editorial pack: Roofing, 2026-11-24`.
    #[must_use]
    pub fn citation(&self) -> String {
        format!("Editorial pack: {}, {}", self.title, self.updated)
    }

    /// Returns the statements of a section.
    pub fn of(&self, section: Section) -> impl Iterator<Item = &Statement> {
        self.statements.iter().filter(move |one| one.section == section)
    }
}
