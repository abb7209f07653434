//! Explanatory power and surprise by dimension.

use std::collections::BTreeMap;

use super::input::{Checked, Counted};
use super::{Element, Explanation};
use crate::common::{Control, EngineError, checkpoint};
use crate::stat::poisson_ratio_test;

/// p-value above which a change of a share may be due to chance.
const MOST_CHANCE: f64 = 0.01;

/// Dimensions that explain the change, most surprising first.
///
/// # Errors
/// Returns [`EngineError::Cancelled`] if the caller cancelled.
pub(super) fn explanations(
    rows: &[Counted<'_>], params: &Checked, control: &dyn Control,
) -> Result<Vec<Explanation>, EngineError> {
    let Some(first) = rows.first() else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for dimension in first.values.keys() {
        checkpoint(control)?;
        found.extend(explain(rows, dimension, params));
    }
    found.sort_by(|a: &Explanation, b| b.surprise.total_cmp(&a.surprise).then(a.dimension.cmp(&b.dimension)));
    Ok(found)
}

/// Returns the best dimension, then the best of the others within its elements.
///
/// # Errors
/// Returns [`EngineError::Cancelled`] if the caller cancelled.
pub(super) fn path(
    rows: &[Counted<'_>], params: &Checked, control: &dyn Control,
) -> Result<Vec<Explanation>, EngineError> {
    let mut left = rows.to_vec();
    let mut path: Vec<Explanation> = Vec::new();
    while path.len() < params.depth {
        let used = |name: &str| path.iter().any(|step| step.dimension == name);
        let Some(best) = explanations(&left, params, control)?.into_iter().find(|one| !used(&one.dimension)) else {
            break;
        };
        left.retain(|row| best.elements.iter().any(|element| row.values.get(&best.dimension) == Some(&element.name)));
        path.push(best);
    }
    Ok(path)
}

/// Returns the fewest, most surprising elements that explain enough of the change; `None` if there are none.
fn explain(rows: &[Counted<'_>], dimension: &str, params: &Checked) -> Option<Explanation> {
    let mut elements: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for row in rows {
        let sums = elements.entry(row.values.get(dimension)?.as_str()).or_default();
        *sums = (sums.0 + row.expected, sums.1 + row.actual);
    }
    let (expected, actual) = elements.values().fold((0.0, 0.0), |(e, a), (x, y)| (e + x, a + y));
    let change = actual - expected;
    if elements.len() < 2 || change.abs() <= 1e-9 * (expected + actual) {
        return None;
    }
    let scale = rows.first()?.scale;
    let element = |(name, (was, is)): (&&str, &(f64, f64))| Element {
        name: (*name).to_owned(),
        expected: *was,
        actual: *is,
        explains: (is - was) / change,
        surprise: surprise(part(*was, expected), part(*is, actual)),
        // Compared with an even spread: the same ratio as the total.
        p: poisson_ratio_test(was / scale, 1.0, *is, scale * part(actual, expected), 1.0).1,
    };
    let mut all: Vec<Element> = elements.iter().map(element).collect();
    all.sort_by(|a, b| {
        b.surprise.total_cmp(&a.surprise).then(b.explains.total_cmp(&a.explains)).then(a.name.cmp(&b.name))
    });
    let mut chosen: Vec<Element> = Vec::new();
    let mut explains = 0.0;
    for element in all {
        if explains >= params.least_of_all {
            break;
        }
        if element.explains >= params.least_of_one && element.p <= MOST_CHANCE {
            explains += element.explains;
            chosen.push(element);
        }
    }
    if explains < params.least_of_all {
        return None;
    }
    chosen.sort_by(|a, b| b.explains.total_cmp(&a.explains).then(a.name.cmp(&b.name)));
    let surprise = chosen.iter().map(|element| element.surprise).sum();
    Some(Explanation { dimension: dimension.to_owned(), elements: chosen, explains, surprise })
}

fn part(of: f64, whole: f64) -> f64 {
    if whole > 0.0 { of / whole } else { 0.0 }
}

/// Equation 3 of the paper.
fn surprise(before: f64, after: f64) -> f64 {
    let term = |share: f64| if share > 0.0 { share * (2.0 * share / (before + after)).log2() } else { 0.0 };
    0.5 * (term(before) + term(after))
}
