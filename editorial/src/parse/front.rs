//! Front matter: TOML between lines of three plus signs.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use serde::Deserialize;

use super::Mistake;
use crate::{Climate, Conditions, Exclusion, Source, State, Terms};

const FENCE: &str = "+++";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Front {
    pub(super) vertical: String,
    pub(super) language: String,
    pub(super) title: String,
    #[serde(deserialize_with = "day")]
    pub(super) updated: NaiveDate,
    pub(super) review: Option<String>,
    pub(super) terms: Terms,
    #[serde(default)]
    pub(super) sources: BTreeMap<String, Source>,
    #[serde(default)]
    excluded: Vec<Excluded>,
}

/// Places for which no page is made, as words of the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Excluded {
    #[serde(default)]
    climates: Vec<String>,
    #[serde(default)]
    states: Vec<String>,
    reason: String,
    source: String,
}

impl Front {
    /// Returns the places for which no page is made.
    ///
    /// # Errors
    /// Returns what is wrong with one of them.
    pub(super) fn excluded(&self) -> Result<Vec<Exclusion>, String> {
        self.excluded.iter().map(|one| one.read(&self.sources)).collect()
    }
}

impl Excluded {
    fn read(&self, sources: &BTreeMap<String, Source>) -> Result<Exclusion, String> {
        let climate =
            |word: &String| Climate::from_word(word).ok_or_else(|| format!("the climate `{word}` is unknown"));
        let state = |code: &String| State::from_code(code).ok_or_else(|| format!("the state `{code}` is unknown"));
        let climates = self.climates.iter().map(climate).collect::<Result<_, _>>()?;
        let states = self.states.iter().map(state).collect::<Result<_, _>>()?;
        let conditions = Conditions { climates, states, ..Conditions::default() };
        if conditions.is_empty() || self.reason.trim().is_empty() {
            return Err("`excluded` must name `climates` or `states`, and a `reason`".to_owned());
        }
        if !sources.contains_key(&self.source) {
            return Err(format!("the source `{}` of `excluded` is not in [sources]", self.source));
        }
        Ok(Exclusion { conditions, reason: self.reason.trim().to_owned(), source: self.source.clone() })
    }
}

/// Returns the front matter, the rest, and the number of the rest's first line.
pub(super) fn read(text: &str) -> Result<(Front, &str, usize), Vec<Mistake>> {
    let text = text.trim_start_matches('\u{feff}');
    let missing = || vec![Mistake::new(1, format!("a pack starts with its front matter between lines `{FENCE}`"))];
    let rest = text.strip_prefix(FENCE).and_then(|rest| rest.split_once('\n')).ok_or_else(missing)?.1;
    let at = rest.find("\n+++").ok_or_else(missing)?;
    let (front, body) = (&rest[..at], &rest[at + 1..]);
    let body = body.split_once('\n').map_or("", |(_, body)| body);
    let first_line = 3 + front.lines().count();
    let parsed = toml::from_str(front).map_err(|error| {
        let before = error.span().map_or(0, |span| front[..span.start.min(front.len())].matches('\n').count());
        vec![Mistake::new(2 + before, error.message().to_owned())]
    })?;
    Ok((parsed, body, first_line))
}

fn day<'de, D: serde::Deserializer<'de>>(from: D) -> Result<NaiveDate, D::Error> {
    let text = String::deserialize(from)?;
    text.parse().map_err(|_| serde::de::Error::custom("`updated` must be a day as \"YYYY-MM-DD\""))
}
