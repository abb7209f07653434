//! The six quick wins.

mod cannibalisation;
mod ctr_gap;
mod feature;
mod striking;
mod trend;

pub(crate) use trend::Periods;

use super::cluster::Facts;
use super::curve::{SiteCurve, has_pack};
use super::money::{Gain, GainOf};
use super::output::WinKind;
use super::params::Checked;
use super::rows::Entry;
use super::target;
use crate::common::{Control, EngineError, checkpoint};

/// A quick win before it is priced.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Draft {
    pub(crate) keyword: usize,
    pub(crate) kind: WinKind,
    pub(crate) detail: String,
    pub(crate) confidence: f64,
    /// `None` if the gain is unknown.
    pub(crate) gain: Option<Gain>,
    /// Figures of the test or rule, used as evidence.
    pub(crate) figures: serde_json::Value,
}

/// Assumed minutes of work. The way to a target position takes more the longer it is.
pub(crate) fn effort_minutes(draft: &Draft, ground: Ground<'_>) -> u32 {
    match draft.kind {
        WinKind::StrikingDistance => ground
            .position(draft.keyword)
            .map_or(120, |position| target::minutes(position, target::reachable(position, ground.params))),
        WinKind::Decay => 120,
        WinKind::CtrGap => 30,
        WinKind::Cannibalisation => 90,
        WinKind::Rising => 60,
        WinKind::Feature => 45,
    }
}

/// Input of the finders.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ground<'a> {
    pub(crate) facts: Facts<'a>,
    pub(crate) curve: &'a SiteCurve,
    pub(crate) is_brand: &'a [bool],
    /// Whether each entry was used for fitting the curve.
    pub(crate) is_usable: &'a [bool],
    pub(crate) params: &'a Checked,
    pub(crate) periods: &'a Periods,
}

impl Ground<'_> {
    /// Position of a query now.
    pub(crate) fn position(&self, at: usize) -> Option<f64> {
        self.periods.position(at, &self.facts.entries[at])
    }

    /// Says where a query ranks, and when.
    fn rank_words(&self, at: usize, position: f64) -> String {
        match self.periods.words(at) {
            Some(days) => format!("At position {position:.1} {days},"),
            None => format!("Average position {position:.1} in the period,"),
        }
    }
}

/// Finds all quick wins, sorted by keyword and kind.
///
/// # Errors
/// Returns [`EngineError::Cancelled`] if the caller cancelled.
pub(crate) fn find(ground: Ground<'_>, control: &dyn Control) -> Result<Vec<Draft>, EngineError> {
    let mut drafts = striking::find(ground);
    checkpoint(control)?;
    drafts.extend(ctr_gap::find(ground));
    checkpoint(control)?;
    drafts.extend(cannibalisation::find(ground));
    checkpoint(control)?;
    drafts.extend(trend::find(ground));
    drafts.extend(feature::find(ground));
    drafts.sort_by_key(|draft| (draft.keyword, draft.kind));
    Ok(drafts)
}

/// Confidence that increases with impressions, from 0 to `ceiling`.
fn confidence(ceiling: f64, impressions: f64) -> f64 {
    ceiling * impressions / (impressions + 30.0)
}

/// Gain of moving a query from its position to `target`, by the CTR curve.
///
/// It is scaled by the query's own clicks relative to the curve: (clicks + 20) / (expected + 20), a
/// Gamma-Poisson mean with a weight of 20 clicks.
fn gain_to(ground: Ground<'_>, at: usize, target: f64) -> Option<Gain> {
    let entry = &ground.facts.entries[at];
    let demand = ground.facts.demands[at]?;
    let position = ground.position(at)?;
    let pack = has_pack(entry);
    let now = ground.curve.at(position, pack);
    // Clicks and impressions are of the whole data, so they are compared with its position.
    let own = own_ratio(entry, ground.curve.at(entry.position.unwrap_or(position), pack));
    let steps = 32;
    let path = (0..=steps)
        .map(|step| {
            let reached = position - (position - target) * f64::from(step) / f64::from(steps);
            (own * (ground.curve.at(reached, pack) - now)).clamp(0.0, 0.95)
        })
        .collect();
    Some(gain_of(ground, at, GainOf::Path { demand, path }))
}

fn own_ratio(entry: &Entry, expected_ctr: f64) -> f64 {
    match entry.ctr() {
        Some(_) => (entry.clicks + 20.0) / (entry.impressions * expected_ctr + 20.0),
        None => 1.0,
    }
}

fn gain_of(ground: Ground<'_>, at: usize, of: GainOf) -> Gain {
    Gain { of, urgency: ground.facts.judgements[at].urgency, cpc_cents: ground.facts.entries[at].cpc_cents }
}
