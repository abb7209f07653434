//! Extra clicks of a fix, where position and demand are known.

use super::input::FixInput;
use super::output::SearchFacts;
use super::rule::Gain;
use crate::content::ClickRange;
use crate::market::money::Z90;
use crate::market::{CTR_SPREAD, Curve};

/// Weight of the published curve, in clicks: the same as in the content audit.
const PRIOR_CLICKS: f64 = 20.0;

/// Clicks a month that each position brings; or why they are unknown.
#[derive(Debug, Clone)]
pub(super) struct Demand(Result<Known, String>);

#[derive(Debug, Clone, Copy)]
struct Known {
    position: f64,
    /// Impressions or searches a month.
    monthly: f64,
    /// CTR of the website relative to the published curve.
    ratio: f64,
}

impl Demand {
    pub(super) fn new(input: &FixInput) -> Self {
        Self(known(input))
    }

    /// Returns the extra clicks of a gain in positions, or why they are unknown.
    pub(super) fn extra(&self, gain: Gain) -> Result<ClickRange, String> {
        let Some(steps) = gain.steps() else {
            return Err(match gain {
                Gain::Blocking => "The page cannot appear in results until this is fixed.",
                _ => "No effect on the rank is known, so no clicks are computed.",
            }
            .to_owned());
        };
        let known = self.0.clone()?;
        let curve = Curve::published();
        let now = curve.at(known.position);
        let at = |step: f64| {
            let better = curve.at((known.position - step).max(1.0));
            known.monthly * (known.ratio * (better - now)).clamp(0.0, 0.95)
        };
        let spread = (Z90 * CTR_SPREAD).exp();
        let [low, mid, high] = steps.map(at);
        // The curve is no exact decrease from position to position.
        let (mid, high) = (mid.max(low), high.max(mid).max(low));
        Ok(ClickRange { low: tenth(low / spread), mid: tenth(mid), high: tenth(high * spread) })
    }
}

fn known(input: &FixInput) -> Result<Known, String> {
    let search = &input.search;
    let Some(position) = &search.position else {
        return Err(match &search.beyond {
            Some(beyond) => format!("The website was not found in the first {:.0} results.", beyond.value),
            None => "The position is unknown: track the keyword, or connect Search Console.".to_owned(),
        });
    };
    let is_other = |url: &&String| !is_same_page(url, &input.url) && !is_of(input, url);
    if let Some(other) = search.ranking_url.as_ref().filter(is_other) {
        return Err(format!("Another page ranks for the keyword: {other}."));
    }
    let Some(monthly) = search.impressions.as_ref().or(search.volume.as_ref()) else {
        return Err("The search volume is unknown: import a keyword list, or connect Search Console.".to_owned());
    };
    Ok(Known { position: position.value.max(1.0), monthly: monthly.value.max(0.0), ratio: ratio(search) })
}

fn is_of(input: &FixInput, url: &str) -> bool {
    input.page.as_ref().is_some_and(|page| is_same_page(url, &page.url))
}

/// Posterior mean of the CTR relative to the curve: Poisson clicks with a Gamma prior of mean 1, as in the content audit.
fn ratio(search: &SearchFacts) -> f64 {
    let (Some(position), Some(clicks), Some(impressions)) = (&search.position, &search.clicks, &search.impressions)
    else {
        return 1.0;
    };
    if clicks.value > impressions.value {
        return 1.0;
    }
    let expected = impressions.value * Curve::published().at(position.value.max(1.0));
    (PRIOR_CLICKS + clicks.value) / (PRIOR_CLICKS + expected)
}

/// Returns whether two addresses name one page: scheme, `www.`, fragment and a closing slash do not count.
pub(super) fn is_same_page(left: &str, right: &str) -> bool {
    bare(left) == bare(right)
}

fn bare(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let rest = rest.strip_prefix("www.").unwrap_or(rest);
    rest.split('#').next().unwrap_or_default().trim_end_matches('/')
}

fn tenth(clicks: f64) -> f64 {
    (clicks * 10.0).round() / 10.0
}
