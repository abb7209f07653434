//! Cannibalisation: several pages of the site alternate for one query. The finding is for review.
//!
//! Several ranking pages are not in themselves a problem (John Mueller of Google, September 2025, as reported). The
//! engine therefore never claims lost clicks, and it claims alternation only from daily data.

use rayon::prelude::*;
use serde_json::json;

use super::super::output::WinKind;
use super::trend::Turns;
use super::{Draft, Ground, confidence};
use crate::common::count;

/// Minimum number of days with a ranking page for alternation.
const LEAST_DAYS: usize = 8;
/// Minimum number of changes of the ranking page.
const LEAST_FLIPS: usize = 3;
/// Minimum share of days, or of impressions, of the second page.
const LEAST_SHARE: f64 = 0.2;

/// Finds queries with alternating pages in the last four weeks, or with two pages that share the impressions.
pub(super) fn find(ground: Ground<'_>) -> Vec<Draft> {
    (0..ground.facts.entries.len())
        .into_par_iter()
        .filter(|at| !ground.is_brand[*at])
        .filter_map(|at| match ground.periods.turns(at) {
            Some(turns) => Some(turns)
                .filter(|turns| turns.days >= LEAST_DAYS)
                .and_then(|turns| from_turns(ground, at, turns))
                .or_else(|| from_latest(ground, at, turns)),
            None => from_shares(ground, at),
        })
        .collect()
}

fn from_turns(ground: Ground<'_>, at: usize, turns: &Turns) -> Option<Draft> {
    let second = turns.leading_days.get(1)?;
    let is_shared = second.1 as f64 >= LEAST_SHARE * turns.days as f64;
    let entry = &ground.facts.entries[at];
    if turns.flips < LEAST_FLIPS || !is_shared || entry.impressions < ground.params.min_impressions {
        return None;
    }
    Some(Draft {
        keyword: at,
        kind: WinKind::Cannibalisation,
        detail: format!(
            "The ranking page changed {} times in {} days between {} pages (the last four weeks of the data).",
            turns.flips,
            turns.days,
            turns.leading_days.len()
        ),
        confidence: confidence(0.65, entry.impressions),
        gain: None,
        figures: json!({
            "flips": turns.flips, "days": turns.days,
            "pages": turns.leading_days.iter().take(5).map(|(page, days)| json!({"page": page, "days": days})).collect::<Vec<_>>(),
        }),
    })
}

/// Pages that share the impressions of the last four weeks.
fn from_latest(ground: Ground<'_>, at: usize, turns: &Turns) -> Option<Draft> {
    let total: f64 = turns.shown.iter().map(|(_, impressions)| impressions).sum();
    let second = turns.shown.get(1)?.1;
    if total < ground.params.min_impressions || second < 5.0 || second < LEAST_SHARE * total {
        return None;
    }
    let sharing = turns.shown.iter().filter(|(_, impressions)| *impressions >= LEAST_SHARE * total).count();
    let page = |(page, impressions): &(String, f64)| json!({ "page": page, "impressions": impressions });
    Some(Draft {
        keyword: at,
        kind: WinKind::Cannibalisation,
        detail: format!(
            "{sharing} pages share {} impressions in the last four weeks of the data. This is only a problem if they serve the same intent.",
            count(total)
        ),
        confidence: confidence(0.3, total),
        gain: None,
        figures: json!({ "days": turns.days, "pages": turns.shown.iter().take(5).map(page).collect::<Vec<_>>() }),
    })
}

fn from_shares(ground: Ground<'_>, at: usize) -> Option<Draft> {
    let entry = &ground.facts.entries[at];
    let total: f64 = entry.pages.iter().map(|page| page.impressions).sum();
    let mut by_impressions: Vec<_> = entry.pages.iter().collect();
    by_impressions.sort_by(|a, b| b.impressions.total_cmp(&a.impressions).then(a.page.cmp(&b.page)));
    let second = by_impressions.get(1)?;
    let is_shared = second.impressions >= LEAST_SHARE * total;
    if total < ground.params.min_impressions || second.impressions < 5.0 || !is_shared {
        return None;
    }
    let sharing = by_impressions.iter().filter(|page| page.impressions >= LEAST_SHARE * total).count();
    Some(Draft {
        keyword: at,
        kind: WinKind::Cannibalisation,
        detail: format!(
            "{sharing} pages share {} impressions. This is only a problem if they serve the same intent.",
            count(total)
        ),
        confidence: confidence(0.3, total),
        gain: None,
        figures: json!({
            "pages": by_impressions.iter().take(5).map(|page| json!({
                "page": page.page, "clicks": page.clicks, "impressions": page.impressions,
                "position": page.position(),
            })).collect::<Vec<_>>(),
        }),
    })
}
