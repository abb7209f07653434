//! A pack in responses.

use chrono::{DateTime, NaiveDate, Utc};
use editorial::{Conditions, Entry, Intent, Pack, Question, Section, Source, Statement, Terms};
use serde::Serialize;
use shared::domain::pack::{PackAction, PackChange};
use utoipa::ToSchema;
use uuid::Uuid;

use super::check::{Checked, FindingView, words};

/// Which pack counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PackSource)]
pub(super) enum SourceView {
    /// The one of this program.
    BuiltIn,
    /// The workspace's own one.
    Own,
}

/// Words for the trade.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PackTerms)]
pub(super) struct TermsView {
    work: String,
    job: String,
    jobs: String,
    worker: String,
    workers: String,
    business: String,
    businesses: String,
    customer: String,
    customers: String,
}

impl From<Terms> for TermsView {
    fn from(terms: Terms) -> Self {
        Self {
            work: terms.work,
            job: terms.job,
            jobs: terms.jobs,
            worker: terms.worker,
            workers: terms.workers,
            business: terms.business,
            businesses: terms.businesses,
            customer: terms.customer,
            customers: terms.customers,
        }
    }
}

/// Source of a statement.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PackReference)]
pub(super) struct ReferenceView {
    id: String,
    title: String,
    publisher: String,
    year: u16,
    url: String,
}

/// Where and when something holds; an empty list holds everywhere.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PackConditions)]
pub(super) struct ConditionsView {
    climate: Vec<&'static str>,
    housing: Vec<&'static str>,
    season: Vec<&'static str>,
    area: Vec<&'static str>,
    state: Vec<&'static str>,
    /// Intents of the pages that say it.
    intent: Vec<&'static str>,
}

impl ConditionsView {
    fn new(holds: &Conditions, intents: &std::collections::BTreeSet<Intent>) -> Self {
        Self {
            climate: holds.climates.iter().map(|one| one.word()).collect(),
            housing: holds.housing.iter().map(|one| one.word()).collect(),
            season: holds.seasons.iter().map(|one| one.word()).collect(),
            area: holds.areas.iter().map(|one| one.word()).collect(),
            state: holds.states.iter().map(|one| one.code()).collect(),
            intent: intents.iter().map(|one| one.word()).collect(),
        }
    }
}

/// A statement.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PackStatement)]
pub(super) struct StatementView {
    id: String,
    label: Option<String>,
    text: String,
    conditions: ConditionsView,
    /// Ids of its sources.
    sources: Vec<String>,
}

impl From<&Statement> for StatementView {
    fn from(one: &Statement) -> Self {
        Self {
            id: one.id.clone(),
            label: one.label.clone(),
            text: one.text.clone(),
            conditions: ConditionsView::new(&one.conditions, &one.intents),
            sources: one.sources.clone(),
        }
    }
}

/// A section with its statements.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PackSection)]
pub(super) struct SectionView {
    /// Prefix of the ids, such as `price`.
    key: &'static str,
    heading: &'static str,
    /// Whether its statements are steps.
    is_ordered: bool,
    statements: Vec<StatementView>,
}

/// An entry of the glossary.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PackTerm)]
pub(super) struct EntryView {
    term: String,
    definition: String,
}

/// A question with its answer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PackQuestion)]
pub(super) struct QuestionView {
    id: String,
    question: String,
    answer: String,
    conditions: ConditionsView,
    sources: Vec<String>,
}

impl From<&Question> for QuestionView {
    fn from(one: &Question) -> Self {
        Self {
            id: one.id.clone(),
            question: one.question.clone(),
            answer: one.answer.clone(),
            conditions: ConditionsView::new(&one.conditions, &one.intents),
            sources: one.sources.clone(),
        }
    }
}

/// Content of a pack.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PackContent)]
pub(super) struct ContentView {
    title: String,
    /// Day of the last revision, as the pack says.
    updated: NaiveDate,
    /// Who must review pages before they are published; `null` for trades that are not regulated.
    review: Option<String>,
    /// Number of words.
    words: usize,
    terms: TermsView,
    sources: Vec<ReferenceView>,
    sections: Vec<SectionView>,
    glossary: Vec<EntryView>,
    questions: Vec<QuestionView>,
    /// What the check of the pack found.
    findings: Vec<FindingView>,
    /// The pack as it is edited.
    text: String,
}

impl From<Checked> for ContentView {
    fn from(Checked { text, pack, findings }: Checked) -> Self {
        Self {
            words: words(&pack),
            sections: sections(&pack),
            questions: pack.questions.iter().map(QuestionView::from).collect(),
            title: pack.title,
            updated: pack.updated,
            review: pack.review,
            terms: pack.terms.into(),
            sources: pack.sources.into_iter().map(reference).collect(),
            glossary: pack.glossary.into_iter().map(entry).collect(),
            findings,
            text,
        }
    }
}

fn sections(pack: &Pack) -> Vec<SectionView> {
    let view = |section: Section| SectionView {
        key: section.key(),
        heading: section.heading(),
        is_ordered: section.is_ordered(),
        statements: pack.of(section).map(StatementView::from).collect(),
    };
    Section::ALL.into_iter().map(view).collect()
}

fn reference((id, source): (String, Source)) -> ReferenceView {
    ReferenceView { id, title: source.title, publisher: source.publisher, year: source.year, url: source.url }
}

fn entry(one: Entry) -> EntryView {
    EntryView { term: one.term, definition: one.definition }
}

/// A change of an own pack.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PackChange)]
pub(super) struct ChangeView {
    id: Uuid,
    change: PackAction,
    /// Words of the text.
    words: i32,
    note: String,
    user_id: Uuid,
    /// Name of that user; `null` if the account is deleted.
    user_name: Option<String>,
    created_at: DateTime<Utc>,
}

impl From<PackChange> for ChangeView {
    fn from(row: PackChange) -> Self {
        Self {
            id: row.id,
            change: row.action,
            words: row.words,
            note: row.note,
            user_id: row.user_id,
            user_name: row.user_name,
            created_at: row.created_at,
        }
    }
}
