//! Fixed seasonal indices by classical decomposition.

/// Additive seasonal indices of a series on its working scale, by slot `t % period`, mean 0.
///
/// Deviations from a centred moving average over one period (Persons 1919), averaged slot by slot with a
/// weight that decreases by `memory` per period, and shrunk towards 0 by the James-Stein factor of
/// Miller & Williams (2003), "Shrinkage estimators of time series seasonal factors", IJF 19(4), eq. 6.
pub fn indices(values: &[f64], period: usize, memory: f64, is_shrunk: bool) -> Option<Vec<f64>> {
    let n = values.len();
    if period < 2 || n < 2 * period {
        return None;
    }
    let trend = moving_average(values, period);
    let half = period / 2;
    let (mut sum, mut weight, mut square) = (vec![0.0; period], vec![0.0; period], vec![0.0; period]);
    for (k, level) in trend.iter().enumerate() {
        let t = k + half;
        let w = memory.powf((n - 1 - t) as f64 / period as f64);
        let deviation = values[t] - level;
        sum[t % period] += w * deviation;
        square[t % period] += w * deviation * deviation;
        weight[t % period] += w;
    }
    if weight.iter().any(|w| *w <= 0.0) {
        return None;
    }
    let raw: Vec<f64> = sum.iter().zip(&weight).map(|(s, w)| s / w).collect();
    let mean = raw.iter().sum::<f64>() / period as f64;
    let mut indices: Vec<f64> = raw.iter().map(|v| v - mean).collect();
    if is_shrunk {
        let within: f64 =
            (0..period).map(|s| (square[s] / weight[s] - raw[s] * raw[s]).max(0.0)).sum::<f64>() / period as f64;
        let count = trend.len() as f64 / period as f64;
        let noise = within / (count - 1.0).max(1.0);
        let between = indices.iter().map(|v| v * v).sum::<f64>();
        let keep = (1.0 - (period as f64 - 3.0) * noise / between.max(1e-300)).clamp(0.0, 1.0);
        indices.iter_mut().for_each(|v| *v *= keep);
    }
    Some(indices)
}

/// Centred moving average over one period (2 x period if it is even), without the ends.
fn moving_average(values: &[f64], period: usize) -> Vec<f64> {
    let half = period / 2;
    let is_even = period.is_multiple_of(2);
    let mut prefix = vec![0.0; values.len() + 1];
    for (t, v) in values.iter().enumerate() {
        prefix[t + 1] = prefix[t] + v;
    }
    (half..values.len() - half)
        .map(|t| {
            let full = prefix[t + half + 1] - prefix[t - half];
            if is_even {
                (full - 0.5 * (values[t - half] + values[t + half])) / period as f64
            } else {
                full / period as f64
            }
        })
        .collect()
}

/// Strength from which a given season is used: shrinkage reduces one that is not real, so that a missed season costs more.
const LIKELY: f64 = 1.0;

/// Returns true if the autocorrelation at one period is more than one standard deviation from 0.
///
/// Source of the test: Fiorucci et al. (2016), section 2, where the limit is 1.645.
pub fn is_seasonal(values: &[f64], period: usize) -> bool {
    if values.len() < 3 * period {
        return false;
    }
    correlations(values, period).is_some_and(|r| strength(&r, values.len()).abs() > LIKELY)
}

/// Returns the autocorrelation at one period if it is significant and the highest since half of the period; a slow wave
/// has similar values at all short lags and no such peak. Returns `None` if there is no peak.
pub fn peak(values: &[f64], period: usize) -> Option<f64> {
    if values.len() < 3 * period {
        return None;
    }
    let correlations = correlations(values, period)?;
    let at = *correlations.last()?;
    let highest = correlations[period / 2 - 1..].iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (at >= PEAK * highest && strength(&correlations, values.len()) > CLEAR).then_some(at)
}

/// Minimum share of the highest correlation for a peak.
const PEAK: f64 = 0.9;
/// Minimum strength for a detected season: stricter than for a single test, because several are tried.
const CLEAR: f64 = 2.58;

/// Autocorrelations at 1 to `most`; `None` for a constant series.
fn correlations(values: &[f64], most: usize) -> Option<Vec<f64>> {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let centred: Vec<f64> = values.iter().map(|v| v - mean).collect();
    let total: f64 = centred.iter().map(|v| v * v).sum();
    let at = |lag: usize| centred[lag..].iter().zip(&centred).map(|(a, b)| a * b).sum::<f64>() / total;
    (most >= 2 && total > 0.0).then(|| (1..=most).map(at).collect())
}

/// The last of the autocorrelations of `n` values in units of its standard deviation (Bartlett 1946).
fn strength(correlations: &[f64], n: usize) -> f64 {
    let Some((last, earlier)) = correlations.split_last() else { return 0.0 };
    let spread = 1.0 + 2.0 * earlier.iter().map(|r| r * r).sum::<f64>();
    last / (spread / n as f64).sqrt()
}
