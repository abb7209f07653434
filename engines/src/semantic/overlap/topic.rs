//! Pages about the same, in whatever words, where a sentence model is installed.

use std::collections::HashMap;

use super::super::{Page, SentenceModel, cosine};
use crate::common::{Control, EngineError, checkpoint};
use crate::text::fold;

/// Pages that are compared by what they are about, the first of a run: a vector takes some milliseconds.
const MOST_COMPARED: usize = 2_000;
/// Titles that must share a part before it is taken for the name of the site.
const LEAST_FOR_NAME: usize = 3;
/// What stands between a title and the name of the site.
const SEPARATORS: [&str; 6] = [" | ", " - ", " \u{2013} ", " \u{2014} ", " \u{b7} ", " :: "];

/// Pairs of pages whose title and first heading mean the same, `(cosine, a, b)`, `a < b`, the most alike first.
pub(super) fn same(
    pages: &[Page], model: &SentenceModel, least: f64, control: &dyn Control,
) -> Result<Vec<(f64, usize, usize)>, EngineError> {
    let topics: Vec<(usize, String)> =
        topics(pages).into_iter().enumerate().filter(|(_, topic)| !topic.is_empty()).take(MOST_COMPARED).collect();
    let texts: Vec<&str> = topics.iter().map(|(_, topic)| topic.as_str()).collect();
    let vectors = model.embed(&texts, 1, control)?;
    let mut found = Vec::new();
    for (at, own) in vectors.iter().enumerate() {
        if at % 100 == 0 {
            checkpoint(control)?;
        }
        let alike = vectors.iter().enumerate().skip(at + 1).map(|(other, vector)| {
            let likeness = f64::from(cosine(own, vector));
            (likeness, topics[at].0, topics[other].0)
        });
        found.extend(alike.filter(|(likeness, ..)| *likeness >= least));
    }
    found.sort_by(|x, y| y.0.total_cmp(&x.0).then_with(|| (x.1, x.2).cmp(&(y.1, y.2))));
    Ok(found)
}

/// What each page is about: its title without what most titles share, and its first heading. Empty where it has neither.
fn topics(pages: &[Page]) -> Vec<String> {
    let parts: Vec<Vec<String>> = pages.iter().map(|page| parts(page.title.as_deref().unwrap_or_default())).collect();
    let mut holders: HashMap<&str, usize> = HashMap::new();
    parts.iter().flatten().for_each(|part| *holders.entry(part).or_default() += 1);
    let is_name = |part: &str| holders[part] >= LEAST_FOR_NAME && 2 * holders[part] > pages.len();
    let topic = |(page, parts): (&Page, &Vec<String>)| {
        let mut said: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !is_name(part)).collect();
        let heading = page.headings.iter().find(|heading| heading.level == 1).map(|heading| fold(&heading.text));
        said.extend(heading.as_deref().filter(|heading| !said.contains(heading)));
        said.join(". ")
    };
    pages.iter().zip(&parts).map(topic).collect()
}

/// The parts of a title, each once.
fn parts(title: &str) -> Vec<String> {
    let mut parts = vec![title];
    for separator in SEPARATORS {
        parts = parts.into_iter().flat_map(|part| part.split(separator)).collect();
    }
    let mut parts: Vec<String> =
        parts.into_iter().map(|part| fold(part.trim())).filter(|part| !part.is_empty()).collect();
    parts.dedup();
    parts
}
