//! Models of a transformed series: without its season, on its original scale, or of its last part.

use super::Path;

/// Models the series without its fixed season, and adds the season to the forecasts.
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

/// Models the exponentials of the values and returns the logarithms of its forecasts.
///
/// Forecasts are at least a tenth of the smallest fitted value, because logarithms need positive values.
pub(in super::super) fn on_levels(values: &[f64], fit: impl Fn(&[f64]) -> Option<Path>) -> Option<Path> {
    let raise = |values: &[f64]| -> Vec<f64> { values.iter().map(|v| v.exp()).collect() };
    let raised = raise(values);
    let floor = raised.iter().copied().fold(f64::INFINITY, f64::min) * 0.1;
    let path = fit(&raised)?;
    Some(Box::new(move |history| path(&raise(history)).iter().map(|v| v.max(floor).ln()).collect()))
}

/// Models only the last `most` values of the fitted series, and all later ones.
pub(in super::super) fn of_last(values: &[f64], most: usize, fit: impl Fn(&[f64]) -> Option<Path>) -> Option<Path> {
    let skipped = values.len().saturating_sub(most);
    let path = fit(&values[skipped..])?;
    Some(Box::new(move |history| path(&history[skipped..])))
}
