//! The six quick wins.

use engines::common::Day;
use engines::keyword::{HistoryRow, KeywordWin, Output, Parameters, PreviousPeriod, PreviousRow, QueryRow, WinKind};
use engines::stat::SplitMix64;

use super::{answer, input, priced, row};

fn wins_of<'a>(output: &'a Output, query: &str) -> Vec<&'a KeywordWin> {
    let keyword = output.keywords.iter().find(|keyword| keyword.query == query).unwrap();
    keyword.wins.iter().collect()
}

fn kinds(output: &Output, query: &str) -> Vec<WinKind> {
    wins_of(output, query).into_iter().map(|win| win.kind).collect()
}

#[test]
fn striking_distance_is_four_to_twenty() {
    let rows = vec![
        row("one aa", 1.0, 500.0, 3.9),
        row("two bb", 1.0, 500.0, 4.0),
        row("three cc", 1.0, 500.0, 20.0),
        row("four dd", 1.0, 500.0, 20.1),
        row("five ee", 0.0, 5.0, 10.0),
        row("acme roofing", 1.0, 500.0, 6.0),
    ];
    let output = answer(&input(rows), priced());
    let has = |query| kinds(&output, query).contains(&WinKind::StrikingDistance);
    assert!(!has("one aa") && has("two bb") && has("three cc") && !has("four dd") && !has("five ee"));
    assert!(!has("acme roofing"), "brand searches are no quick win");
    let gain = |query| {
        let wins = wins_of(&output, query);
        wins.into_iter().find(|win| win.kind == WinKind::StrikingDistance).unwrap().clicks_gained.unwrap()
    };
    assert!(gain("two bb").low >= 0.0 && gain("two bb").high > 0.0 && gain("three cc").high > 0.0);
}

/// Sixteen months of days of a query up to 2026-11-25: its figures before the last 28 days, and in them.
fn months(given: &mut engines::keyword::Input, query: &str, before: (f64, f64), now: (f64, f64)) {
    let last = Day::parse("2026-11-25").unwrap();
    for ahead in 0..480 {
        let (clicks, position) = if ahead < 28 { now } else { before };
        given.history.push(&HistoryRow {
            query: query.into(),
            date: last.plus(-ahead),
            clicks,
            impressions: 100.0,
            position: Some(position),
            page: None,
        });
    }
}

fn striking<'a>(output: &'a Output, query: &str) -> Option<&'a KeywordWin> {
    wins_of(output, query).into_iter().find(|win| win.kind == WinKind::StrikingDistance)
}

#[test]
fn rank_is_of_the_last_four_weeks_where_days_are_known() {
    let rows = vec![row("sank aa", 4_800.0, 48_000.0, 8.7), row("rose bb", 4_800.0, 48_000.0, 8.7)];
    let mut given = input(rows);
    months(&mut given, "sank aa", (10.0, 8.5), (10.0, 11.4));
    months(&mut given, "rose bb", (10.0, 8.9), (10.0, 1.6));
    let output = answer(&given, priced());
    let detail = &striking(&output, "sank aa").unwrap().detail;
    assert_eq!(
        detail,
        "At position 11.4 in the 28 days to 2026-11-25, with 2,800 impressions; position 8 is within reach."
    );
    assert!(striking(&output, "rose bb").is_none(), "a query at the top is no quick win");
    let insight = output.insights.iter().find(|insight| insight.kind == "striking_distance").unwrap();
    assert!(insight.title.contains("position 11.4"), "{}", insight.title);
}

#[test]
fn query_that_was_not_shown_lately_has_no_rank() {
    let mut given = input(vec![row("gone aa", 100.0, 9_000.0, 8.0), row("shown bb", 100.0, 9_000.0, 8.0)]);
    months(&mut given, "shown bb", (1.0, 8.0), (1.0, 8.0));
    let old = HistoryRow { clicks: 1.0, page: None, ..shown("gone aa", -300, "/", 100.0) };
    given.history.push(&old);
    let output = answer(&given, priced());
    assert!(striking(&output, "gone aa").is_none() && striking(&output, "shown bb").is_some());
}

