//! Decay and rising demand between two periods.

mod periods;

pub(crate) use periods::{Figures, Pair, Periods, Turns};

use serde_json::json;

use super::super::money::GainOf;
use super::super::output::WinKind;
use super::super::volume::{DAYS_OF_MONTH, Demand};
use super::{Draft, Ground, gain_of, gain_to};
use crate::common::count;
use crate::stat::{benjamini_hochberg, poisson_ratio_test};

/// Minimum number of clicks or impressions of both periods together for a test.
const LEAST_COUNT: f64 = 10.0;
/// Change of position below which it counts as unchanged.
const STEADY: f64 = 1.0;

/// Median of the chi-squared distribution with one degree of freedom.
const MEDIAN_OF_CHANCE: f64 = 0.454_936;

/// A test of two periods.
struct Tested {
    at: usize,
    z: f64,
    q: f64,
    change: f64,
}

/// Finds queries with falling clicks and queries with rising demand.
///
/// Rates of two periods are compared by Huffman's test with Benjamini-Hochberg. Counts vary more than
/// Poisson (days, weather, news), so their variance is modelled as m (1 + k m) for a mean of m; k
/// makes the median of z^2 over all queries equal to its value by chance. Sources: Breslow (1984),
/// "Extra-Poisson variation in log-linear models", Applied Statistics 33(1); Devlin & Roeder (1999),
/// "Genomic control for association studies", Biometrics 55, for the median.
pub(super) fn find(ground: Ground<'_>) -> Vec<Draft> {
    let mut drafts = Vec::new();
    for tested in test(ground, |figures| figures.clicks) {
        if tested.z < 0.0 && tested.change <= -ground.params.min_change.min(0.95) {
            drafts.extend(decay(ground, &tested));
        }
    }
    for tested in test(ground, |figures| figures.impressions) {
        if tested.z > 0.0 && tested.change >= ground.params.min_change {
            drafts.extend(rising(ground, &tested));
        }
    }
    drafts
}

/// Tests all queries on one figure; returns those below the false discovery rate.
fn test(ground: Ground<'_>, figure: fn(&Figures) -> f64) -> Vec<Tested> {
    let counts: Vec<(usize, &Pair)> =
        ground.periods.pairs().filter(|(_, pair)| figure(&pair.before) + figure(&pair.now) >= LEAST_COUNT).collect();
    let plain: Vec<(f64, f64)> =
        counts.iter().map(|(_, pair)| (score(pair, figure, 0.0).0, mean_count(pair, figure))).collect();
    let excess = excess_variance(&plain);
    let scores: Vec<(f64, f64)> = counts.iter().map(|(_, pair)| score(pair, figure, excess)).collect();
    let adjusted = benjamini_hochberg(&scores.iter().map(|(_, p)| *p).collect::<Vec<_>>());
    counts
        .iter()
        .zip(scores)
        .zip(adjusted)
        .filter(|(_, q)| *q <= ground.params.false_discovery_rate)
        .map(|(((at, pair), (z, _)), q)| {
            let before = figure(&pair.before) / pair.before.days;
            let now = figure(&pair.now) / pair.now.days;
            let change = if before > 0.0 { now / before - 1.0 } else { f64::MAX };
            Tested { at: *at, z, q, change }
        })
        .collect()
}

fn mean_count(pair: &Pair, figure: fn(&Figures) -> f64) -> f64 {
    f64::midpoint(figure(&pair.before), figure(&pair.now))
}

fn score(pair: &Pair, figure: fn(&Figures) -> f64, excess: f64) -> (f64, f64) {
    let (before, now) = (figure(&pair.before), figure(&pair.now));
    let dispersion = 1.0 + excess * mean_count(pair, figure);
    poisson_ratio_test(before, pair.before.days, now, pair.now.days, dispersion)
}

/// Estimates the k of variance m (1 + k m) at which the median of z^2 / (1 + k m) equals its value by chance; 0 for
/// fewer than 20 scores or if they vary no more than by chance. `scores`: (z, m). By bisection.
fn excess_variance(scores: &[(f64, f64)]) -> f64 {
    let exceeds = |excess: f64| {
        let mut squares: Vec<f64> = scores.iter().map(|(z, mean)| z * z / (1.0 + excess * mean)).collect();
        squares.sort_by(f64::total_cmp);
        squares[squares.len() / 2] > MEDIAN_OF_CHANCE
    };
    if scores.len() < 20 || !exceeds(0.0) {
        return 0.0;
    }
    let (mut low, mut high) = (0.0, 10.0);
    for _ in 0..40 {
        let middle = f64::midpoint(low, high);
        if exceeds(middle) { low = middle } else { high = middle }
    }
    high
}

