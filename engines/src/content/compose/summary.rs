//! Meta description of a page.

use std::collections::BTreeSet;

use editorial::Section;

use super::super::input::{Block, BlockKind, FactKind, PageIntent, Sentence};
use super::page::{Material, is_thing, label};
use super::plan::Plan;
use super::realise::grammar::{capital, is_plural, with_article};
use super::realise::head::{self, Topics};
use super::realise::{alone, head::description as from_facts};

/// Minimum number of topics of a list.
const FEWEST_TOPICS: usize = 2;

/// Says what the page is about in the words of its parts, then short facts.
pub(super) fn description(of: &Material<'_>, plan: &Plan, blocks: &[Block]) -> Sentence {
    let Some(library) = of.library else { return from_facts(of.sheet) };
    let section = match of.promise {
        PageIntent::Emergency => Section::First,
        PageIntent::Cost => Section::Price,
        PageIntent::Compare => Section::Choose,
        PageIntent::HowTo => Section::Work,
        PageIntent::Local => Section::Local,
    };
    let chosen = plan.parts.iter().find(|(part, _)| *part == Some(section)).map(|(_, chosen)| chosen.as_slice());
    let written: BTreeSet<&str> =
        blocks.iter().flat_map(Block::texts).flat_map(|sentence| &sentence.fact_ids).map(String::as_str).collect();
    let mut topics: Vec<(String, String)> = chosen
        .unwrap_or_default()
        .iter()
        .filter_map(|at| label(library, *at))
        .filter(|(_, id)| written.contains(*id))
        .map(|(name, id)| (name, id.to_owned()))
        .collect();
    // `When you cannot leave` is no topic.
    topics.retain(|(name, _)| !is_clause_label(name));
    if of.promise == PageIntent::Cost && topics.iter().filter(|(name, _)| is_thing(name)).count() >= FEWEST_TOPICS {
        topics.retain(|(name, _)| is_thing(name));
        let named = |name: String| if is_plural(&name) { name } else { format!("the {name}") };
        topics = topics.into_iter().map(|(name, id)| (named(name), id)).collect();
    }
    let city = of.names.city().map(|city| format!(" in {city}")).unwrap_or_default();
    let service = &of.names.service;
    let mut opening = match of.promise {
        PageIntent::Cost => format!("What drives the price of {service}{city}:"),
        PageIntent::Compare => format!("What to look for in {}{city}:", with_article(&library.pack.terms.business)),
        _ => format!("{}{city}:", capital(service)),
    };
    if topics.len() < FEWEST_TOPICS {
        opening = format!("{}{city}:", capital(service));
        topics = headings(blocks, library, of.names.city());
    }
    let ids: Vec<String> = of
        .sheet
        .all()
        .iter()
        .filter(|fact| matches!(fact.kind, FactKind::Service | FactKind::Place))
        .take(2)
        .map(|fact| fact.id.clone())
        .collect();
    let kinds = [FactKind::Hours, FactKind::Phone, FactKind::Price];
    let facts = kinds.into_iter().filter_map(|kind| of.facts.iter().find(|fact| fact.kind == kind));
    let mut rest: Vec<Sentence> = facts.map(|fact| alone::sentence(fact, of.names)).collect();
    let topics = Topics { opening, topics };
    let whole = head::listed(&topics, &ids, &rest);
    if whole.text.chars().count() >= head::SHORTEST {
        return whole;
    }
    let paragraphs = blocks.iter().filter(|block| block.kind == BlockKind::Paragraph);
    rest.extend(paragraphs.flat_map(|block| block.sentences.iter().cloned()).take(6));
    head::listed(&topics, &ids, &rest)
}

/// Returns true for a label that is a clause or a phrase of time.
fn is_clause_label(label: &str) -> bool {
    ["when", "if", "what", "after", "before", "where", "how", "who"]
        .contains(&label.split(' ').next().unwrap_or_default())
}

/// Returns the headings of the sections as topics.
fn headings(blocks: &[Block], library: &super::library::Library, city: Option<&str>) -> Vec<(String, String)> {
    let second = blocks.iter().filter(|block| block.kind == BlockKind::Heading && block.level == 2);
    let topic = |block: &Block| {
        let is_topic = |text: &str| !text.contains(',') && city.is_none_or(|city| !text.contains(city));
        let sentence = block.sentences.first().filter(|one| is_topic(&one.text))?;
        Some((library.lowered(&sentence.text), sentence.fact_ids.first()?.clone()))
    };
    second.filter_map(topic).collect()
}
