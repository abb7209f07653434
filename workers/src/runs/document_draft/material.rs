//! What a document offers a model: its facts, without those that look like orders.

use std::collections::BTreeSet;

use documents::Brief;
use engines::content::{
    BlockKind, Draft, Fact, FactKind,
    generate::{Material, PlannedSection, SourceFact, shield},
};
use shared::{
    domain::document::{CitedFact, Document, DocumentVersion},
    store::document,
};
use uuid::Uuid;

use crate::{context::RunContext, error::JobError};

/// Facts and earlier text of a document.
pub(super) struct Sheet {
    pub(super) document_id: Uuid,
    /// Query of the page.
    pub(super) query: String,
    /// Text of the earlier version.
    pub(super) draft: Draft,
    /// Facts that sentences are verified against.
    pub(super) facts: Vec<Fact>,
    /// Facts as stored with the earlier version, with their sources.
    pub(super) known: Vec<CitedFact>,
    /// What the model gets.
    pub(super) material: Material,
    /// Ids of facts that look like orders to a model; it does not get them.
    pub(super) withheld: Vec<String>,
    /// Sections of the earlier version.
    pub(super) sections: Vec<PlannedSection>,
}

impl Sheet {
    /// Loads a document and the version to start from.
    pub(super) async fn load(context: &RunContext, document_id: Uuid, base_version: i32) -> Result<Self, JobError> {
        let (db, workspace_id) = (&context.db, context.run.workspace_id);
        let gone = || JobError::permanent("document-gone", "The document no longer exists.");
        let document = document::find(db, workspace_id, document_id).await?.ok_or_else(gone)?;
        if document.version != base_version {
            let detail = "The document has a newer version. Start again from it.";
            return Err(JobError::permanent("stale-version", detail));
        }
        let version = document::version(db, workspace_id, document_id, base_version).await?.ok_or_else(gone)?;
        Self::new(&document, version)
    }

    fn new(document: &Document, version: DocumentVersion) -> Result<Self, JobError> {
        let brief: Brief = read(document.brief.0.clone())?;
        let draft: Draft = read(version.draft.0)?;
        let known = version.cited.0;
        let (offered, withheld) = shield(offered(&brief, &known));
        let allowed: BTreeSet<&str> = offered.iter().map(|fact| fact.id.as_str()).collect();
        let facts = facts(&brief, &known).into_iter().filter(|fact| allowed.contains(fact.id.as_str())).collect();
        let sections = sections(&draft, &allowed);
        let material = Material {
            title: document.title.clone(),
            query: document.query.clone(),
            intent: document.intent.clone().unwrap_or_default(),
            questions: brief.questions,
            words: brief.words,
            facts: offered,
        };
        let (document_id, query) = (document.id, document.query.clone());
        Ok(Self { document_id, query, draft, facts, known, material, withheld, sections })
    }
}

fn read<T: serde::de::DeserializeOwned>(value: serde_json::Value) -> Result<T, JobError> {
    serde_json::from_value(value).map_err(|error| JobError::defect(&error))
}

/// Returns all facts as the checker needs them: those of the brief with their kinds, and those of the earlier version.
fn facts(brief: &Brief, known: &[CitedFact]) -> Vec<Fact> {
    let of_brief: BTreeSet<&str> = brief.facts.iter().map(|fact| fact.id.as_str()).collect();
    let others = known.iter().filter(|fact| !of_brief.contains(fact.id.as_str()));
    let statement = |fact: &CitedFact| Fact {
        id: fact.id.clone(),
        kind: FactKind::Statement,
        value: fact.text.clone(),
        source: if fact.source.title.trim().is_empty() { "document".to_owned() } else { fact.source.title.clone() },
        ..Fact::default()
    };
    brief.facts.iter().cloned().chain(others.map(statement)).collect()
}

/// Returns the facts as a model reads them.
fn offered(brief: &Brief, known: &[CitedFact]) -> Vec<SourceFact> {
    let text = |fact: &Fact| {
        let kind = serde_json::to_value(fact.kind).ok().and_then(|kind| kind.as_str().map(str::to_owned));
        let detail = fact.detail.as_deref().filter(|detail| !detail.trim().is_empty());
        let value = detail.map_or_else(|| fact.value.clone(), |detail| format!("{}: {detail}", fact.value));
        match kind {
            Some(kind) if fact.kind != FactKind::Statement => format!("{kind}: {value}"),
            _ => value,
        }
    };
    let offered = |fact: &Fact| SourceFact { id: fact.id.clone(), text: text(fact) };
    facts(brief, known).iter().map(offered).collect()
}

/// Returns the sections of a draft with the facts that they cite.
fn sections(draft: &Draft, allowed: &BTreeSet<&str>) -> Vec<PlannedSection> {
    let mut sections: Vec<PlannedSection> = Vec::new();
    for block in &draft.blocks {
        if block.kind == BlockKind::Heading && block.level == 2 {
            let heading = block.sentences.iter().map(|sentence| sentence.text.as_str()).collect::<Vec<_>>().join(" ");
            sections.push(PlannedSection { heading, fact_ids: Vec::new() });
        }
        let Some(section) = sections.last_mut() else { continue };
        for id in block.texts().flat_map(|sentence| &sentence.fact_ids) {
            if allowed.contains(id.as_str()) && !section.fact_ids.contains(id) {
                section.fact_ids.push(id.clone());
            }
        }
    }
    sections.retain(|section| !section.fact_ids.is_empty());
    sections
}
