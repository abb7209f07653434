//! Pages on the same topic, if a sentence model is installed.

use std::collections::HashMap;

use super::super::{Page, lexicon};
use crate::common::{Control, EngineError, checkpoint};
use crate::embedding::{SentenceModel, cosine};
use crate::gazetteer::Gazetteer;
use crate::text::{fold, words};

/// Maximum number of pages compared by topic, the first of a run: a vector takes some milliseconds.
const MOST_COMPARED: usize = 2_000;
/// Minimum number of titles with a common part to treat it as the name of the site.
const LEAST_FOR_NAME: usize = 3;
/// Separators between a title and the name of the site.
const SEPARATORS: [&str; 6] = [" | ", " - ", " \u{2013} ", " \u{2014} ", " \u{b7} ", " :: "];

/// Returns pairs of pages with the same meaning of title and first heading, `(cosine, a, b)`, `a < b`, most similar first.
/// Pages of one template, which name different places or differ only in a name, are excluded.
pub(super) fn same(
    pages: &[Page], model: &SentenceModel, least: f64, control: &dyn Control,
) -> Result<Vec<(f64, usize, usize)>, EngineError> {
    let topics: Vec<(usize, String)> =
        topics(pages).into_iter().enumerate().filter(|(_, topic)| !topic.is_empty()).take(MOST_COMPARED).collect();
    let texts: Vec<&str> = topics.iter().map(|(_, topic)| topic.as_str()).collect();
    let vectors = model.embed(&texts, 1, control)?;
    let places = Gazetteer::new(&[]).find_all(&texts);
    let place = |at: usize| places[at].as_ref().map(|mention| mention.key.as_str());
    let mut found = Vec::new();
    for (at, own) in vectors.iter().enumerate() {
        if at % 100 == 0 {
            checkpoint(control)?;
        }
        let alike = vectors.iter().enumerate().skip(at + 1).filter_map(|(other, vector)| {
            let likeness = f64::from(cosine(own, vector));
            let is_same = likeness >= least && place(at) == place(other) && !differ_in_a_name(texts[at], texts[other]);
            is_same.then_some((likeness, topics[at].0, topics[other].0))
        });
        found.extend(alike);
    }
    found.sort_by(|x, y| y.0.total_cmp(&x.0).then_with(|| (x.1, x.2).cmp(&(y.1, y.2))));
    Ok(found)
}

/// Topic of each page: its title without parts that most titles share, and its first heading. Empty if it has neither.
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

/// Returns true if the words are equal except for one run that is a name on one side: it has no word of the lexicon.
fn differ_in_a_name(a: &str, b: &str) -> bool {
    let (a, b): (Vec<&str>, Vec<&str>) = (words(a).collect(), words(b).collect());
    let start = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let end = a[start..].iter().rev().zip(b[start..].iter().rev()).take_while(|(x, y)| x == y).count();
    let is_name = |run: &[&str]| !run.is_empty() && !run.iter().any(|word| lexicon::holds(word));
    start + end > 0 && (is_name(&a[start..a.len() - end]) || is_name(&b[start..b.len() - end]))
}

/// Returns the distinct parts of a title.
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
