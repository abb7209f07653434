//! Searches a month, and how sure they are.

use super::output::VolumeSource;
use super::rows::Entry;

/// Days of a mean month: 365.25 / 12.
pub(crate) const DAYS_OF_MONTH: f64 = 30.4375;

/// Demand of one query a month.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Demand {
    /// Middle of the distribution, searches a month (the bound itself for impressions).
    pub(crate) monthly: f64,
    pub(crate) source: VolumeSource,
    /// Standard deviation of the logarithm; for impressions of the upward part alone.
    pub(crate) spread: f64,
}

/// Spreads of the logarithm of a volume, taken for granted: a counted volume is rounded and averaged
/// over months (20 %), a tool's estimate is commonly off by half.
const EXACT_SPREAD: f64 = 0.2;
const ESTIMATE_SPREAD: f64 = 0.5;
/// A log-uniform range has its 10 % and 90 % points at 0.1 and 0.9 of the range; 0.4 / 1.2816 of it
/// is the normal deviation with the same points.
const BUCKET_SPREAD: f64 = 0.4 / 1.281_551_565_5;

/// What is known of a query's demand; `None` when neither a tool nor impressions tell.
///
/// Exact before estimate before bucket before impressions. An estimate or bucket wholly below the
/// impressions the site itself had is replaced by them: a lower bound that was counted.
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

/// Impressions count only the searches in which the site was shown: nearly all on page one, fewer
/// the deeper it ranks. The upward spread by depth is taken for granted; counting noise is Poisson.
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

/// Which entries count toward a sum of volumes: close variants for which a tool reports the same
/// number count once. Impressions are counted query by query and all add up.
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
