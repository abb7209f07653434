//! Alerts about ranks: what changed by more than the keyword's own volatility explains, or at two checks in a row.

use serde::{Deserialize, Serialize};

use crate::domain::rank::{AlertKind, AlertSeverity, RankDevice, TrackedKeyword};

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

/// The check before the last one.
#[derive(Debug, Clone, Copy)]
pub struct Earlier<'a> {
    /// Position; `None` if beyond `depth`.
    pub rank: Option<i32>,
    /// Checked results.
    pub depth: i32,
    /// Features in which the website appeared.
    pub owned_features: &'a [String],
    /// Days until the last check.
    pub days: f64,
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
    /// Whether the overviews before it cited the website, newest first; without those that are not known.
    pub cited_before: &'a [bool],
    /// Days since the check before.
    pub days: f64,
    /// The check before that; `None` if there is none.
    pub earlier: Option<Earlier<'a>>,
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
    let top = rules.tops.then(|| top(rules, before, after)).flatten();
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

/// Keyword as messages name it, with what distinguishes it from the same keyword elsewhere: the place, and mobile.
fn name(keyword: &TrackedKeyword) -> String {
    let is_mobile = keyword.device == RankDevice::Mobile;
    let place = Some(keyword.place.as_str()).filter(|place| !place.is_empty());
    let parts: Vec<&str> = place.into_iter().chain(is_mobile.then_some("mobile")).collect();
    let text = &keyword.keyword;
    if parts.is_empty() { format!("\"{text}\"") } else { format!("\"{text}\" ({})", parts.join("; ")) }
}

/// Position as a word: `beyond 20` where the website was not found.
fn place(rank: Option<i32>, depth: i32) -> String {
    rank.map_or_else(|| format!("beyond {depth}"), |rank| rank.to_string())
}

/// Reports that the first results were left or entered: at once by a move beyond the usual one, otherwise when the next check
/// finds the same. A rank at the limit passes it often without having changed.
fn top(rules: &AlertRules, before: &TrackedKeyword, after: NewStanding<'_>) -> Option<FoundAlert> {
    let limit = rules.top;
    let last = (before.rank, before.depth?);
    let new = (after.rank, after.depth);
    // A check of fewer results than the limit knows nothing about the rest.
    let is_in = |(rank, depth): (Option<i32>, i32)| match rank {
        Some(rank) => Some(rank <= limit),
        None => (depth >= limit).then_some(false),
    };
    let is_beyond = |from, to, days| moves(from, to).abs() > rules.sigmas * usual(before, days);
    let is_new_in = is_in(new)?;
    let from = if is_in(last)? != is_new_in {
        is_beyond(last, new, after.days).then_some(last)?
    } else {
        let earlier = after.earlier?;
        let first = (earlier.rank, earlier.depth);
        let has_passed = is_in(first)? != is_new_in;
        // A large move was reported by the check that found it.
        (has_passed && !is_beyond(first, last, earlier.days)).then_some(first)?
    };
    let (old, new) = (place(from.0, from.1), place(after.rank, after.depth));
    let keyword = name(before);
    let results = if limit == 1 { "first result".to_owned() } else { format!("first {limit} results") };
    if is_new_in {
        let message = format!("{keyword} entered the {results}: from {old} to {new}.");
        return Some(FoundAlert { kind: AlertKind::EnteredTop, severity: AlertSeverity::Info, message });
    }
    let severity = if from.0 <= Some(BEST) { AlertSeverity::Critical } else { AlertSeverity::Warning };
    let message = format!("{keyword} left the {results}: from {old} to {new}.");
    Some(FoundAlert { kind: AlertKind::LeftTop, severity, message })
}

/// Logarithm of the ratio of two positions, above 0 for a fall. Beyond the depth, the least that the position can be counts.
fn moves((old, old_depth): (Option<i32>, i32), (new, new_depth): (Option<i32>, i32)) -> f64 {
    let at = |rank: Option<i32>, depth: i32| f64::from(rank.unwrap_or(depth.saturating_add(1)).max(1)).ln();
    at(new, new_depth) - at(old, old_depth)
}

