//! Monthly search volume and its uncertainty.

use super::output::VolumeSource;
use super::rows::Entry;

/// Average days per month: 365.25 / 12.
pub(crate) const DAYS_OF_MONTH: f64 = 30.4375;

/// Monthly demand of a query.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Demand {
    /// Median monthly search volume (the bound itself for impressions).
    pub(crate) monthly: f64,
    pub(crate) source: VolumeSource,
    /// Standard deviation of the logarithm; for impressions of the upper side only.
    pub(crate) spread: f64,
}

/// Assumed standard deviations of the logarithm of a volume: a counted volume is rounded and
/// averaged over months (20 %), a tool's estimate is often off by half.
const EXACT_SPREAD: f64 = 0.2;
const ESTIMATE_SPREAD: f64 = 0.5;
/// A log-uniform range has its 10 % and 90 % quantiles at 0.1 and 0.9 of the range; 0.4 / 1.2816 of
/// it is the normal standard deviation with the same quantiles.
const BUCKET_SPREAD: f64 = 0.4 / 1.281_551_565_5;

/// Returns the demand of a query; `None` without a tool's volume and impressions.
///
/// Exact before estimate before bucket before impressions. An estimate or bucket entirely below the
/// site's own impressions is replaced by them, because they are a counted lower bound.
pub(crate) fn demand(entry: &Entry, period_days: f64) -> Option<Demand> {
    let counted = from_impressions(entry, period_days);
    match (reported(entry), counted) {
        (Some(told), Some(counted)) => {
            let ceiling = told.monthly * (1.645 * told.spread).exp();
            let is_refuted = told.source != VolumeSource::Exact && counted.monthly > ceiling;
            Some(if is_refuted { counted } else { told })
        }
        (told, counted) => told.or(counted),
    }
}

fn reported(entry: &Entry) -> Option<Demand> {
    let volume = entry.volume.as_ref()?;
    match (volume.value, volume.low, volume.high) {
        (Some(value), _, _) if volume.exact => {
            Some(Demand { monthly: value, source: VolumeSource::Exact, spread: EXACT_SPREAD })
        }
        (Some(value), None, None) => {
            Some(Demand { monthly: value, source: VolumeSource::Estimate, spread: ESTIMATE_SPREAD })
        }
        (value, low, high) => {
            let high = high.or(value)?.max(1.0);
            let low = low.unwrap_or(high / 10.0).max(high.min(1.0)).min(high);
            let spread = (high / low).ln() * BUCKET_SPREAD;
            Some(Demand { monthly: (low * high).sqrt(), source: VolumeSource::Bucket, spread })
        }
    }
}

/// Impressions count only queries for which the site was shown: nearly all on page one, fewer at
/// lower positions. The upward spread by position is an assumption; counting noise is Poisson.
fn from_impressions(entry: &Entry, period_days: f64) -> Option<Demand> {
    if entry.impressions_floor <= 0.0 {
        return None;
    }
    let unseen = match entry.position {
        Some(position) if position <= 10.5 => 0.15,
        Some(position) if position <= 20.5 => 0.35,
        _ => 0.7,
    };
    let noise = 1.0 / (entry.impressions_floor + 1.0);
    Some(Demand {
        monthly: entry.impressions_floor * DAYS_OF_MONTH / period_days,
        source: VolumeSource::Impressions,
        spread: (unseen * unseen + noise).sqrt(),
    })
}

/// Returns the entries that count toward a sum of volumes: close variants with the same reported
/// number count once. Impressions are counted per query and all summed.
pub(crate) fn counted_once(keys: &[String], demands: &[Option<Demand>]) -> Vec<bool> {
    let mut seen = std::collections::HashSet::new();
    keys.iter()
        .zip(demands)
        .map(|(key, demand)| match demand {
            Some(demand) if demand.source != VolumeSource::Impressions => {
                seen.insert((key.as_str(), demand.monthly.to_bits()))
            }
            _ => true,
        })
        .collect()
}
