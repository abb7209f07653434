//! The demonstration: what it shows is computed, and holds together.

use engines::common::Unattended;
use engines::demo::{ChangeWord, Demo, HIDDEN_DAYS, demo, market};
use engines::simulator::ChangeKind;

fn made() -> Demo {
    demo(&Unattended).unwrap()
}

#[test]
fn the_longer_market_begins_with_the_shown_one() {
    let (shown, longer) = (market(0, &Unattended).unwrap(), market(HIDDEN_DAYS, &Unattended).unwrap());
    let days = shown.days as usize;
    for (short, long) in shown.series.iter().zip(&longer.series) {
        assert_eq!(short.clicks, long.clicks[..days]);
        assert_eq!(short.impressions, long.impressions[..days]);
    }
}

#[test]
fn counts_are_those_of_the_rows() {
    let demo = made();
    assert!(demo.simulated);
    let count = |word| demo.changes.iter().filter(|change| change.outcome == word).count();
    assert_eq!(
        (demo.scores.found, demo.scores.false_alarms),
        (count(ChangeWord::Found), count(ChangeWord::FalseAlarm))
    );
    assert_eq!(demo.scores.planted + demo.scores.nulls, demo.changes.len());
    assert_eq!(demo.scores.nulls, demo.changes.iter().filter(|change| change.planted == ChangeKind::None).count());
    assert!(demo.changes.iter().all(|change| (change.planted == ChangeKind::None) == (change.truth.abs() < 1e-12)));
    assert_eq!(demo.forecast.ahead.len(), HIDDEN_DAYS as usize);
    assert_eq!(demo.forecast.came, demo.forecast.ahead.iter().map(|day| u64::from(day.came)).sum::<u64>());
    assert_eq!(demo.engines.len(), 11);
    assert!(demo.keywords.windows(2).all(|pair| pair[0].clicks >= pair[1].clicks));
    // The demonstration takes seconds to make, so this test looks at all that must fit together.
    assert_parts_fit(&demo);
}

/// Fails where figures of two parts do not fit each other.
fn assert_parts_fit(demo: &Demo) {
    let ahead = &demo.forecast.ahead;
    assert!(ahead.iter().all(|day| day.p10 <= day.p50 && day.p50 <= day.p90 && day.p10 >= 0.0 && day.naive >= 0.0));
    let inside = ahead.iter().filter(|day| (day.p10..=day.p90).contains(&f64::from(day.came))).count();
    assert_eq!((demo.scores.days, demo.scores.days_inside), (ahead.len(), inside));
    let naive: f64 = ahead.iter().map(|day| day.naive).sum();
    assert!((demo.forecast.naive - naive).abs() < 1e-6 * naive.max(1.0), "{} {naive}", demo.forecast.naive);
    let total = &demo.forecast.total;
    assert!(total.low <= total.mid && total.mid <= total.high);
    let days: Vec<_> =
        demo.forecast.observed.iter().map(|day| day.date).chain(ahead.iter().map(|day| day.date)).collect();
    assert!(days.windows(2).all(|pair| pair[1].since(pair[0]) == 1), "a day after the other");
    let measured: Vec<_> =
        demo.changes.iter().filter_map(|change| change.found.as_ref().map(|found| (change.truth, found))).collect();
    let held = measured.iter().filter(|(truth, found)| found.lo <= *truth && *truth <= found.hi).count();
    assert_eq!((demo.scores.measured, demo.scores.inside), (measured.len(), held));
    assert!(measured.iter().all(|(_, found)| found.lo <= found.effect && found.effect <= found.hi));
    let ids: std::collections::BTreeSet<&String> = demo.insights.iter().map(|insight| &insight.id).collect();
    assert_eq!(ids.len(), demo.insights.len());
    for insight in &demo.insights {
        assert_eq!((insight.engine_id, insight.verdict), (insight.insight.engine, "open"));
        assert!(!insight.insight.key.is_empty() && !insight.insight.evidence.is_empty(), "{}", insight.insight.title);
    }
    for tile in &demo.engines {
        let listed = demo.insights.iter().filter(|insight| insight.engine_id == tile.id).count();
        assert!(listed <= tile.insights, "{}: {listed} of {}", tile.id, tile.insights);
        assert_eq!((tile.name, tile.question), (tile.id.name(), tile.id.question()));
    }
}

#[test]
fn the_engines_find_more_than_chance_and_the_same_each_time() {
    let demo = made();
    assert!(3 * demo.scores.found > demo.scores.planted, "{:?}", demo.scores);
    assert!(demo.scores.false_alarms <= 3, "{:?}", demo.scores);
    assert!(10 * demo.scores.inside >= 8 * demo.scores.measured, "{:?}", demo.scores);
    let bytes = |demo: &Demo| serde_json::to_vec(demo).unwrap();
    assert_eq!(bytes(&demo), bytes(&made()));
}

#[test]
fn exported_files_tell_the_same_clicks() {
    let world = market(0, &Unattended).unwrap();
    let files = world.export();
    let clicks = |name: &str, column: usize| -> u64 {
        let file = files.iter().find(|file| file.name == name).unwrap();
        file.text.lines().skip(1).map(|line| line.split(',').nth(column).unwrap().parse::<u64>().unwrap()).sum()
    };
    let all: u64 = world.series.iter().flat_map(|series| &series.clicks).map(|clicks| u64::from(*clicks)).sum();
    assert_eq!(clicks("Chart.csv", 1), all);
    assert_eq!(clicks("Queries.csv", 1), all);
    assert_eq!(clicks("Pages.csv", 1), all);
    assert_eq!(clicks("searchdata_url_impression.csv", 10), all);
    assert!(files.iter().all(|file| !file.text.contains("http") || file.text.contains(".example/")));
    assert!(world.logged().iter().any(|change| change.kind == "google_update" && change.pages.is_empty()));
}
