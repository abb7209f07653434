//! What must not change an answer, and by how much a change must change it.

use std::collections::{BTreeMap, BTreeSet};

use engines::keyword::{Input, Output, Parameters, QueryRow, Volume, VolumeField, VolumeSource};
use proptest::prelude::*;

use super::{answer, input, priced, row};

const WORDS: [&str; 12] = [
    "roof repair",
    "roof repair cost",
    "roofers near me",
    "gutter cleaning",
    "how to fix a leaking roof",
    "acme roofing",
    "plumber austin tx",
    "plumber dallas tx",
    "best roof shingles",
    "buy roof shingles",
    "roof inspection",
    "hail damage roof",
];

/// Rows of distinct searches with whole figures.
fn any_rows() -> impl Strategy<Value = Vec<QueryRow>> {
    let figures = (0_u32..200, 1_u32..5_000, 10_u32..400, prop::option::of(10_u32..9_000));
    prop::collection::vec(figures, WORDS.len()).prop_map(|all| {
        let one = |(query, (clicks, more, position, volume)): (&&str, (u32, u32, u32, Option<u32>))| QueryRow {
            volume: volume.map(|volume| VolumeField::Number(f64::from(volume))),
            ..row(query, f64::from(clicks), f64::from(clicks + more), f64::from(position) / 10.0)
        };
        WORDS.iter().zip(all).map(one).collect()
    })
}

fn quick() -> Parameters {
    Parameters { draws: 200, ..priced() }
}

/// Of each search its figures, and with which others it shares a page.
fn by_query(output: &Output) -> BTreeMap<String, (Vec<Option<i64>>, BTreeSet<String>)> {
    let whole = |figure: Option<f64>| figure.map(|figure| (figure * 1e6).round() as i64);
    let one = |keyword: &engines::keyword::KeywordResult| {
        let members = &output.clusters[keyword.cluster_id as usize].member_ids;
        let others = members.iter().map(|at| output.keywords[*at as usize].query.clone()).collect();
        let figures = vec![
            whole(Some(keyword.clicks)),
            whole(Some(keyword.impressions)),
            whole(keyword.position),
            whole(keyword.volume),
            whole(keyword.expected_ctr),
            keyword.intent.map(|intent| intent as i64),
            Some(i64::from(keyword.is_brand)),
            Some(keyword.wins.len() as i64),
        ];
        (keyword.query.clone(), (figures, others))
    };
    output.keywords.iter().map(one).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn order_of_the_rows_changes_no_search(rows in any_rows(), turn in 1_usize..11) {
        let mut other = rows.clone();
        other.rotate_left(turn);
        other.reverse();
        prop_assert_eq!(by_query(&answer(&input(rows), quick())), by_query(&answer(&input(other), quick())));
    }

    #[test]
    fn search_in_other_spelling_adds_to_the_same_row(rows in any_rows()) {
        let whole = answer(&input(rows.clone()), quick());
        // Each row in two halves, one shouted and with other spaces.
        let half = |row: &QueryRow| QueryRow { clicks: row.clicks / 2.0, impressions: row.impressions / 2.0, ..row.clone() };
        let shouted = |row: &QueryRow| QueryRow { query: format!("  {}! ", row.query.to_uppercase().replace(' ', "  ")), ..half(row) };
        let split: Vec<QueryRow> = rows.iter().flat_map(|row| [half(row), shouted(row)]).collect();
        let halves = answer(&input(split), quick());
        prop_assert_eq!(halves.totals.rows, 2 * whole.totals.rows);
        prop_assert_eq!(halves.totals.queries, whole.totals.queries);
        for (a, b) in whole.keywords.iter().zip(&halves.keywords) {
            prop_assert_eq!(&a.normalised, &b.normalised);
            prop_assert!((a.clicks - b.clicks).abs() < 1e-9 && (a.impressions - b.impressions).abs() < 1e-9);
            prop_assert_eq!(a.position.map(|p| (p * 1e6).round()), b.position.map(|p| (p * 1e6).round()));
        }
    }

    #[test]
    fn totals_are_the_sums_of_the_searches(rows in any_rows()) {
        let output = answer(&input(rows.clone()), quick());
        let sum = |of: fn(&QueryRow) -> f64| rows.iter().map(of).sum::<f64>();
        prop_assert!((output.totals.clicks - sum(|row| row.clicks)).abs() < 1e-6);
        prop_assert!((output.totals.impressions - sum(|row| row.impressions)).abs() < 1e-6);
        let brand: f64 = output.keywords.iter().filter(|keyword| keyword.is_brand).map(|keyword| keyword.clicks).sum();
        prop_assert!((output.totals.brand_clicks - brand).abs() < 1e-6);
        let clusters: f64 = output.clusters.iter().map(|cluster| cluster.clicks).sum();
        prop_assert!((clusters - output.totals.clicks).abs() < 1e-6);
        prop_assert_eq!(output.clusters.len() as u64, output.totals.clusters);
        let abstained = output.keywords.iter().filter(|keyword| keyword.intent.is_none()).count() as u64;
        prop_assert_eq!(abstained, output.totals.abstained);
    }

    #[test]
    fn ten_times_the_value_per_lead_is_ten_times_the_money(rows in any_rows()) {
        let with = |cents: f64| answer(&input(rows.clone()), Parameters { value_per_lead_cents: Some(cents), ..quick() });
        let (once, ten) = (with(5_000.0), with(50_000.0));
        for (a, b) in once.keywords.iter().zip(&ten.keywords) {
            let (Some(a), Some(b)) = (&a.value, &b.value) else { prop_assert!(a.value.is_none() && b.value.is_none()); continue };
            for (a, b) in [(a.low_cents, b.low_cents), (a.mid_cents, b.mid_cents), (a.high_cents, b.high_cents)] {
                prop_assert!((10 * a - b).abs() <= 10, "{a} {b}");
            }
        }
        let clicks = |output: &Output| output.wins.iter().map(|win| win.win.clicks_gained).collect::<Vec<_>>();
        prop_assert_eq!(clicks(&once).len(), clicks(&ten).len());
    }

    #[test]
    fn curve_lies_between_what_the_site_got_and_what_studies_say(rows in any_rows()) {
        let output = answer(&input(rows), quick());
        prop_assert_eq!(output.curve.points.len(), 20);
        for point in &output.curve.points {
            prop_assert!(point.ctr > 0.0 && point.ctr < 1.0 && point.prior > 0.0 && point.impressions >= point.clicks.min(point.impressions));
        }
        prop_assert!(output.curve.points.windows(2).all(|pair| pair[0].ctr >= pair[1].ctr - 1e-12 && pair[0].prior >= pair[1].prior));
        // Clicks of brand queries are not included in the site's curve.
        let used: f64 = output.curve.points.iter().map(|point| point.clicks).sum();
        prop_assert!(used <= output.totals.clicks - output.totals.brand_clicks + 1e-6);
    }
}

