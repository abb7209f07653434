//! Small values: pages, money, scopes, settings, observations, measured forecasts.

use std::collections::BTreeMap;

use chrono::{Duration, NaiveDate};
use serde_json::{Value, json};
use shared::{
    domain::{
        Page, Pair,
        api_key::{Scope, Scopes},
        daily::{DailyFigures, DailySource},
        fetched,
        forecast::{CHECK_SLACK, Measured, RankChecks, top10_day, top10_subject},
        money::MoneyRange,
        new_id, now,
        observation::{Observation, Payout, PayoutUnit, Rank, SeenPage, SerpResult},
        website_settings::{Goal, GoalMetric, WebsiteSettings},
    },
    store::StoreError,
};
use sqlx::types::Json;
use uuid::Uuid;

#[test]
fn pages_of_every_size_show_each_row_once() {
    for total in 0..8_usize {
        for limit in 1..=total + 2 {
            let (mut seen, mut after) = (Vec::<usize>::new(), 0);
            loop {
                let asked = usize::try_from(fetched(limit)).expect("few");
                let rows: Vec<usize> = (after + 1..=total).take(asked).collect();
                let page = Page::from_rows(rows, limit, usize::to_string);
                assert!(page.items.len() <= limit);
                seen.extend(&page.items);
                let Some(cursor) = page.next_cursor else { break };
                after = cursor.parse().expect("a number");
            }
            assert_eq!(seen, (1..=total).collect::<Vec<_>>(), "{total} rows, {limit} a page");
        }
    }
    let page = Page::from_rows(vec![1, 2], 1, i32::to_string);
    assert_eq!(json!(page), json!({"items": [1], "nextCursor": "1"}));
    assert_eq!(json!(Page::from_rows(Vec::<i32>::new(), 1, i32::to_string)), json!({"items": [], "nextCursor": null}));
}

#[test]
fn pair_cursors_come_back_and_others_are_refused() {
    let id = new_id();
    for number in [0, -1, i64::MIN, i64::MAX] {
        let pair = Pair(number, id);
        assert_eq!(pair.to_string().parse(), Ok(pair));
        assert_eq!(Pair::unzip(Some(pair)), (Some(number), Some(id)));
    }
    assert_eq!(Pair::<i64, Uuid>::unzip(None), (None, None));
    for wrong in
        ["", ".", "1", "1.", ".1", "1.2.3", "1,2", "9223372036854775808.x", &format!("1.{id}x"), &format!(" 1.{id}")]
    {
        let error = wrong.parse::<Pair<i64, Uuid>>().expect_err(wrong);
        assert!(error.to_string().contains("nextCursor"), "{error}");
        assert!(serde_json::from_value::<Pair<i64, Uuid>>(json!(wrong)).is_err());
    }
    assert!(serde_json::from_value::<Pair<i64, Uuid>>(json!(1.5)).is_err());
}

#[test]
fn ids_rise_with_time_and_moments_fit_both_databases() {
    let ids: Vec<Uuid> = (0..1000).map(|_| new_id()).collect();
    assert!(ids.windows(2).all(|pair| pair[0] < pair[1]), "also within a millisecond");
    assert!(ids.iter().all(|id| id.get_version_num() == 7));
    for _ in 0..100 {
        assert_eq!(now().timestamp_subsec_nanos() % 1000, 0, "whole microseconds");
    }
}

#[test]
fn money_is_exact_in_json_to_the_last_cent() {
    for cents in [0, 1, -1, 99, 100, 12_050, 9_007_199_254_740_993, i64::MAX, i64::MIN] {
        let money = MoneyRange { low_cents: cents, mid_cents: cents, high_cents: cents, currency: "JPY".to_owned() };
        let text = serde_json::to_string(&money).expect("JSON");
        assert!(text.contains(&format!("\"midCents\":{cents},")), "{text}");
        assert_eq!(serde_json::from_str::<MoneyRange>(&text).ok(), Some(money));
    }
    for wrong in [json!({"lowCents": 1.5}), json!(1.0), json!("1"), Value::Null, json!({"low_cents": 1})] {
        let whole = json!({"lowCents": wrong, "midCents": 1, "highCents": 2, "currency": "EUR"});
        assert!(serde_json::from_value::<MoneyRange>(whole).is_err(), "{wrong} are no cents");
    }
}

#[test]
fn scopes_allow_what_they_hold_and_what_it_takes_in() {
    let all = [Scope::Read, Scope::Write, Scope::Admin];
    for bits in 0..8_u8 {
        let held: Vec<Scope> = (0..3).filter(|n| bits & (1 << n) != 0).map(|n| all[n]).collect();
        let scopes: Scopes = held.iter().copied().collect();
        for scope in all {
            let expected = held.contains(&scope) || (scope == Scope::Read && held.contains(&Scope::Write));
            assert_eq!(scopes.allow(scope), expected, "{held:?} allow {scope}");
        }
        let again: Scopes = scopes.to_vec().into_iter().collect();
        assert_eq!(again, scopes, "stored and read");
    }
}

