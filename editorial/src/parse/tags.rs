//! Tags of a statement: `{climate: cold, very-cold; intent: cost; source: epa}`.

use std::collections::BTreeSet;

use crate::{Area, Climate, Conditions, HousingAge, Intent, Season, State};

/// Tags of a statement or question.
#[derive(Debug, Default)]
pub(super) struct Tags {
    pub(super) id: Option<String>,
    pub(super) conditions: Conditions,
    pub(super) intents: BTreeSet<Intent>,
    pub(super) sources: Vec<String>,
}

/// Splits the tags from the start of a text.
pub(super) fn split(text: &str) -> Result<(Tags, &str), String> {
    let Some(rest) = text.strip_prefix('{') else { return Ok((Tags::default(), text)) };
    let (inside, rest) = rest.split_once('}').ok_or("the tags have no closing brace")?;
    let mut tags = Tags::default();
    for part in inside.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let (name, values) = part.split_once(':').ok_or_else(|| format!("`{part}` is not `name: value`"))?;
        tags.set(name.trim(), values)?;
    }
    Ok((tags, rest.trim_start()))
}

impl Tags {
    fn set(&mut self, name: &str, values: &str) -> Result<(), String> {
        let holds = &mut self.conditions;
        match name {
            "id" => self.id = Some(values.trim().to_owned()),
            "climate" => holds.climates = set(values, Climate::from_word, &words(Climate::ALL, Climate::word))?,
            "housing" => holds.housing = set(values, HousingAge::from_word, &words(HousingAge::ALL, HousingAge::word))?,
            "season" => holds.seasons = set(values, Season::from_word, &words(Season::ALL, Season::word))?,
            "area" => holds.areas = set(values, Area::from_word, &words(Area::ALL, Area::word))?,
            "state" => holds.states = set(values, State::from_code, "postal codes such as TX")?,
            "intent" => self.intents = set(values, Intent::from_word, &words(Intent::ALL, Intent::word))?,
            "source" => self.sources = values.split(',').map(|one| one.trim().to_owned()).collect(),
            _ => {
                return Err(format!(
                    "the tag `{name}` is unknown: use id, climate, housing, season, area, state, intent, source"
                ));
            }
        }
        Ok(())
    }
}

fn words<T: Copy>(all: &[T], word: impl Fn(T) -> &'static str) -> String {
    all.iter().map(|one| word(*one)).collect::<Vec<_>>().join(", ")
}

fn set<T: Ord>(values: &str, from: impl Fn(&str) -> Option<T>, known: &str) -> Result<BTreeSet<T>, String> {
    let one = |value: &str| from(value.trim()).ok_or_else(|| format!("`{}` is unknown: use {known}", value.trim()));
    values.split(',').map(one).collect()
}
