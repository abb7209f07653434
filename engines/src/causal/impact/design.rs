//! Columns of the regression: level, trend, season, controls and the shape of the effect.

use std::f64::consts::TAU;

use super::scale::Scale;

/// Maximum number of sine and cosine columns of a season.
const MOST_SEASON_COLUMNS: usize = 12;

/// The series and its regressors, standardised by the time before the change.
#[derive(Debug, Clone)]
pub(super) struct Design {
    /// Rows from the first step before to the last step after the change, `width` columns; the last column is
    /// the series, 0 where it is missing.
    pub(super) rows: Vec<f64>,
    pub(super) width: usize,
    /// Steps before the change.
    pub(super) before: usize,
    /// True for observed steps before the change.
    pub(super) seen: Vec<bool>,
    /// True for measured steps, from the first after the last one before the change.
    pub(super) seen_after: Vec<bool>,
    /// Columns of season and controls; column 0 is the level, column 1 the trend.
    pub(super) season: std::ops::Range<usize>,
    pub(super) controls: std::ops::Range<usize>,
    /// Column of the effect: 1 at measured steps, else 0. The next column is its linear change over these steps, with mean
    /// 0 and variance 1; it is 0 with fewer than 3 of them.
    pub(super) effect: usize,
    /// Indices of the controls in use.
    pub(super) used_controls: Vec<usize>,
    /// Mean and standard deviation used to standardise the series.
    pub(super) centre: f64,
    pub(super) spread: f64,
    /// Logarithm of the Jacobian of scale and units.
    pub(super) log_jacobian: f64,
}

/// The validated series and controls of a case: finite wherever present, equal length.
#[derive(Clone, Copy)]
pub(super) struct Material<'a> {
    pub(super) series: &'a [Option<f64>],
    pub(super) controls: &'a [Vec<f64>],
    /// First step before the change, first step after it, and one past the last step.
    pub(super) from: usize,
    pub(super) change: usize,
    pub(super) end: usize,
    pub(super) season: usize,
}

impl Design {
    /// Builds the columns; returns `None` if the series is constant before the change. Steps from `after` on are measured.
    pub(super) fn new(material: &Material<'_>, after: usize, scale: Scale) -> Option<Self> {
        let Material { series, controls, from, change, end, season } = *material;
        let before = change - from;
        let values: Vec<Option<f64>> = series[from..end].iter().map(|value| value.map(|v| scale.to(v))).collect();
        let seen: Vec<bool> = values[..before].iter().map(Option::is_some).collect();
        let seen_after: Vec<bool> = (change..end).map(|step| step >= after && series[step].is_some()).collect();
        let ramp = ramp(&seen_after);
        let known: Vec<f64> = values[..before].iter().flatten().copied().collect();
        let (centre, spread) = moments(&known);
        // The comparison also rejects NaN.
        Some(spread).filter(|spread| *spread > 1e-12 * centre.abs().max(1e-300))?;
        let waves = if season >= 2 && known.len() >= 2 * season { (season - 1).min(MOST_SEASON_COLUMNS) } else { 0 };
        let (used_controls, used): (Vec<usize>, Vec<Vec<f64>>) = (0..controls.len())
            .filter_map(|place| Some((place, standardised(&controls[place][from..end], before, scale)?)))
            .unzip();
        let width = 5 + waves + used.len();
        let mut rows = Vec::with_capacity((end - from) * width);
        for step in 0..end - from {
            rows.push(1.0);
            rows.push((step as f64 - 0.5 * (before as f64 - 1.0)) / (before as f64).max(1.0) * 12.0_f64.sqrt());
            rows.extend((0..waves).map(|wave| season_wave(step, wave, season)));
            rows.extend(used.iter().map(|control| control[step]));
            let measured = step.checked_sub(before).filter(|ahead| seen_after[*ahead]);
            rows.extend([measured.map_or(0.0, |_| 1.0), measured.map_or(0.0, |ahead| ramp[ahead])]);
            let is_used = step < before || measured.is_some();
            rows.push(values[step].filter(|_| is_used).map_or(0.0, |value| (value - centre) / spread));
        }
        let jacobian = |value: &f64| scale.log_jacobian(*value) - spread.ln();
        let log_jacobian = series[from..change].iter().flatten().map(jacobian).sum();
        let controls = 2 + waves..width - 3;
        Some(Self {
            rows,
            width,
            before,
            seen,
            seen_after,
            season: 2..2 + waves,
            effect: controls.end,
            controls,
            used_controls,
            centre,
            spread,
            log_jacobian,
        })
    }

    /// Number of observed steps before the change.
    pub(super) fn observations(&self) -> usize {
        self.seen.iter().filter(|seen| **seen).count()
    }

    /// Number of measured steps after the change.
    pub(super) fn measurements(&self) -> usize {
        self.seen_after.iter().filter(|seen| **seen).count()
    }
}

/// A linear change over the measured steps, with mean 0 and variance 1 over them; 0 with fewer than 3.
fn ramp(seen_after: &[bool]) -> Vec<f64> {
    let places: Vec<f64> = seen_after.iter().enumerate().filter(|(_, seen)| **seen).map(|(at, _)| at as f64).collect();
    if places.len() < 3 {
        return vec![0.0; seen_after.len()];
    }
    let (mean, spread) = moments(&places);
    (0..seen_after.len()).map(|place| (place as f64 - mean) / spread).collect()
}

/// Sine or cosine of a season, with variance 1.
fn season_wave(step: usize, wave: usize, season: usize) -> f64 {
    let harmonic = wave / 2 + 1;
    let angle = TAU * (harmonic * step % season) as f64 / season as f64;
    let value = if wave.is_multiple_of(2) { angle.cos() } else { angle.sin() };
    let is_alternating = 2 * harmonic == season;
    value * if is_alternating { 1.0 } else { std::f64::consts::SQRT_2 }
}

/// Standardises a control by the time before the change; returns `None` if it is constant there.
fn standardised(values: &[f64], before: usize, scale: Scale) -> Option<Vec<f64>> {
    let fits = values.iter().all(|value| Scale::fitting(*value).contains(&scale));
    let scaled: Vec<f64> = values.iter().map(|value| if fits { scale.to(*value) } else { *value }).collect();
    let (mean, spread) = moments(&scaled[..before]);
    (spread > 1e-12 * mean.abs().max(1e-300)).then(|| scaled.iter().map(|v| (v - mean) / spread).collect())
}

fn moments(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let square = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
    (mean, square.sqrt())
}
