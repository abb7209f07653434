//! Digests of ranks: what they report, and how.

use chrono::{DateTime, TimeDelta, Utc};
use shared::{
    domain::rank::{
        DigestFrequency, OverviewState, RankDevice, RankDigestSettings, RankSettings, RankState, TrackedKeyword,
    },
    ranks::{Digest, DigestInput, DigestText, UncheckedReason, digest},
};
use sqlx::types::Json;
use uuid::Uuid;

fn time(text: &str) -> DateTime<Utc> {
    text.parse().expect("a time")
}

fn period() -> (DateTime<Utc>, DateTime<Utc>) {
    (time("2026-11-16T06:00:00Z"), time("2026-11-23T06:00:00Z"))
}

fn keyword(id: u128, text: &str) -> TrackedKeyword {
    let (_, until) = period();
    TrackedKeyword {
        id: Uuid::from_u128(id),
        website_id: Uuid::nil(),
        keyword: text.to_owned(),
        country: "us".to_owned(),
        place: String::new(),
        place_code: None,
        device: RankDevice::Desktop,
        language: "en".to_owned(),
        tags: Json(Vec::new()),
        target_url: None,
        created_at: time("2026-01-01T00:00:00Z"),
        checked_at: None,
        rank: None,
        absolute_rank: None,
        depth: None,
        url: None,
        previous_rank: None,
        previous_depth: None,
        best_rank: None,
        features: Json(Vec::new()),
        owned_features: Json(Vec::new()),
        ai_overview: None,
        is_cited: false,
        volatility: Some(0.1),
        next_at: Some(until + TimeDelta::days(1)),
        failed_at: None,
        error: None,
        volume: None,
        value_cents: None,
        change: None,
    }
}

fn state(id: u128, rank: Option<i32>, at: DateTime<Utc>) -> RankState {
    let keyword_id = Uuid::from_u128(id);
    RankState { keyword_id, checked_at: at, rank, depth: 20, ai_overview: OverviewState::Present, is_cited: false }
}

/// Ranks a day before the start and a day before the end of the period.
fn between(keywords: &[TrackedKeyword], pairs: &[(u128, Option<i32>, Option<i32>)]) -> Digest {
    let (from, until) = period();
    let day = TimeDelta::days(1);
    let before: Vec<RankState> = pairs.iter().map(|(id, old, _)| state(*id, *old, from - day)).collect();
    let after: Vec<RankState> = pairs.iter().map(|(id, _, new)| state(*id, *new, until - day)).collect();
    let input = DigestInput {
        host: "a.example",
        keywords,
        before: &before,
        after: &after,
        is_daily: true,
        ..DigestInput::default()
    };
    digest(input, from, until)
}

fn names(moves: &[shared::ranks::Move]) -> Vec<&str> {
    moves.iter().map(|one| one.keyword.as_str()).collect()
}

#[test]
fn moves_within_the_volatility_of_the_keyword_are_no_news() {
    // Seven days of a tenth a day: two standard deviations are a factor of 1.7.
    let keywords = [keyword(1, "calm"), keyword(2, "jump"), keyword(3, "fall"), keyword(4, "beyond")];
    let found =
        between(&keywords, &[(1, Some(14), Some(17)), (2, Some(19), Some(11)), (3, Some(2), Some(7)), (4, None, None)]);
    assert_eq!((names(&found.up), names(&found.down)), (vec!["jump"], vec!["fall"]));
    assert!(found.entered.is_empty() && found.left.is_empty());
    let wild = keywords.map(|keyword| TrackedKeyword { volatility: Some(0.4), ..keyword });
    let found = between(&wild, &[(2, Some(19), Some(11)), (3, Some(2), Some(7))]);
    assert!(!found.has_news(), "{:?}", (found.up, found.down));
}