#[test]
fn twice_the_days_are_half_the_searches_a_month() {
    let monthly = |days: f64| {
        let given = Input { period_days: Some(days), ..input(vec![row("gutter cleaning", 10.0, 900.0, 5.0)]) };
        answer(&given, priced()).keywords[0].volume.unwrap()
    };
    // 900 impressions in 30.4375 days, a mean month, are 900 a month.
    assert!((monthly(30.4375) - 900.0).abs() < 1e-9);
    for days in [7.0, 28.0, 90.0, 365.25] {
        assert!((monthly(days) * days - 900.0 * 30.4375).abs() < 1e-6, "{days}");
    }
}

#[test]
fn volume_is_told_with_the_kind_of_its_figure() {
    let detailed = |value: Option<f64>, low: Option<f64>, high: Option<f64>, exact: bool| {
        Some(VolumeField::Detailed(Volume { value, low, high, exact, ..Volume::default() }))
    };
    for (volume, impressions, wanted) in [
        (Some(VolumeField::Number(500.0)), 0.0, Some((500.0, VolumeSource::Estimate))),
        (detailed(Some(500.0), None, None, true), 0.0, Some((500.0, VolumeSource::Exact))),
        (detailed(Some(500.0), None, None, false), 0.0, Some((500.0, VolumeSource::Estimate))),
        (detailed(None, Some(100.0), Some(1_000.0), false), 0.0, Some((100_000.0_f64.sqrt(), VolumeSource::Bucket))),
        (detailed(None, Some(10.0), Some(10.0), false), 0.0, Some((10.0, VolumeSource::Bucket))),
        (detailed(None, None, None, false), 0.0, None),
        (None, 0.0, None),
        (None, 304.375, Some((304.375 * 30.4375 / 28.0, VolumeSource::Impressions))),
        // Exact volumes are used, estimates far below the impressions are not.
        (detailed(Some(100.0), None, None, true), 28_000.0, Some((100.0, VolumeSource::Exact))),
        (Some(VolumeField::Number(100.0)), 28_000.0, Some((30_437.5, VolumeSource::Impressions))),
        (Some(VolumeField::Number(30_000.0)), 28_000.0, Some((30_000.0, VolumeSource::Estimate))),
    ] {
        let given = QueryRow { volume: volume.clone(), ..row("gutter cleaning", 0.0, impressions, 5.0) };
        let output = answer(&input(vec![given, row("roof inspection", 1.0, 50.0, 4.0)]), priced());
        let keyword = &output.keywords[0];
        let got = keyword.volume.zip(keyword.volume_source);
        match (got, wanted) {
            (Some((volume, source)), Some((figure, kind))) => {
                assert!(
                    (volume - figure).abs() < 1e-6 && source == kind,
                    "{volume} {source:?}, wanted {figure} {kind:?}"
                );
            }
            (got, wanted) => assert_eq!(got.is_some(), wanted.is_some(), "{volume:?} {impressions}: {got:?}"),
        }
    }
}