fn decay(ground: Ground<'_>, tested: &Tested) -> Option<Draft> {
    let pair = ground.periods.pair(tested.at)?;
    let (before, now) = (pair.before.clicks / pair.before.days, pair.now.clicks / pair.now.days);
    let lost = (before - now) * DAYS_OF_MONTH;
    let (a, b) = (pair.before.clicks, pair.now.clicks);
    // Relative standard deviation of the difference of two Poisson counts.
    let spread = ((a + b).sqrt() / (a - b).abs().max(1.0)).min(1.5);
    Some(Draft {
        keyword: tested.at,
        kind: WinKind::Decay,
        detail: format!(
            "Clicks fell {:.0} %, from {} to {} a month{}: {}.",
            -tested.change * 100.0,
            count(before * DAYS_OF_MONTH),
            count(now * DAYS_OF_MONTH),
            compared(ground, tested.at, pair),
            cause(pair),
        ),
        confidence: 0.9 * (1.0 - tested.q),
        gain: Some(gain_of(ground, tested.at, GainOf::Clicks { monthly: lost, spread })),
        figures: figures(pair, tested),
    })
}

/// The two periods in words; empty without daily data.
fn compared(ground: Ground<'_>, at: usize, pair: &Pair) -> String {
    let words = ground.periods.words(at);
    words.map_or_else(String::new, |words| format!(", {words} compared with the {:.0} before", pair.before.days))
}

/// Returns the factor that changed: rank, demand or CTR.
fn cause(pair: &Pair) -> &'static str {
    let shift = match (pair.before.position, pair.now.position) {
        (Some(before), Some(now)) => now - before,
        _ => 0.0,
    };
    let before = pair.before.impressions / pair.before.days;
    let seen = if before > 0.0 { pair.now.impressions / pair.now.days / before } else { 1.0 };
    if shift >= STEADY {
        "the rank dropped"
    } else if seen < 0.85 {
        "fewer impressions at the same rank: demand fell, or the page is shown in fewer places"
    } else {
        "the same impressions at the same rank: the CTR fell"
    }
}

/// More impressions at a rank that did not improve indicate demand, not a better rank.
fn rising(ground: Ground<'_>, tested: &Tested) -> Option<Draft> {
    let pair = ground.periods.pair(tested.at)?;
    let (was, is) = (pair.before.position?, pair.now.position?);
    if was - is >= STEADY || ground.is_brand[tested.at] || pair.before.impressions <= 0.0 {
        return None;
    }
    let added = (pair.now.impressions / pair.now.days - pair.before.impressions / pair.before.days) * DAYS_OF_MONTH;
    let target = ground.params.target_position.min(is);
    let demand = ground.facts.demands[tested.at].map(|demand| Demand { monthly: added, ..demand });
    let gain = gain_to(ground, tested.at, target).and_then(|mut gain| {
        if let GainOf::Path { demand: whole, .. } = &mut gain.of {
            *whole = demand?;
        }
        Some(gain)
    });
    Some(Draft {
        keyword: tested.at,
        kind: WinKind::Rising,
        detail: format!(
            "{:.0} % more impressions at the same rank ({} to {} a month){}.",
            tested.change * 100.0,
            count(pair.before.impressions / pair.before.days * DAYS_OF_MONTH),
            count(pair.now.impressions / pair.now.days * DAYS_OF_MONTH),
            compared(ground, tested.at, pair),
        ),
        confidence: 0.85 * (1.0 - tested.q),
        gain,
        figures: figures(pair, tested),
    })
}

fn figures(pair: &Pair, tested: &Tested) -> serde_json::Value {
    let of = |figures: &Figures| {
        json!({
            "clicks": figures.clicks, "impressions": figures.impressions,
            "position": figures.position, "days": figures.days,
        })
    };
    json!({
        "test": "two Poisson rates (Huffman), Benjamini-Hochberg", "z": tested.z, "q": tested.q,
        "before": of(&pair.before), "now": of(&pair.now),
    })
}
