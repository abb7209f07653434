//! Alerts about ranks: what changed by more than the keyword's own volatility explains.

use serde::{Deserialize, Serialize};

use crate::domain::rank::{AlertKind, AlertSeverity, TrackedKeyword};

/// Rules of the alerts of a website.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AlertRules {
    /// Whether there are alerts at all.
    pub is_on: bool,
    /// Only keywords with at least this monthly value, in cents. With 0, keywords of an unknown value count too.
    pub min_value_cents: i64,
    /// Standard deviations of the keyword's own volatility that a drop must exceed.
    pub sigmas: f64,
    /// Position that is reported when a keyword enters or leaves the results up to it.
    pub top: i32,
    /// Whether drops are reported.
    pub drops: bool,
    /// Whether entering and leaving the first results is reported.
    pub tops: bool,
    /// Whether the loss of a feature is reported.
    pub features: bool,
    /// Whether citations in AI overviews are reported.
    pub citations: bool,
}

impl Default for AlertRules {
    /// All kinds, for all keywords, and drops beyond three standard deviations.
    fn default() -> Self {
        Self {
            is_on: true,
            min_value_cents: 0,
            sigmas: 3.0,
            top: 10,
            drops: true,
            tops: true,
            features: true,
            citations: true,
        }
    }
}

/// A change that is reported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundAlert {
    /// Kind.
    pub kind: AlertKind,
    /// Severity.
    pub severity: AlertSeverity,
    /// Message, a sentence.
    pub message: String,
}

/// What a new check has found.
#[derive(Debug, Clone, Copy)]
pub struct NewStanding<'a> {
    /// Position; `None` if beyond `depth`.
    pub rank: Option<i32>,
    /// Checked results.
    pub depth: i32,
    /// Features in which the website appears.
    pub owned_features: &'a [String],
    /// Features of the results.
    pub features: &'a [String],
    /// Whether the AI overview cites the website; `None` if there is none, or its sources are unknown.
    pub is_cited: Option<bool>,
    /// Days since the check before.
    pub days: f64,
}

/// Least places of a drop.
const LEAST_PLACES: i32 = 2;
/// Positions from which leaving the first results is critical.
const BEST: i32 = 3;

