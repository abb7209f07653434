//! Keyword ideas from seeds.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::intent::Lexicon;
use super::key::variant_key;
use super::output::Intent;
use super::rows::check_query;
use crate::common::{Control, EngineError, checkpoint};
use crate::text::Stemmer;

/// Patterns with a `{service}` slot and a class.
static MODIFIERS: &str = include_str!("../../data/keyword_modifiers.csv");

/// Maximum number of candidates per run.
const MOST_CANDIDATES: usize = 200_000;

/// Input for keyword ideas.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ExpandInput {
    /// Services or products, such as `roof repair`.
    pub seeds: Vec<String>,
    /// Patterns with `{service}` and optionally `{city}`; empty uses the built-in patterns.
    pub modifiers: Vec<String>,
    /// Names of places, such as `Austin` or `Austin TX`.
    pub cities: Vec<String>,
    /// Known queries, which are left out.
    pub known: Vec<String>,
}

/// A candidate query with unknown demand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// Query.
    pub query: String,
    /// Its seed.
    pub seed: String,
    /// Its pattern.
    pub pattern: String,
    /// Its place, if any.
    pub city: Option<String>,
    /// Intent by its words.
    pub intent: Option<Intent>,
}

/// Candidates and omissions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExpandOutput {
    /// Candidates, by seed, then pattern.
    pub candidates: Vec<Candidate>,
    /// Candidates left out as close variants of a known query or of each other.
    pub duplicates: u64,
    /// True if the limit of candidates truncated the list.
    pub is_cut: bool,
    /// Notes for the reader.
    pub notes: Vec<String>,
}

/// Generates candidates from every seed, pattern and city, without close variants of each other or of known ones.
///
/// # Errors
/// Returns [`EngineError::NoInput`] without a usable seed, [`EngineError::InvalidInput`] for a pattern without
/// `{service}`, or [`EngineError::Cancelled`].
pub fn expand(input: &ExpandInput, control: &dyn Control) -> Result<ExpandOutput, EngineError> {
    let seeds = usable(&input.seeds);
    if seeds.is_empty() {
        return Err(EngineError::NoInput { what: "seeds", unlock: "name at least one service or product" });
    }
    let patterns = patterns(&input.modifiers)?;
    let cities = usable(&input.cities);
    let stemmer = Stemmer::default();
    let lexicon = Lexicon::new();
    let mut seen: BTreeSet<String> = usable(&input.known).iter().map(|known| variant_key(known, &stemmer)).collect();
    let mut output = ExpandOutput {
        candidates: Vec::new(),
        duplicates: 0,
        is_cut: false,
        notes: vec![
            "Candidates are possible queries; their demand is unknown until you import search volumes.".to_owned(),
        ],
    };
    for (done, seed) in seeds.iter().enumerate() {
        checkpoint(control)?;
        control.progress(100.0 * done as f64 / seeds.len() as f64, "expand", "Making candidates");
        for (pattern, city) in patterns.iter().flat_map(|pattern| slots(pattern, &cities)) {
            if output.candidates.len() >= MOST_CANDIDATES {
                output.is_cut = true;
                return Ok(output);
            }
            let query = filled(pattern, seed, city);
            if seen.insert(variant_key(&query, &stemmer)) {
                let intent = if city.is_some() {
                    Some(Intent::Local)
                } else {
                    lexicon.read(&query).intent.map(|(intent, _)| intent)
                };
                output.candidates.push(Candidate {
                    query,
                    seed: seed.clone(),
                    pattern: pattern.clone(),
                    city: city.map(str::to_owned),
                    intent,
                });
            } else {
                output.duplicates += 1;
            }
        }
    }
    control.progress(100.0, "done", "Done");
    Ok(output)
}

fn usable(texts: &[String]) -> Vec<String> {
    texts.iter().filter_map(|text| check_query(text).ok()).collect()
}

fn patterns(given: &[String]) -> Result<Vec<String>, EngineError> {
    if given.is_empty() {
        let built_in = MODIFIERS.lines().skip(1).filter_map(|line| {
            let mut fields = line.split(',');
            let (pattern, class) = (fields.next()?, fields.nth(1)?);
            let slots = pattern.matches('{').count();
            let known = pattern.matches("{service}").count() + pattern.matches("{city}").count();
            let fits = pattern.matches("{service}").count() == 1 && slots == known;
            (fits && !class.starts_with("negative") && class != "language").then(|| pattern.to_owned())
        });
        return Ok(built_in.collect());
    }
    for (index, pattern) in given.iter().enumerate() {
        if pattern.matches("{service}").count() != 1 || pattern.len() > 200 {
            return Err(EngineError::input(
                format!("modifiers[{index}]"),
                "must contain `{service}` once and at most 200 bytes",
            ));
        }
    }
    Ok(given.to_vec())
}

/// Returns the pattern with each city in its slot; without cities such a pattern gives nothing.
fn slots<'a>(pattern: &'a String, cities: &'a [String]) -> Vec<(&'a String, Option<&'a str>)> {
    if pattern.contains("{city}") {
        return cities.iter().map(|city| (pattern, Some(city.as_str()))).collect();
    }
    vec![(pattern, None)]
}

fn filled(pattern: &str, seed: &str, city: Option<&str>) -> String {
    let query = pattern.replace("{service}", seed);
    city.map_or_else(|| query.clone(), |city| query.replace("{city}", city))
}
