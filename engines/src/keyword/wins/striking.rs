//! Striking distance: ranks just below the positions with most clicks.

use serde_json::json;

use super::super::output::WinKind;
use super::{Draft, Ground, confidence, gain_to};
use crate::common::count;

/// Finds non-brand queries at positions `strikingFrom` to `strikingTo` with enough impressions.
pub(super) fn find(ground: Ground<'_>) -> Vec<Draft> {
    let params = ground.params;
    let mut drafts = Vec::new();
    for (at, entry) in ground.facts.entries.iter().enumerate() {
        let Some(position) = entry.position else { continue };
        let is_near = position >= params.striking_from && position <= params.striking_to;
        let is_seen = entry.impressions >= params.min_impressions;
        if !is_near || ground.is_brand[at] || !(is_seen || has_tool_volume(ground, at)) {
            continue;
        }
        // At least one position up, even if the target is already close.
        let target = params.target_position.min(position - 1.0).max(1.0);
        let ceiling = if position <= 10.5 { 0.7 } else { 0.5 };
        drafts.push(Draft {
            keyword: at,
            kind: WinKind::StrikingDistance,
            detail: format!(
                "Ranks at position {position:.1} with {} impressions; position {target:.0} is realistic.",
                count(entry.impressions)
            ),
            confidence: confidence(ceiling, entry.impressions.max(params.min_impressions)),
            gain: gain_to(ground, at, target),
            figures: json!({
                "position": position, "targetPosition": target, "impressions": entry.impressions,
                "clicks": entry.clicks,
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