/// Standard deviation of the logarithm of a keyword's rank over a number of days.
fn usual(keyword: &TrackedKeyword, days: f64) -> f64 {
    keyword.volatility.unwrap_or(super::PRIOR) * days.max(1.0).sqrt()
}

/// A drop by more standard deviations than allowed. Beyond the depth it counts with the least that it can be.
fn drop_beyond(sigmas: f64, old_depth: i32, before: &TrackedKeyword, after: NewStanding<'_>) -> Option<FoundAlert> {
    let old = before.rank?;
    let new = after.rank.unwrap_or(after.depth.saturating_add(1));
    let moved = moves((before.rank, old_depth), (after.rank, after.depth));
    if new.saturating_sub(old) < LEAST_PLACES || moved <= sigmas * usual(before, after.days) {
        return None;
    }
    let (from, to) = (place(before.rank, old_depth), place(after.rank, after.depth));
    let message = format!("{} dropped from {from} to {to}, more than its rank usually moves.", name(before));
    Some(FoundAlert { kind: AlertKind::Drop, severity: AlertSeverity::Warning, message })
}

/// Reports features that two checks in a row did not find. A feature that the results no longer have is not lost to anybody.
fn lost_feature(before: &TrackedKeyword, after: NewStanding<'_>) -> Option<FoundAlert> {
    let lacks =
        |feature: &String, owned: &[String], shown: &[String]| !owned.contains(feature) && shown.contains(feature);
    let is_lost = |feature: &&String| {
        lacks(feature, &before.owned_features, &before.features) && lacks(feature, after.owned_features, after.features)
    };
    let lost: Vec<String> = after
        .earlier?
        .owned_features
        .iter()
        .filter(|feature| *feature != "ai_overview")
        .filter(is_lost)
        .map(|feature| feature.replace('_', " "))
        .collect();
    (!lost.is_empty()).then(|| FoundAlert {
        kind: AlertKind::LostFeature,
        severity: AlertSeverity::Warning,
        message: format!("{} no longer shows your website in: {}.", name(before), lost.join(", ")),
    })
}

/// Reports a citation that two overviews in a row have, or lack: overviews change from one request to the next.
fn citation(before: &TrackedKeyword, after: NewStanding<'_>) -> Option<FoundAlert> {
    let is_cited = after.is_cited?;
    let [last, first, ..] = after.cited_before else { return None };
    if *last != is_cited || *first == is_cited {
        return None;
    }
    let (kind, severity, text) = match is_cited {
        true => (AlertKind::Cited, AlertSeverity::Info, "now cites your website"),
        false => (AlertKind::CitationLost, AlertSeverity::Warning, "no longer cites your website"),
    };
    Some(FoundAlert { kind, severity, message: format!("The AI overview of {} {text}.", name(before)) })
}

#[cfg(test)]
mod tests {
    use chrono::Utc;
    use sqlx::types::Json;
    use uuid::Uuid;