#[test]
fn settings_of_older_versions_are_read_with_defaults() {
    assert_eq!(serde_json::from_value::<WebsiteSettings>(json!({})).ok(), Some(WebsiteSettings::default()));
    let partial = json!({"goals": [{"metric": "leads", "target": 10.0}], "market": {"vertical": "Plumbing"}, "new": 1});
    let settings: WebsiteSettings = serde_json::from_value(partial).expect("settings");
    assert_eq!(settings.goals, [Goal { metric: GoalMetric::Leads, target: 10.0, by: None }]);
    assert_eq!(settings.market.map(|market| market.place).as_deref(), Some(""));
    for wrong in [
        json!({"goals": [{"metric": "sales", "target": 1}]}),
        json!({"valuePerLeadCents": 1.5}),
        json!({"goals": [{"metric": "leads", "target": 1, "by": "2026-02-30"}]}),
        json!({"brandTerms": "one"}),
    ] {
        assert!(serde_json::from_value::<WebsiteSettings>(wrong.clone()).is_err(), "{wrong}");
    }
}

fn observation(body: Value) -> Observation {
    Observation { batch_id: 7, no: 3, subject: "s".to_owned(), day: None, body: Json(body) }
}

#[test]
fn observations_are_read_as_their_kind_or_named_as_corrupt() {
    let rank: Rank =
        observation(json!({"keyword": "k", "date": "2026-01-01", "position": null})).read().expect("a rank");
    assert_eq!((rank.position, rank.depth), (None, None));
    let page: SeenPage = observation(json!({"url": "https://a/", "host": "a"})).read().expect("a page");
    assert_eq!((page.links.len(), page.words), (0, None));
    let payout = json!({"vertical": "plumbing", "unit": "call", "amountCents": 2500, "currency": "USD"});
    assert_eq!(observation(payout).read::<Payout>().expect("a payout").unit, PayoutUnit::Call);
    let serp = json!({"query": "q", "position": 1, "url": "u", "domain": "d", "observedAt": "2026-01-01"});
    assert!(observation(serp).read::<SerpResult>().expect("a result").features.is_empty());
    for wrong in [json!({}), json!([]), json!(null), json!({"query": "q", "position": -1}), json!("text")] {
        let error = observation(wrong).read::<SerpResult>().expect_err("something else");
        assert!(matches!(error, StoreError::Corrupt { .. }) && !error.is_transient());
        assert!(error.to_string().contains("3 of batch 7"), "{error}");
    }
}

#[test]
fn optional_fields_of_observations_are_left_out_when_they_are_unknown() {
    let page = SeenPage { url: "https://a/".to_owned(), host: "a".to_owned(), ..SeenPage::default() };
    assert_eq!(json!(page), json!({"url": "https://a/", "host": "a"}));
    let full = SeenPage { words: Some(0), links: vec![String::new()], status: Some(404), ..page };
    assert_eq!(json!(full), json!({"url": "https://a/", "host": "a", "words": 0, "links": [""], "status": 404}));
}

fn day(text: &str) -> NaiveDate {
    text.parse().expect("a day")
}

fn measured(days: &[(&str, i64)], ranks: RankChecks) -> Measured {
    let site_day = |(day, clicks): &(&str, i64)| shared::domain::daily::SiteDay {
        day: (*day).to_owned(),
        figures: DailyFigures { clicks: *clicks, impressions: 100, position: None },
        source: DailySource::Days,
    };
    Measured { days: days.iter().map(site_day).collect(), ranks }
}

#[test]
fn quantities_are_measured_over_whole_periods_across_month_ends_and_leap_days() {
    let found = measured(&[("2028-02-28", 1), ("2028-02-29", 2), ("2028-03-01", 4)], RankChecks::new());
    assert_eq!(found.outcome("clicks:2028-02-28:2028-03-01"), Some(7.0));
    assert_eq!(found.outcome("clicks:2028-02-29:2028-02-29"), Some(2.0), "one day");
    assert_eq!(found.outcome("impressions:2028-02-29:2028-03-01"), Some(200.0));
    assert_eq!(found.outcome("clicks:2028-02-27:2028-02-28"), None, "a day is missing");
    for other in [
        "",
        "clicks",
        "clicks:2028-02-28",
        "clicks:x:y",
        "clicks:2028-02-30:2028-03-01",
        "insight:7",
        "Clicks:2028-02-28:2028-02-28",
    ] {
        assert_eq!(found.outcome(other), None, "{other}");
    }
}

#[test]
fn claims_about_ranks_are_judged_by_checks_within_the_slack() {
    let checked = |offset: i64, rank| BTreeMap::from([(day("2026-06-10") + Duration::days(offset), rank)]);
    let came = |offset, rank, keyword: &str| {
        let ranks = RankChecks::from([("käse: kaufen".to_owned(), checked(offset, rank))]);
        measured(&[], ranks).outcome(&top10_subject(day("2026-06-10"), keyword))
    };
    for offset in [-CHECK_SLACK, 0, CHECK_SLACK] {
        assert_eq!(came(offset, Some(10.0), "käse: kaufen"), Some(1.0), "{offset}");
        assert_eq!(came(offset, Some(10.01), "käse: kaufen"), Some(0.0), "{offset}");
        assert_eq!(came(offset, None, "käse: kaufen"), Some(0.0), "{offset}: not found");
    }
    for offset in [-CHECK_SLACK - 1, CHECK_SLACK + 1] {
        assert_eq!(came(offset, Some(1.0), "käse: kaufen"), None, "{offset}");
    }
    assert_eq!(came(0, Some(1.0), "käse"), None, "another keyword");
    assert_eq!(top10_day("top10:2026-06-10:a:b"), Some(day("2026-06-10")));
    assert_eq!((top10_day("top10:x:a"), top10_day("clicks:2026-06-10:2026-06-11")), (None, None));
}
