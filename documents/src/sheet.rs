//! What a document offers a language model: its facts and brief, without lines that look like orders.

use std::collections::BTreeSet;

use engines::content::{
    BlockKind, Draft, Fact, FactKind,
    generate::{Material, PlannedSection, SourceFact, is_instruction, shield},
};

use crate::{Brief, CitedFact, all_facts, in_words};

/// Facts and earlier text of a document.
#[derive(Debug, Clone)]
pub struct Sheet {
    /// Text of the earlier version.
    pub draft: Draft,
    /// Facts that sentences are verified against.
    pub facts: Vec<Fact>,
    /// Facts as stored with the earlier version, with their sources.
    pub known: Vec<CitedFact>,
    /// What the model gets.
    pub material: Material,
    /// Ids of facts that look like orders to a model; it does not get them.
    pub withheld: Vec<String>,
    /// Sections of the earlier version that cite facts.
    pub sections: Vec<PlannedSection>,
}

/// What a page is about.
#[derive(Debug, Clone, Default)]
pub struct Topic {
    /// Title.
    pub title: String,
    /// Query.
    pub query: String,
    /// Intent in a word; empty if unknown.
    pub intent: String,
}

impl Sheet {
    /// Collects what a document with this brief and this earlier version offers.
    #[must_use]
    pub fn new(topic: Topic, brief: Brief, draft: Draft, known: Vec<CitedFact>) -> Self {
        let (offered, withheld) = shield(offered(&brief, &known));
        let allowed: BTreeSet<&str> = offered.iter().map(|fact| fact.id.as_str()).collect();
        let facts =
            all_facts(&brief.facts, &known).into_iter().filter(|fact| allowed.contains(fact.id.as_str())).collect();
        let sections = sections(&draft, &allowed);
        let Topic { title, query, intent } = topic;
        let Brief { questions, outline, words, .. } = brief;
        let material = Material {
            title,
            query,
            intent,
            questions: without_orders(questions),
            outline: without_orders(outline),
            words: without_orders(words),
            facts: offered,
        };
        Self { draft, facts, known, material, withheld, sections }
    }
}

/// Leaves out lines that look like orders to a model: questions and words of a brief may be from other people's pages.
fn without_orders(lines: Vec<String>) -> Vec<String> {
    lines.into_iter().filter(|line| !is_instruction(line)).collect()
}

/// Returns the facts as a model reads them.
fn offered(brief: &Brief, known: &[CitedFact]) -> Vec<SourceFact> {
    let text = |fact: &Fact| {
        let kind = serde_json::to_value(fact.kind).ok().and_then(|kind| kind.as_str().map(str::to_owned));
        let value = in_words(fact);
        match kind {
            Some(kind) if fact.kind != FactKind::Statement => format!("{kind}: {value}"),
            _ => value,
        }
    };
    let offered = |fact: &Fact| SourceFact { id: fact.id.clone(), text: text(fact) };
    all_facts(&brief.facts, known).iter().map(offered).collect()
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