/// Returns what the rules report of a new check, compared with the state before it. Nothing on the first check.
#[must_use]
pub fn alerts(rules: &AlertRules, before: &TrackedKeyword, after: NewStanding<'_>) -> Vec<FoundAlert> {
    let has_value =
        rules.min_value_cents <= 0 || before.value_cents.is_some_and(|cents| cents >= rules.min_value_cents);
    let Some(depth) = before.depth.filter(|_| rules.is_on && has_value && before.checked_at.is_some()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let top = rules.tops.then(|| top(rules.top, before, after)).flatten();
    let has_left = top.as_ref().is_some_and(|one| one.kind == AlertKind::LeftTop);
    found.extend(top);
    if rules.drops && !has_left {
        found.extend(drop_beyond(rules.sigmas, depth, before, after));
    }
    if rules.features {
        found.extend(lost_feature(before, after));
    }
    if rules.citations {
        found.extend(citation(before, after));
    }
    found
}

/// Position as a word: `beyond 20` where the website was not found.
fn place(rank: Option<i32>, depth: i32) -> String {
    rank.map_or_else(|| format!("beyond {depth}"), |rank| rank.to_string())
}

fn top(limit: i32, before: &TrackedKeyword, after: NewStanding<'_>) -> Option<FoundAlert> {
    // A check of fewer results than the limit knows nothing about the rest.
    if after.rank.is_none() && after.depth < limit || before.rank.is_none() && before.depth? < limit {
        return None;
    }
    let is_in = |rank: Option<i32>| rank.is_some_and(|rank| rank <= limit);
    let (old, new) = (place(before.rank, before.depth?), place(after.rank, after.depth));
    let keyword = &before.keyword;
    match (is_in(before.rank), is_in(after.rank)) {
        (true, false) => {
            let severity = if before.rank <= Some(BEST) { AlertSeverity::Critical } else { AlertSeverity::Warning };
            let message = format!("\"{keyword}\" left the first {limit} results: from {old} to {new}.");
            Some(FoundAlert { kind: AlertKind::LeftTop, severity, message })
        }
        (false, true) => {
            let message = format!("\"{keyword}\" entered the first {limit} results: from {old} to {new}.");
            Some(FoundAlert { kind: AlertKind::EnteredTop, severity: AlertSeverity::Info, message })
        }
        _ => None,
    }
}

/// A drop by more standard deviations than allowed. Beyond the depth it counts with the least that it can be.
fn drop_beyond(sigmas: f64, old_depth: i32, before: &TrackedKeyword, after: NewStanding<'_>) -> Option<FoundAlert> {
    let old = before.rank?;
    let new = after.rank.unwrap_or(after.depth.saturating_add(1));
    let moved = f64::from(new.max(1)).ln() - f64::from(old.max(1)).ln();
    let usual = before.volatility.unwrap_or(super::PRIOR) * after.days.max(1.0).sqrt();
    if new.saturating_sub(old) < LEAST_PLACES || moved <= sigmas * usual {
        return None;
    }
    let (from, to) = (place(before.rank, old_depth), place(after.rank, after.depth));
    let message = format!("\"{}\" dropped from {from} to {to}, more than its rank usually moves.", before.keyword);
    Some(FoundAlert { kind: AlertKind::Drop, severity: AlertSeverity::Warning, message })
}

fn lost_feature(before: &TrackedKeyword, after: NewStanding<'_>) -> Option<FoundAlert> {
    // A feature that the results no longer have is not lost to anybody.
    let is_lost = |feature: &&String| !after.owned_features.contains(feature) && after.features.contains(feature);
    let lost: Vec<String> = before
        .owned_features
        .iter()
        .filter(|feature| *feature != "ai_overview")
        .filter(is_lost)
        .map(|feature| feature.replace('_', " "))
        .collect();
    (!lost.is_empty()).then(|| FoundAlert {
        kind: AlertKind::LostFeature,
        severity: AlertSeverity::Warning,
        message: format!("\"{}\" no longer shows your website in: {}.", before.keyword, lost.join(", ")),
    })
}

fn citation(before: &TrackedKeyword, after: NewStanding<'_>) -> Option<FoundAlert> {
    let (kind, severity, text) = match (before.is_cited, after.is_cited?) {
        (false, true) => (AlertKind::Cited, AlertSeverity::Info, "now cites your website"),
        (true, false) => (AlertKind::CitationLost, AlertSeverity::Warning, "no longer cites your website"),
        _ => return None,
    };
    Some(FoundAlert { kind, severity, message: format!("The AI overview of \"{}\" {text}.", before.keyword) })
}

#[cfg(test)]
mod tests {
    use chrono::Utc;
    use sqlx::types::Json;
    use uuid::Uuid;

    use super::*;
    use crate::domain::rank::{OverviewState, RankDevice};

    fn before(rank: Option<i32>) -> TrackedKeyword {
        TrackedKeyword {
            id: Uuid::nil(),
            website_id: Uuid::nil(),
            keyword: "plumber".to_owned(),
            country: "us".to_owned(),
            place: String::new(),
            place_code: None,
            device: RankDevice::Desktop,
            language: "en".to_owned(),
            tags: Json(Vec::new()),
            target_url: None,
            created_at: Utc::now(),
            checked_at: Some(Utc::now()),
            rank,
            absolute_rank: rank,
            depth: Some(20),
            url: None,
            previous_rank: None,
            previous_depth: None,
            best_rank: rank,
            features: Json(vec!["local_pack".to_owned()]),
            owned_features: Json(vec!["local_pack".to_owned()]),
            ai_overview: Some(OverviewState::Present),
            is_cited: true,
            volatility: Some(0.1),
            next_at: None,
            failed_at: None,
            error: None,
            volume: None,
            value_cents: Some(5_000),
            change: None,
        }
    }

    fn after(rank: Option<i32>) -> NewStanding<'static> {
        NewStanding { rank, depth: 20, owned_features: &[], features: &[], is_cited: Some(true), days: 1.0 }
    }

    fn kinds(rules: &AlertRules, old: Option<i32>, new: NewStanding<'_>) -> Vec<AlertKind> {
        alerts(rules, &before(old), new).into_iter().map(|one| one.kind).collect()
    }

    #[test]
    fn drop_is_measured_by_the_volatility_of_the_keyword() {
        let rules = AlertRules::default();
        assert_eq!(kinds(&rules, Some(4), after(Some(5))), [], "one place");
        assert_eq!(kinds(&rules, Some(4), after(Some(9))), [AlertKind::Drop]);
        assert_eq!(kinds(&rules, Some(9), after(Some(4))), [], "a rise");
        let calm = kinds(&rules, Some(12), after(Some(15)));
        assert_eq!(calm, [], "a quarter is less than three standard deviations of a tenth");
        assert_eq!(kinds(&rules, Some(12), after(None)), [AlertKind::Drop], "at least to 21");
        let later = NewStanding { days: 16.0, ..after(Some(9)) };
        assert_eq!(kinds(&rules, Some(4), later), [], "it had sixteen days to move");
    }

    #[test]
    fn leaving_and_entering_the_first_results_is_reported_once() {
        let rules = AlertRules::default();
        let left = alerts(&rules, &before(Some(2)), after(Some(14)));
        assert_eq!((left.len(), left[0].kind, left[0].severity), (1, AlertKind::LeftTop, AlertSeverity::Critical));
        assert_eq!(left[0].message, "\"plumber\" left the first 10 results: from 2 to 14.");
        assert_eq!(kinds(&rules, None, after(Some(8))), [AlertKind::EnteredTop]);
        assert_eq!(kinds(&rules, None, after(None)), []);
    }

    #[test]
    fn features_and_citations_that_are_lost_are_reported() {
        let rules = AlertRules::default();
        let local = ["local_pack".to_owned()];
        let lost = NewStanding { features: &local, is_cited: Some(false), ..after(Some(4)) };
        assert_eq!(kinds(&rules, Some(4), lost), [AlertKind::LostFeature, AlertKind::CitationLost]);
        let unknown = NewStanding { is_cited: None, ..after(Some(4)) };
        assert_eq!(kinds(&rules, Some(4), unknown), [], "an overview that was not loaded says nothing");
    }

    #[test]
    fn keyword_below_the_value_or_without_history_has_no_alert() {
        let fall = after(Some(19));
        assert_eq!(kinds(&AlertRules { min_value_cents: 5_001, ..AlertRules::default() }, Some(1), fall), []);
        assert_eq!(kinds(&AlertRules { is_on: false, ..AlertRules::default() }, Some(1), fall), []);
        let first = TrackedKeyword { checked_at: None, depth: None, ..before(None) };
        assert_eq!(alerts(&AlertRules::default(), &first, fall), []);
    }
}