#[test]
fn reachable_position_and_effort_follow_the_start() {
    let output = answer(
        &input(vec![
            row("five aa", 9.0, 900.0, 5.0),
            row("nine bb", 9.0, 900.0, 9.0),
            row("twelve cc", 9.0, 900.0, 12.0),
            row("plumber near me", 9.0, 900.0, 17.2),
        ]),
        priced(),
    );
    for (query, target, minutes) in
        [("five aa", 3, 180), ("nine bb", 5, 300), ("twelve cc", 8, 300), ("plumber near me", 10, 480)]
    {
        let win = striking(&output, query).unwrap();
        assert!(win.detail.contains(&format!("; position {target} is within reach")), "{}", win.detail);
        assert!(win.detail.starts_with("Average position") && win.effort_minutes == minutes, "{query}: {win:?}");
    }
}

#[test]
fn value_counts_only_what_a_better_position_adds() {
    let output =
        answer(&input(vec![row("acme roofing", 900.0, 2_000.0, 1.1), row("roof aa", 9.0, 900.0, 9.0)]), priced());
    let value = |query: &str| {
        let keyword = output.keywords.iter().find(|keyword| keyword.query == query).unwrap();
        keyword.value.as_ref().unwrap().mid_cents
    };
    assert_eq!(value("acme roofing"), 0);
    assert!(value("roof aa") > 0);
    assert_eq!(output.totals.value.as_ref().unwrap().mid_cents, value("roof aa"));
    let whole = output.insights.iter().find(|insight| insight.kind == "portfolio_value").unwrap();
    assert!(whole.title.contains("in 2 clusters") && !whole.title.contains("pages;"), "{}", whole.title);
}

#[test]
fn fall_of_the_last_four_weeks_is_found_in_long_data() {
    let mut given = input(vec![row("fell aa", 28_000.0, 48_000.0, 4.0), row("steady bb", 28_000.0, 48_000.0, 4.0)]);
    months(&mut given, "fell aa", (60.0, 4.0), (40.0, 4.0));
    months(&mut given, "steady bb", (60.0, 4.0), (60.0, 4.0));
    let output = answer(&given, priced());
    let fall = wins_of(&output, "fell aa").into_iter().find(|win| win.kind == WinKind::Decay).unwrap();
    assert!(
        fall.detail.contains("fell 33 %") && fall.detail.contains("in the 28 days to 2026-11-25 compared with the 28"),
        "{}",
        fall.detail
    );
    assert!(!kinds(&output, "steady bb").contains(&WinKind::Decay));
}

#[test]
fn two_pages_of_a_query_in_the_last_four_weeks_are_found_without_turns() {
    let mut given = input(vec![row("two pages", 28.0, 560.0, 5.0), row("was two", 28.0, 560.0, 5.0)]);
    for number in 0..28 {
        given.history.push(&shown("two pages", number, "/a", 20.0));
        given.history.push(&HistoryRow { position: Some(9.0), ..shown("two pages", number, "/b", 10.0) });
        given.history.push(&shown("was two", number, "/a", 20.0));
        given.history.push(&shown("was two", number - 100, if number % 2 == 0 { "/a" } else { "/b" }, 20.0));
    }
    let output = answer(&given, priced());
    let win = wins_of(&output, "two pages").into_iter().find(|win| win.kind == WinKind::Cannibalisation).unwrap();
    assert!(win.detail.starts_with("2 pages share 840 impressions in the last four weeks"), "{}", win.detail);
    assert!(!kinds(&output, "was two").contains(&WinKind::Cannibalisation), "long ago");
}

#[test]
fn several_wins_of_a_query_are_stated() {
    let given =
        with_previous(vec![row("rank fell", 20.0, 1_000.0, 9.0)], vec![before("rank fell", 100.0, 1_000.0, 4.0)]);
    let note = |output: &Output| output.notes.iter().any(|note| note.contains("quick wins are of 1 query"));
    assert!(note(&answer(&given, priced())));
    let single = answer(&input(vec![row("one win", 40.0, 900.0, 9.0)]), priced());
    assert_eq!((kinds(&single, "one win").len(), note(&single)), (1, false));
}

