//! Verticals of buyers and of sources of leads, by slug or name.

use std::{cmp::Ordering, collections::BTreeSet};

use engines::local::{catalog::vertical_names, vertical_named};
use uuid::Uuid;

use crate::{
    error::{ApiError, FieldError, Result},
    market,
    state::AppState,
};

/// Names that are suggested for an unknown one.
const MOST: usize = 3;
/// Smallest similarity of a suggestion.
const LEAST: f64 = 0.25;

/// A vertical of the reference data or of the workspace.
struct Known {
    slug: String,
    name: String,
}

impl Known {
    fn is(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        self.slug == text || self.name.to_lowercase() == text
    }
}

/// Returns the slugs of verticals by slug or name; `pointer` is their field.
///
/// # Errors
/// Returns [`ApiError::Invalid`] with the closest names for each unknown one.
pub(in crate::routes) async fn resolve(
    state: &AppState, workspace_id: Uuid, texts: Vec<String>, pointer: &str,
) -> Result<Vec<String>> {
    if texts.is_empty() {
        return Ok(texts);
    }
    let known = known(state, workspace_id).await?;
    let (mut slugs, mut errors) = (Vec::new(), Vec::new());
    for text in &texts {
        match known.iter().find(|one| one.is(text)) {
            Some(found) => slugs.push(found.slug.clone()),
            None => errors.push(FieldError::new(pointer, unknown(text, &known))),
        }
    }
    if errors.is_empty() { Ok(slugs) } else { Err(ApiError::Invalid(errors)) }
}

async fn known(state: &AppState, workspace_id: Uuid) -> Result<Vec<Known>> {
    let own = market::own(&state.db, workspace_id).await?.overrides.verticals;
    let own = own.into_iter().map(|one| Known { name: one.name.unwrap_or_else(|| one.slug.clone()), slug: one.slug });
    let built_in = vertical_names().map(|one| Known { slug: one.slug.to_owned(), name: one.name.to_owned() });
    Ok(own.chain(built_in).collect())
}

/// Returns the error for an unknown vertical.
fn unknown(text: &str, known: &[Known]) -> String {
    let best = vertical_named(text);
    let likeness = |one: &Known| {
        let is_best = best.is_some_and(|slug| slug == one.slug);
        if is_best { 1.0 } else { similarity(text, &one.name).max(similarity(text, &one.slug)) }
    };
    let mut close: Vec<(f64, &Known)> = known.iter().map(|one| (likeness(one), one)).collect();
    close.retain(|(likeness, _)| *likeness >= LEAST);
    close.sort_by(|(one, _), (other, _)| other.partial_cmp(one).unwrap_or(Ordering::Equal));
    let names: Vec<String> = close.iter().take(MOST).map(|(_, one)| format!("{} ({})", one.name, one.slug)).collect();
    let hint = if names.is_empty() { String::new() } else { format!(" Closest: {}.", names.join(", ")) };
    format!("“{text}” is not a known vertical.{hint}")
}

/// Returns the share of common pairs of letters, 0 to 1 (Dice).
#[expect(clippy::cast_precision_loss, reason = "texts have at most 100 characters")]
fn similarity(one: &str, other: &str) -> f64 {
    let pairs = |text: &str| -> BTreeSet<(char, char)> {
        let letters: Vec<char> = text.to_lowercase().chars().filter(|letter| letter.is_alphanumeric()).collect();
        letters.windows(2).map(|pair| (pair[0], pair[1])).collect()
    };
    let (one, other) = (pairs(one), pairs(other));
    let all = one.len() + other.len();
    if all == 0 { 0.0 } else { 2.0 * one.intersection(&other).count() as f64 / all as f64 }
}