#[test]
fn first_ten_are_reported_whatever_the_volatility_and_once() {
    let keywords = [keyword(1, "in"), keyword(2, "out"), keyword(3, "gone"), keyword(4, "from beyond")];
    let found =
        between(&keywords, &[(1, Some(11), Some(10)), (2, Some(10), Some(11)), (3, Some(1), None), (4, None, Some(3))]);
    assert_eq!((names(&found.entered), names(&found.left)), (vec!["from beyond", "in"], vec!["gone", "out"]));
    assert!(found.up.is_empty() && found.down.is_empty(), "a keyword is listed once");
}

#[test]
fn rank_beyond_the_depth_is_unknown_and_moves_by_the_least_that_it_can() {
    let keywords = [keyword(1, "unknown"), keyword(2, "at least")];
    let (from, until) = period();
    let deep = RankState { depth: 100, ..state(1, Some(60), from - TimeDelta::days(1)) };
    let shallow = state(1, None, until - TimeDelta::days(1));
    let input = DigestInput { keywords: &keywords[..1], before: &[deep], after: &[shallow], ..DigestInput::default() };
    assert!(!digest(input, from, until).has_news(), "60 is beyond 20 as well");
    let found = between(&keywords, &[(2, Some(11), None)]);
    assert_eq!(names(&found.down), ["at least"], "from 11 to at least 21");
}

#[test]
fn citations_count_unless_the_sources_were_not_loaded() {
    let (from, until) = period();
    let keywords = [keyword(1, "won"), keyword(2, "lost"), keyword(3, "not loaded"), keyword(4, "overview gone")];
    let at = |id, until, ai_overview, is_cited| RankState {
        ai_overview,
        is_cited,
        ..state(id, Some(5), until - TimeDelta::hours(1))
    };
    use OverviewState::{Absent, NotLoaded, Present};
    let before = [
        at(1, from, Absent, false),
        at(2, from, Present, true),
        at(3, from, Present, true),
        at(4, from, Present, true),
    ];
    let after = [
        at(1, until, Present, true),
        at(2, until, Present, false),
        at(3, until, NotLoaded, false),
        at(4, until, Absent, false),
    ];
    let input = DigestInput { keywords: &keywords, before: &before, after: &after, ..DigestInput::default() };
    let found = digest(input, from, until);
    assert_eq!(found.cited, ["\"won\" (desktop)"]);
    assert_eq!(found.citation_lost, ["\"lost\" (desktop)", "\"overview gone\" (desktop)"]);
}

#[test]
fn share_of_voice_changes_over_keywords_known_at_both_times() {
    let keywords = [keyword(1, "old"), keyword(2, "new")];
    let (from, until) = period();
    let before = [state(1, Some(5), from - TimeDelta::days(1))];
    let after = [state(1, Some(5), until - TimeDelta::days(1)), state(2, Some(1), until - TimeDelta::days(1))];
    let input = DigestInput { keywords: &keywords, before: &before, after: &after, ..DigestInput::default() };
    let found = digest(input, from, until);
    let share = found.share.expect("a share");
    assert!(share.low < share.mid && share.mid < share.high);
    assert_eq!((found.share_change, found.compared), (Some(0.0), 1), "a new keyword is no change");
}

#[test]
fn keywords_that_were_not_checked_are_grouped_by_their_reason() {
    let (from, until) = period();
    let failed = |id, text: &str| TrackedKeyword {
        failed_at: Some(until - TimeDelta::days(1)),
        error: Some("429: too many requests".to_owned()),
        ..keyword(id, text)
    };
    let due = TrackedKeyword { next_at: Some(from), ..keyword(5, "due") };
    let keywords = [
        failed(1, "first"),
        failed(2, "second"),
        TrackedKeyword { next_at: None, ..keyword(3, "uncovered") },
        keyword(4, "later"),
        due.clone(),
    ];
    let found = between(&keywords, &[]);
    let seen: Vec<_> = found.unchecked.iter().map(|one| (one.reason, one.keywords)).collect();
    use UncheckedReason::{Budget, Due, Failed, Later, Off};
    assert_eq!(seen, [(Failed, 2), (Due, 1), (Budget, 1), (Later, 1)]);
    assert_eq!(found.unchecked[0].error.as_deref(), Some("429: too many requests"));
    assert_eq!(found.unchecked[0].examples, ["first", "second"]);
    assert!(!found.has_news() && !found.is_empty(), "failures are worth an email");
    let calm = between(&keywords[2..4], &[]);
    assert!(calm.is_empty(), "later checks and the budget are as usual");
    let input = DigestInput { keywords: &keywords[4..], ..DigestInput::default() };
    assert_eq!(digest(input, from, until).unchecked[0].reason, Off);
}