#[test]
fn unknown_features_lower_the_confidence_of_a_gap() {
    let rows = |features: Option<Vec<String>>| {
        let gap = QueryRow { serp_features: features, ..row("planted gap", 10.0, 2_000.0, 2.0) };
        (0..30).map(|n| row(&format!("q{n} z{n}"), 220.0, 2_000.0, 3.0)).chain([gap]).collect::<Vec<_>>()
    };
    let confidence = |features| {
        let output = answer(&input(rows(features)), priced());
        wins_of(&output, "planted gap").iter().find(|win| win.kind == WinKind::CtrGap).unwrap().confidence
    };
    assert!(confidence(Some(Vec::new())) > confidence(None) + 0.1);
}

fn with_previous(rows: Vec<QueryRow>, before: Vec<PreviousRow>) -> engines::keyword::Input {
    let mut given = input(rows);
    given.previous = Some(PreviousPeriod { period_days: Some(28.0), queries: before });
    given
}

fn before(query: &str, clicks: f64, impressions: f64, position: f64) -> PreviousRow {
    PreviousRow { query: query.to_owned(), clicks, impressions, position: Some(position) }
}

#[test]
fn decay_names_its_cause_and_rising_needs_a_steady_rank() {
    let rows = vec![
        row("rank fell", 20.0, 1_000.0, 9.0),
        row("demand fell", 40.0, 500.0, 4.0),
        row("clicks fell", 40.0, 1_000.0, 4.0),
        row("steady one", 100.0, 1_000.0, 4.0),
        row("demand rose", 150.0, 2_000.0, 4.0),
        row("rank rose", 200.0, 2_000.0, 3.0),
    ];
    let earlier = vec![
        before("rank fell", 100.0, 1_000.0, 4.0),
        before("demand fell", 100.0, 1_000.0, 4.0),
        before("clicks fell", 100.0, 1_000.0, 4.0),
        before("steady one", 100.0, 1_000.0, 4.0),
        before("demand rose", 100.0, 1_000.0, 4.0),
        before("rank rose", 100.0, 1_000.0, 8.0),
    ];
    let output = answer(&with_previous(rows, earlier), priced());
    let detail = |query| wins_of(&output, query).iter().find(|win| win.kind == WinKind::Decay).unwrap().detail.clone();
    assert!(detail("rank fell").contains("the rank dropped"));
    assert!(detail("demand fell").contains("fewer impressions"));
    assert!(detail("clicks fell").contains("the CTR fell"));
    assert!(!kinds(&output, "steady one").contains(&WinKind::Decay));
    assert!(kinds(&output, "demand rose").contains(&WinKind::Rising));
    assert!(!kinds(&output, "rank rose").contains(&WinKind::Rising));
    let lost = wins_of(&output, "rank fell").into_iter().find(|win| win.kind == WinKind::Decay).unwrap();
    assert!(lost.impact.is_some() && lost.clicks_gained.unwrap().high < 1.3 * 80.0 * 30.4375 / 28.0);
}

#[test]
fn a_query_without_an_earlier_row_is_not_taken_for_zero() {
    let output =
        answer(&with_previous(vec![row("new here", 50.0, 900.0, 4.0)], vec![before("other", 1.0, 1.0, 1.0)]), priced());
    assert!(!kinds(&output, "new here").contains(&WinKind::Rising));
}

