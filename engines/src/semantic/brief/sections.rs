//! Headings and questions that top pages share.

use std::collections::BTreeSet;

use super::super::{Page, lexical_similarity};
use super::output::{Counted, Section};
use crate::text::sentences;

/// Similarity from which two headings have the same meaning.
const SAME: f64 = 0.6;
/// Maximum number of headings and questions per page.
const MOST: usize = 60;
/// Maximum number of sections and questions listed.
const LISTED: usize = 30;

struct Group<'a> {
    texts: Vec<&'a str>,
    pages: BTreeSet<usize>,
    places: Vec<f64>,
}

/// Groups headings of level 2 and 3 into sections, in their usual order; sections of a single page are left out.
pub(super) fn sections(winners: &[Page]) -> Vec<Section> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for (page, winner) in winners.iter().enumerate() {
        let headings: Vec<&str> =
            winner.headings.iter().filter(|h| matches!(h.level, 2 | 3)).map(|h| h.text.trim()).take(MOST).collect();
        for (at, heading) in headings.iter().enumerate().filter(|(_, heading)| !heading.is_empty()) {
            let place = at as f64 / headings.len().saturating_sub(1).max(1) as f64;
            join(&mut groups, heading, page, place);
        }
    }
    groups.retain(|group| group.pages.len() >= 2);
    groups.sort_by_key(|group| std::cmp::Reverse(group.pages.len()));
    groups.truncate(LISTED);
    let mut sections: Vec<Section> = groups.into_iter().map(section).collect();
    sections.sort_by(|a, b| a.place.total_cmp(&b.place));
    sections
}

fn section(group: Group<'_>) -> Section {
    let place = group.places.iter().sum::<f64>() / group.places.len() as f64;
    let heading = group.texts[0].to_owned();
    let variants: BTreeSet<&str> = group.texts.iter().copied().filter(|text| *text != heading).collect();
    let variants = variants.into_iter().take(5).map(str::to_owned).collect();
    Section { winners: group.pages.len() as u32, place, variants, heading }
}

/// Returns questions in headings and text, most common first.
pub(super) fn questions(winners: &[Page]) -> Vec<Counted> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for (page, winner) in winners.iter().enumerate() {
        let headings = winner.headings.iter().map(|heading| heading.text.trim());
        let asked = headings.chain(sentences(&winner.text)).filter(|text| is_question(text));
        asked.take(MOST).for_each(|question| join(&mut groups, question, page, 0.0));
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.pages.len()));
    let counted = |group: &Group<'_>| Counted { text: group.texts[0].to_owned(), winners: group.pages.len() as u32 };
    groups.iter().take(LISTED).map(counted).collect()
}

fn is_question(text: &str) -> bool {
    (8..=160).contains(&text.chars().count()) && text.trim_end().ends_with(['?', '？'])
}

/// Adds to the group with the same meaning, or starts a new one.
fn join<'a>(groups: &mut Vec<Group<'a>>, text: &'a str, page: usize, place: f64) {
    match groups.iter_mut().find(|group| lexical_similarity(group.texts[0], text) >= SAME) {
        Some(group) => {
            group.texts.push(text);
            group.pages.insert(page);
            group.places.push(place);
        }
        None => groups.push(Group { texts: vec![text], pages: BTreeSet::from([page]), places: vec![place] }),
    }
}