    use super::*;
    use crate::domain::rank::OverviewState;

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
        NewStanding {
            rank,
            depth: 20,
            owned_features: &[],
            features: &[],
            is_cited: Some(true),
            cited_before: &[],
            days: 1.0,
            earlier: None,
        }
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
        let one = alerts(&AlertRules { top: 1, ..rules }, &before(Some(1)), after(Some(14)));
        assert_eq!(one[0].message, "\"plumber\" left the first result: from 1 to 14.");
        assert_eq!(kinds(&rules, None, after(Some(8))), [AlertKind::EnteredTop]);
        assert_eq!(kinds(&rules, None, after(None)), []);
    }

    #[test]
    fn message_names_the_place_and_the_device() {
        let message = |place: &str, device| {
            let keyword = TrackedKeyword { place: place.to_owned(), device, ..before(Some(4)) };
            alerts(&AlertRules::default(), &keyword, after(Some(9))).remove(0).message
        };
        assert!(message("", RankDevice::Desktop).starts_with("\"plumber\" dropped"));
        assert!(message("", RankDevice::Mobile).starts_with("\"plumber\" (mobile) dropped"));
        let both = message("Waco,Texas,United States", RankDevice::Mobile);
        assert!(both.starts_with("\"plumber\" (Waco,Texas,United States; mobile) dropped"), "{both}");
    }

    fn earlier(rank: Option<i32>) -> Earlier<'static> {
        Earlier { rank, depth: 20, owned_features: &[], days: 1.0 }
    }

    #[test]
    fn a_small_move_across_the_limit_is_reported_when_it_stays() {
        let rules = AlertRules::default();
        assert_eq!(kinds(&rules, Some(10), after(Some(11))), [], "one place");
        assert_eq!(kinds(&rules, Some(11), after(Some(10))), [], "one place");
        let stays = NewStanding { earlier: Some(earlier(Some(10))), ..after(Some(12)) };
        let left = alerts(&rules, &before(Some(11)), stays);
        assert_eq!((left.len(), left[0].kind, left[0].severity), (1, AlertKind::LeftTop, AlertSeverity::Warning));
        assert_eq!(left[0].message, "\"plumber\" left the first 10 results: from 10 to 12.");
        let back = NewStanding { earlier: Some(earlier(Some(10))), ..after(Some(10)) };
        assert_eq!(kinds(&rules, Some(11), back), [], "it is back");
        let long = NewStanding { earlier: Some(earlier(Some(11))), ..after(Some(12)) };
        assert_eq!(kinds(&rules, Some(11), long), [], "it left long ago");
        let jumped = NewStanding { earlier: Some(earlier(Some(5))), ..after(Some(19)) };
        assert_eq!(kinds(&rules, Some(19), jumped), [], "the check before has reported it");
        let shallow = Earlier { depth: 8, ..earlier(None) };
        assert_eq!(kinds(&rules, Some(9), NewStanding { earlier: Some(shallow), ..after(Some(9)) }), [], "not known");
    }

    #[test]
    fn features_and_citations_are_reported_after_two_checks_in_a_row() {
        let rules = AlertRules::default();
        let local = ["local_pack".to_owned()];
        let once =
            NewStanding { features: &local, is_cited: Some(false), cited_before: &[true, true], ..after(Some(4)) };
        assert_eq!(kinds(&rules, Some(4), once), [], "a feature or an overview may differ once");
        let owner = Earlier { owned_features: &local, ..earlier(Some(4)) };
        let twice = NewStanding { cited_before: &[false, true], earlier: Some(owner), ..once };
        let without = TrackedKeyword { owned_features: Json(Vec::new()), ..before(Some(4)) };
        let found: Vec<AlertKind> = alerts(&rules, &without, twice).into_iter().map(|one| one.kind).collect();
        assert_eq!(found, [AlertKind::LostFeature, AlertKind::CitationLost]);
        assert_eq!(kinds(&rules, Some(4), NewStanding { is_cited: Some(false), ..twice }), [AlertKind::CitationLost]);
        let unshown = NewStanding { features: &[], ..twice };
        let found: Vec<AlertKind> = alerts(&rules, &without, unshown).into_iter().map(|one| one.kind).collect();
        assert_eq!(found, [AlertKind::CitationLost], "nobody has the feature");
        let unknown = NewStanding { is_cited: None, cited_before: &[false, true], ..after(Some(4)) };
        assert_eq!(kinds(&rules, Some(4), unknown), [], "an overview that was not loaded says nothing");
        let cited = NewStanding { cited_before: &[true, false], ..after(Some(4)) };
        assert_eq!(kinds(&rules, Some(4), cited), [AlertKind::Cited]);
        let again = NewStanding { cited_before: &[true, true, false], ..after(Some(4)) };
        assert_eq!(kinds(&rules, Some(4), again), [], "reported before");
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