#[test]
fn period_begins_where_the_last_one_ended_up_to_a_month() {
    let (from, until) = period();
    let weekly = RankDigestSettings { frequency: DigestFrequency::Weekly, ..RankDigestSettings::default() };
    let daily = RankDigestSettings { frequency: DigestFrequency::Daily, ..RankDigestSettings::default() };
    assert_eq!((weekly.next_from(until), daily.next_from(until)), (from, until - TimeDelta::days(1)));
    let last = |days| RankDigestSettings { covered_until: Some(until - TimeDelta::days(days)), ..weekly.clone() };
    assert_eq!(last(21).next_from(until), until - TimeDelta::days(21), "one digest covers the missed times");
    assert_eq!(last(32).next_from(until), from);
    assert_eq!(last(-1).next_from(until), from, "a clock that was set back");
}

#[test]
fn text_states_the_period_in_the_time_zone_and_limits_its_lines() {
    let keywords: Vec<TrackedKeyword> = (1..=13).map(|id| keyword(id, &format!("keyword {id}"))).collect();
    let pairs: Vec<_> = (1..=13).map(|id| (id, Some(19), Some(2))).collect();
    let mut found = between(&keywords, &pairs);
    found.alerts = [0, 1, 0];
    found.alert_messages = vec!["\"keyword 1\" lost a feature.".to_owned()];
    found.costs =
        shared::ranks::Costs { checks: 13, micros: 26_000, month_micros: 3_200_000, budget_micros: Some(5_000_000) };
    let text = DigestText::new(&found, "America/Los_Angeles");
    assert_eq!(text.subject, "Ranks of a.example, 15 November 2026 to 22 November 2026");
    let body = text.body();
    assert!(body.starts_with("13 of 13 keywords were checked.\n\nShare of voice\n"), "{body}");
    assert!(body.contains("New in the first 10 results\n\"keyword 1\" (desktop): from 19 to 2\n"), "{body}");
    assert!(body.contains("\nand 3 more\n"), "{body}");
    assert!(body.contains("Alerts: 1 (0 critical, 1 warning, 0 good news)\n\"keyword 1\" lost a feature."), "{body}");
    assert!(body.ends_with("Costs\n13 checks for $0.03; this month $3.20 of $5.00."), "{body}");
    let (_, until) = period();
    found.from = until - TimeDelta::days(1);
    let daily = DigestText::new(&found, "no such zone").subject;
    assert_eq!(daily, "Ranks of a.example, 22 November 2026 06:00 to 23 November 2026 06:00");
}

#[test]
fn text_of_a_period_without_checks_or_changes_says_so() {
    let keywords = [keyword(1, "later")];
    let none = DigestText::new(&between(&keywords, &[]), "UTC").body();
    assert!(none.starts_with("The keyword was not checked in this period, so changes are unknown."), "{none}");
    assert!(none.contains("Share of voice\nUnknown: no keyword was checked in the last 31 days."), "{none}");
    assert!(none.contains("Not checked\n1 keyword (\"later\"): their next check is later"), "{none}");
    let calm = DigestText::new(&between(&keywords, &[(1, Some(5), Some(5))]), "UTC").body();
    assert!(calm.contains("Nothing changed by more than the keywords' own volatility."), "{calm}");
    let empty =
        digest(DigestInput { settings: RankSettings::default(), ..DigestInput::default() }, period().0, period().1);
    assert!(empty.is_empty() && DigestText::new(&empty, "UTC").body().starts_with("No keyword is tracked."));
}