#[test]
fn position_is_the_mean_weighted_by_impressions() {
    let on = |page: &str, impressions: f64, position: f64| QueryRow {
        page: Some(page.to_owned()),
        ..row("gutter cleaning", 0.0, impressions, position)
    };
    for (rows, wanted) in [
        (vec![on("/a", 100.0, 4.0), on("/b", 300.0, 8.0)], 7.0),
        (vec![on("/a", 1.0, 1.0), on("/b", 99.0, 2.0)], 1.99),
        (vec![on("/a", 50.0, 3.0)], 3.0),
    ] {
        let output = answer(&input(rows), priced());
        assert!((output.keywords[0].position.unwrap() - wanted).abs() < 1e-9);
    }
}

#[test]
fn findings_keep_their_keys_when_the_figures_change() {
    let keys = |factor: f64| {
        let planted = |at: usize| {
            row(
                &format!("thing{at} word{at}"),
                (20.0 * factor).round(),
                (900.0 * factor).round(),
                6.0 + at as f64 / 10.0,
            )
        };
        let rows = (0..12).map(planted).chain([row("acme roofing", 300.0 * factor, 500.0 * factor, 1.0)]).collect();
        let output = answer(&input(rows), Parameters { max_insights: 200, ..priced() });
        output.insights.iter().map(|insight| insight.key.clone()).collect::<BTreeSet<_>>()
    };
    let (before, after) = (keys(1.0), keys(1.04));
    assert_eq!(before, after);
    assert!(before.len() >= 10, "{before:?}");
    assert!(before.iter().all(|key| !key.contains("900") && !key.contains("936")), "a figure in a key: {before:?}");
}

/// Ten thousand queries of six words each: more than one thread's share in every step.
fn many_rows() -> Vec<QueryRow> {
    let things = ["roof", "gutter", "siding", "window", "door", "deck", "fence", "drain", "boiler", "floor"];
    let works = [
        "repair",
        "replacement",
        "cleaning",
        "inspection",
        "cost",
        "company",
        "installation",
        "ideas",
        "price",
        "near me",
    ];
    let kinds = ["metal", "wood", "vinyl", "tile", "flat", "old", "cheap", "new", "green", "large"];
    let places = [
        "austin tx",
        "dallas tx",
        "houston tx",
        "miami fl",
        "tampa fl",
        "boise id",
        "reno nv",
        "mesa az",
        "",
        "omaha ne",
    ];
    let row = |at: usize| {
        let word = |list: [&'static str; 10], digit: u32| list[at / 10_usize.pow(digit) % 10];
        let query = format!("{} {} {} {}", word(kinds, 0), word(things, 1), word(works, 2), word(places, 3));
        row(query.trim(), (at % 7) as f64, (at % 991) as f64 + 10.0, (at % 40) as f64 / 2.0 + 1.0)
    };
    (0..10_000).map(row).collect()
}

#[test]
fn number_of_threads_changes_no_byte() {
    let input = input(many_rows());
    let bytes = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| serde_json::to_vec(&answer(&input, Parameters { draws: 100, ..priced() })).expect("JSON"))
    };
    let one = bytes(1);
    assert!(one == bytes(2), "two threads");
    assert!(one == bytes(5), "five threads");
}
