//! Checks of the input before work begins.

use super::super::facts::{check_length, check_siblings};
use super::super::input::ComposeInput;
use super::super::place::{Figure, PlaceFacts};
use crate::common::EngineError;

/// Maximum number of questions.
const MOST_QUESTIONS: usize = 1_000;
/// Maximum number of characters of a question or name.
const LONGEST: usize = 300;
/// Maximum number of used statements.
const MOST_USED: usize = 100_000;
/// Maximum number of headings of an outline.
const MOST_HEADINGS: usize = 100;
/// Maximum number of words to cover.
const MOST_WORDS: usize = 500;
/// Maximum number of places nearby.
const MOST_NEIGHBORS: usize = 1_000;
/// Maximum number of bytes of a pack.
const MOST_PACK: usize = 512 * 1024;

/// Checks sizes and figures.
///
/// # Errors
/// Returns [`EngineError::TooLarge`] or [`EngineError::InvalidInput`] with the field.
pub(super) fn check(input: &ComposeInput) -> Result<(), EngineError> {
    check_siblings(&input.siblings, &input.links)?;
    let neighbors = input.place.as_ref().map_or(0, |place| place.neighbors.len());
    EngineError::check_sizes(&[
        ("`questions`", input.questions.len(), MOST_QUESTIONS),
        ("`used`", input.used.len(), MOST_USED),
        ("`outline`", input.outline.len(), MOST_HEADINGS),
        ("`words`", input.words.len(), MOST_WORDS),
        ("neighbors of `place`", neighbors, MOST_NEIGHBORS),
        ("bytes of `pack`", input.pack.as_ref().map_or(0, String::len), MOST_PACK),
    ])?;
    for (at, question) in input.questions.iter().enumerate() {
        check_length(&format!("questions[{at}]"), question, LONGEST)?;
    }
    if let Some(at) = input.outline.iter().position(|heading| !is_line(heading)) {
        return Err(EngineError::input(format!("outline[{at}]"), "must be one line of 1 to 300 characters"));
    }
    if let Some(at) = input.words.iter().position(|word| !is_line(word)) {
        return Err(EngineError::input(format!("words[{at}]"), "must be one line of 1 to 300 characters"));
    }
    input.place.as_ref().map_or(Ok(()), place)
}

fn is_line(text: &str) -> bool {
    !text.trim().is_empty() && !text.contains(['\n', '\r']) && text.chars().count() <= LONGEST
}

fn place(place: &PlaceFacts) -> Result<(), EngineError> {
    let county = place.competitors.as_ref().map(|one| one.county.as_str());
    let nearest = place.neighbors.first().map(|one| one.name.as_str());
    let names = [
        ("name", Some(place.name.as_str())),
        ("state", Some(place.state.as_str())),
        ("county", place.county.as_deref()),
        ("competitors.county", county),
        ("neighbors[0].name", nearest),
    ];
    for (field, name) in names {
        check_length(&format!("place.{field}"), name.unwrap_or_default(), LONGEST)?;
    }
    if !place.name.chars().any(char::is_alphanumeric) {
        return Err(EngineError::input("place.name", "must not be empty"));
    }
    let share = |figure: &Figure| (0.0..=1.0).contains(&figure.value);
    let count = |figure: &Figure| figure.value.is_finite() && (0.0..=1e10).contains(&figure.value);
    figure("population", place.population.as_ref(), count)?;
    figure("households", place.households.as_ref(), count)?;
    figure("density", place.density.as_ref(), count)?;
    figure("homesBefore1960", place.homes_before_1960.as_ref(), share)?;
    figure("homesSince1990", place.homes_since_1990.as_ref(), share)
}

fn figure(field: &str, figure: Option<&Figure>, is_valid: impl Fn(&Figure) -> bool) -> Result<(), EngineError> {
    match figure {
        Some(figure) if !is_valid(figure) => Err(EngineError::input(format!("place.{field}.value"), "is out of range")),
        Some(figure) if figure.source.trim().is_empty() => {
            Err(EngineError::input(format!("place.{field}.source"), "must say where the figure comes from"))
        }
        _ => Ok(()),
    }
}
