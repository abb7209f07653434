//! Models of a changed series: without its season, on its own scale, or of its last part.

use super::Path;

/// A model of the series without its fixed season; the season is put back on the forecasts.
///
/// `indices` by slot `t % indices.len()`.
pub(in super::super) fn without_season(
    values: &[f64], indices: &[f64], fit: impl Fn(&[f64]) -> Option<Path>,
) -> Option<Path> {
    if indices.is_empty() {
        return fit(values);
    }
    let path = fit(&strip(values, indices))?;
    let indices = indices.to_vec();
    Some(Box::new(move |history| {
        let ahead = path(&strip(history, &indices));
        ahead.iter().enumerate().map(|(h, v)| v + indices[(history.len() + h) % indices.len()]).collect()
    }))
}

fn strip(values: &[f64], indices: &[f64]) -> Vec<f64> {
    values.iter().enumerate().map(|(t, v)| v - indices[t % indices.len()]).collect()
}

/// A model of the exponentials of the values, its forecasts as logarithms again.
///
/// Forecasts below a tenth of the least value that was fitted are held there: a logarithm needs them above 0.
pub(in super::super) fn on_levels(values: &[f64], fit: impl Fn(&[f64]) -> Option<Path>) -> Option<Path> {
    let raise = |values: &[f64]| -> Vec<f64> { values.iter().map(|v| v.exp()).collect() };
    let raised = raise(values);
    let floor = raised.iter().copied().fold(f64::INFINITY, f64::min) * 0.1;
    let path = fit(&raised)?;
    Some(Box::new(move |history| path(&raise(history)).iter().map(|v| v.max(floor).ln()).collect()))
}

/// A model that sees only the last `most` values of what it is fitted to, and all that come later.
pub(in super::super) fn of_last(values: &[f64], most: usize, fit: impl Fn(&[f64]) -> Option<Path>) -> Option<Path> {
    let skipped = values.len().saturating_sub(most);
    let path = fit(&values[skipped..])?;
    Some(Box::new(move |history| path(&history[skipped..])))
}
