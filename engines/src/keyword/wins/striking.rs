//! Striking distance: ranks just below the positions with most clicks.

use serde_json::json;

use super::super::output::WinKind;
use super::super::target::reachable;
use super::{Draft, Ground, confidence, gain_to};
use crate::common::count;

/// Positions up to this one have nothing left to gain quickly.
const TOP: f64 = 2.0;

/// Finds non-brand queries that are at positions `strikingFrom` to `strikingTo` now, with enough impressions.
pub(super) fn find(ground: Ground<'_>) -> Vec<Draft> {
    let params = ground.params;
    let mut drafts = Vec::new();
    for (at, entry) in ground.facts.entries.iter().enumerate() {
        let Some(position) = ground.position(at) else { continue };
        let is_near = position > TOP && position >= params.striking_from && position <= params.striking_to;
        let is_seen = entry.impressions >= params.min_impressions;
        if !is_near || ground.is_brand[at] || !(is_seen || has_tool_volume(ground, at)) {
            continue;
        }
        let target = reachable(position, params);
        let latest = ground.periods.latest(at);
        let impressions = latest.map_or(entry.impressions, |latest| latest.impressions);
        let ceiling = if position <= 10.5 { 0.7 } else { 0.5 };
        drafts.push(Draft {
            keyword: at,
            kind: WinKind::StrikingDistance,
            detail: format!(
                "{} with {} impressions; position {target:.0} is within reach.",
                ground.rank_words(at, position),
                count(impressions)
            ),
            confidence: confidence(ceiling, entry.impressions.max(params.min_impressions)),
            gain: gain_to(ground, at, target),
            figures: json!({
                "position": position, "targetPosition": target, "impressions": impressions,
                "clicks": latest.map_or(entry.clicks, |latest| latest.clicks),
                "days": latest.map(|latest| latest.days), "lastDay": latest.and(ground.periods.last_day),
            }),
        });
    }
    drafts
}

/// A rank without impressions (from a tool) counts if the tool reports the demand.
fn has_tool_volume(ground: Ground<'_>, at: usize) -> bool {
    ground.facts.entries[at].impressions == 0.0
        && ground.facts.demands[at].is_some_and(|d| d.monthly >= ground.params.min_impressions)
}