#[test]
fn noise_wider_than_poisson_is_not_called_change() {
    // 30 inputs of 200 searches with rates that vary by a third: at most 5 may show any change at 5 %.
    let mut random = SplitMix64::new(21);
    let mut found = 0;
    for _ in 0..30 {
        let mut wander =
            |mean: f64| (mean * (0.33 * engines::stat::normal_quantile(random.uniform().max(1e-9))).exp()).round();
        let (mut rows, mut earlier) = (Vec::new(), Vec::new());
        for n in 0..200 {
            let name = format!("thing{n} of{n}");
            rows.push(row(&name, wander(100.0), wander(2_000.0), 4.0));
            earlier.push(before(&name, wander(100.0), wander(2_000.0), 4.0));
        }
        let output =
            answer(&with_previous(rows, earlier), Parameters { draws: 100, min_change: 0.0, ..Parameters::default() });
        let changed = |win: &engines::keyword::Win| matches!(win.win.kind, WinKind::Decay | WinKind::Rising);
        found += usize::from(output.wins.iter().any(changed));
    }
    assert!(found <= 5, "{found} of 30");
}

fn day(number: i32) -> Day {
    Day::parse("2026-10-01").unwrap().plus(number)
}

fn shown<'a>(query: &'a str, number: i32, page: &'a str, impressions: f64) -> HistoryRow<'a> {
    HistoryRow {
        query: query.into(),
        date: day(number),
        clicks: 1.0,
        impressions,
        position: Some(5.0),
        page: Some(page.into()),
    }
}

#[test]
fn pages_that_take_turns_are_triaged_and_never_priced() {
    let mut given = input(vec![row("two pages", 28.0, 560.0, 5.0), row("one page", 28.0, 560.0, 5.0)]);
    for number in 0..28 {
        given.history.push(&shown("two pages", number, if number / 3 % 2 == 0 { "/a" } else { "/b" }, 20.0));
        given.history.push(&shown("one page", number, "/c", 20.0));
    }
    let output = answer(&given, priced());
    let win = wins_of(&output, "two pages").into_iter().find(|win| win.kind == WinKind::Cannibalisation).unwrap();
    assert!(win.impact.is_none() && win.clicks_gained.is_none());
    assert!(win.detail.contains("9 times in 28 days"), "{}", win.detail);
    assert!(!kinds(&output, "one page").contains(&WinKind::Cannibalisation));
}

#[test]
fn pages_without_days_are_told_with_little_confidence() {
    let page =
        |page: &str, impressions| QueryRow { page: Some(page.to_owned()), ..row("two pages", 1.0, impressions, 5.0) };
    let output = answer(&input(vec![page("/a", 300.0), page("/b", 200.0)]), priced());
    let win = wins_of(&output, "two pages").into_iter().find(|win| win.kind == WinKind::Cannibalisation).unwrap();
    assert!(win.confidence < 0.4 && win.detail.contains("only a problem if"));
    assert_eq!(output.keywords[0].impressions, 500.0);
    assert!(
        (output.keywords[0].volume.unwrap() - 300.0 * 30.4375 / 28.0).abs() < 1e-9,
        "demand from the page shown most"
    );
}

#[test]
fn days_are_split_into_whole_weeks() {
    let mut given = input(vec![row("falling", 100.0, 3_000.0, 5.0)]);
    for number in 0..56 {
        let clicks = if number < 28 { 10.0 } else { 2.0 };
        given.history.push(&HistoryRow { clicks, page: None, ..shown("falling", number, "/", 100.0) });
    }
    let output = answer(&given, priced());
    assert!(kinds(&output, "falling").contains(&WinKind::Decay));
}

#[test]
fn answer_features_are_said_only_with_what_is_known() {
    let question = |features: Option<&[&str]>| QueryRow {
        serp_features: features.map(|features| features.iter().map(|f| (*f).to_owned()).collect()),
        ..row("how to fix a roof", 5.0, 500.0, 6.0)
    };
    let win = |features| {
        let output = answer(&input(vec![question(features)]), priced());
        wins_of(&output, "how to fix a roof").into_iter().find(|win| win.kind == WinKind::Feature).cloned()
    };
    assert!(win(Some(&["ads"][..])).is_none());
    let (seen, unknown) = (win(Some(&["featured_snippet"][..])).unwrap(), win(None).unwrap());
    assert!(seen.impact.is_some() && seen.detail.contains("featured snippet"));
    assert!(unknown.impact.is_none() && unknown.confidence < 0.3 && unknown.detail.contains("not known"));
}
