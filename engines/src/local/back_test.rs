//! Backtest of previous scores against outcomes.

use super::input::Overrides;
use super::market::revenue;
use super::output::BackTest;
use super::params::Checked;
use super::world::{Finder, World};
use crate::common::{Day, EngineError};

/// Minimum number of outcomes for a backtest.
const LEAST: usize = 10;

/// Ranks outcomes by scores computed without them.
///
/// # Errors
/// Returns the errors of [`World::new`].
pub(crate) fn back_test(
    overrides: &Overrides, as_of: Option<Day>, currency: &str, params: &Checked,
) -> Result<Option<BackTest>, EngineError> {
    if overrides.outcomes.len() < LEAST {
        return Ok(None);
    }
    let blind = Overrides { outcomes: Vec::new(), ..overrides.clone() };
    let world = World::new(&blind, as_of, Some(currency), params)?;
    let finder = Finder::new(&world.places);
    let pair = |row: &super::input::Outcome| {
        let cents = row.revenue_cents.filter(|_| row.months > 0.0)?;
        let place = finder.find(&row.place, row.state.as_deref()).ok()?;
        let expected = revenue(&world.factors(world.vertical(&row.vertical)?, place))?.mean;
        Some((expected, cents / row.months))
    };
    let mut pairs: Vec<(f64, f64)> = overrides.outcomes.iter().filter_map(pair).collect();
    if pairs.len() < LEAST {
        return Ok(None);
    }
    let (expected, real): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1)));
    let best = pairs.len().div_ceil(10);
    let mean = real.iter().sum::<f64>() / real.len() as f64;
    let top = pairs[..best].iter().map(|pair| pair.1).sum::<f64>() / best as f64;
    Ok((mean > 0.0).then(|| BackTest {
        sites: pairs.len() as u32,
        rank_correlation: correlation(&ranks(&expected), &ranks(&real)),
        top_decile_lift: top / mean,
    }))
}

/// Ranks from 1; ties share their mean rank.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut start = 0;
    while start < order.len() {
        let same = order[start..].iter().take_while(|at| values[**at].total_cmp(&values[order[start]]).is_eq()).count();
        for at in &order[start..start + same] {
            ranks[*at] = start as f64 + (same as f64 + 1.0) / 2.0;
        }
        start += same;
    }
    ranks
}

/// Pearson's correlation; 0 if one side is constant.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let count = a.len() as f64;
    let (mean_a, mean_b) = (a.iter().sum::<f64>() / count, b.iter().sum::<f64>() / count);
    let cross: f64 = a.iter().zip(b).map(|(a, b)| (a - mean_a) * (b - mean_b)).sum();
    let (var_a, var_b): (f64, f64) =
        (a.iter().map(|a| (a - mean_a).powi(2)).sum(), b.iter().map(|b| (b - mean_b).powi(2)).sum());
    if var_a > 0.0 && var_b > 0.0 { cross / (var_a * var_b).sqrt() } else { 0.0 }
}
