//! Adversarial cases of a domain expert.

use engines::keyword::{ClusterEvidenceKind, Parameters, QueryRow, Volume, VolumeField, VolumeSource};
use engines::stat::SplitMix64;

use super::{answer, input, priced, row};

fn cluster_of(output: &engines::keyword::Output, query: &str) -> u32 {
    output.keywords.iter().find(|keyword| keyword.query == query).unwrap().cluster_id
}

#[test]
fn towns_are_never_merged() {
    let queries = [
        "plumber austin",
        "plumber dallas",
        "plumber austin tx",
        "plumber austin mn",
        "springfield mo plumber",
        "springfield il plumber",
        "plumber near me",
        "plumber",
        "plumber texas",
        "plumber 78701",
        "plumber 75201",
    ];
    let output = answer(&input(queries.iter().map(|query| row(query, 1.0, 50.0, 6.0)).collect()), priced());
    assert_eq!(cluster_of(&output, "plumber austin"), cluster_of(&output, "plumber austin tx"));
    assert_eq!(cluster_of(&output, "plumber"), cluster_of(&output, "plumber near me"));
    let apart = [
        "plumber austin",
        "plumber dallas",
        "plumber austin mn",
        "springfield mo plumber",
        "springfield il plumber",
        "plumber",
        "plumber texas",
        "plumber 78701",
        "plumber 75201",
    ];
    for (at, a) in apart.iter().enumerate() {
        for b in &apart[at + 1..] {
            assert_ne!(cluster_of(&output, a), cluster_of(&output, b), "{a} / {b}");
        }
    }
}

#[test]
fn places_of_the_input_count_like_built_in_ones() {
    let mut given = input(vec![row("siding shipshewana", 1.0, 50.0, 6.0), row("siding goshen", 1.0, 50.0, 6.0)]);
    given.places = vec!["Shipshewana".to_owned()];
    let output = answer(&given, priced());
    assert_eq!(output.keywords[0].place.as_deref(), Some("shipshewana"));
    assert_ne!(output.keywords[0].cluster_id, output.keywords[1].cluster_id);
}

#[test]
fn states_the_searches_name_settle_which_town_is_meant() {
    let rows = vec![
        row("siding plymouth in", 0.0, 50.0, 9.0),
        row("plymouth indiana siding", 0.0, 50.0, 9.0),
        row("siding plymouth", 0.0, 50.0, 9.0),
    ];
    let output = answer(&input(rows), priced());
    assert!(output.keywords.iter().all(|keyword| keyword.place.as_deref() == Some("plymouth, in")));
}

fn reported(query: &str, volume: f64) -> QueryRow {
    let volume =
        Volume { value: Some(volume), exact: true, source: Some("keyword_planner".to_owned()), ..Volume::default() };
    QueryRow { volume: Some(VolumeField::Detailed(volume)), ..row(query, 0.0, 0.0, 6.0) }
}

#[test]
fn close_variants_with_one_reported_volume_count_once() {
    let rows = vec![
        reported("plumber austin", 900.0),
        reported("plumbers austin", 900.0),
        reported("austin plumber", 900.0),
        reported("plumber in austin", 480.0),
    ];
    let output = answer(&input(rows), priced());
    assert_eq!(output.totals.volume, Some(1_380.0));
    assert_eq!(output.totals.volume_upper_bound, Some(3_180.0));
    assert_eq!(output.clusters.len(), 1);
    assert_eq!(output.clusters[0].volume, Some(1_380.0));
    let one = answer(&input(vec![reported("plumber austin", 900.0)]), priced()).totals.value.unwrap();
    let twice = answer(&input(vec![reported("plumber austin", 900.0), reported("plumbers austin", 900.0)]), priced());
    assert_eq!(twice.totals.value.unwrap().mid_cents, one.mid_cents, "money counts them once too");
}

#[test]
fn impressions_are_a_lower_bound_by_the_month() {
    let mut given = input(vec![row("roof repair", 0.0, 280.0, 6.0)]);
    let output = answer(&given, priced());
    let keyword = &output.keywords[0];
    assert_eq!(keyword.volume_source, Some(VolumeSource::Impressions));
    assert!((keyword.volume.unwrap() - 280.0 * 30.4375 / 28.0).abs() < 1e-9);
    given.period_days = None;
    let unsure = answer(&given, priced());
    assert!(unsure.assumptions.iter().any(|assumption| assumption.contains("91 days")));
    assert!(unsure.needs.iter().any(|need| need.kind == "period_days"));
    let width = |output: &engines::keyword::Output| {
        let clicks = output.keywords[0].potential_clicks.unwrap();
        clicks.high / clicks.low
    };
    assert!(width(&unsure) > 1.3 * width(&output), "{} {}", width(&unsure), width(&output));
}

#[test]
fn better_volumes_win_over_worse_ones() {
    let volume =
        |volume: Volume| QueryRow { volume: Some(VolumeField::Detailed(volume)), ..row("roof", 0.0, 0.0, 6.0) };
    let bucket = volume(Volume { low: Some(100.0), high: Some(1_000.0), ..Volume::default() });
    let estimate = volume(Volume { value: Some(400.0), ..Volume::default() });
    let exact = volume(Volume { value: Some(390.0), exact: true, ..Volume::default() });
    let take = |rows: Vec<QueryRow>| {
        let keyword = answer(&input(rows), priced()).keywords.remove(0);
        (keyword.volume.unwrap().round(), keyword.volume_source.unwrap())
    };
    assert_eq!(take(vec![bucket.clone()]), (316.0, VolumeSource::Bucket));
    assert_eq!(take(vec![bucket.clone(), estimate.clone()]), (400.0, VolumeSource::Estimate));
    assert_eq!(take(vec![exact, estimate, bucket]), (390.0, VolumeSource::Exact));
}

#[test]
fn without_a_value_nothing_is_invented() {
    let output = answer(&input(vec![row("roof repair austin", 3.0, 900.0, 8.0)]), Parameters::default());
    assert_eq!(output.keywords[0].value, None);
    assert_eq!(output.totals.value, None);
    assert!(output.insights.iter().all(|insight| insight.impact.is_none()));
    let win = &output.wins[0].win;
    assert!(win.impact.is_none() && win.clicks_gained.unwrap().high > 0.0);
    assert!(output.needs.iter().any(|need| need.kind == "value_per_lead"));
    assert!(output.insights.iter().any(|insight| insight.kind == "value_missing"));
}

fn serp(query: &str, results: std::ops::Range<u32>) -> QueryRow {
    QueryRow {
        serp_urls: results.map(|n| format!("https://www.site{n}.com/page/")).collect(),
        ..row(query, 1.0, 50.0, 6.0)
    }
}

#[test]
fn four_shared_results_join_and_three_do_not() {
    let rows = vec![serp("fix tap", 0..10), serp("repair faucet", 6..16), serp("mend spigot", 13..23)];
    let output = answer(&input(rows), priced());
    assert_eq!(output.keywords[0].cluster_id, output.keywords[1].cluster_id);
    assert_ne!(output.keywords[1].cluster_id, output.keywords[2].cluster_id);
    let joined = &output.clusters[output.keywords[0].cluster_id as usize];
    assert_eq!(joined.evidence.kind, ClusterEvidenceKind::SerpOverlap);
    assert!((joined.evidence.min_similarity - 0.4).abs() < 1e-6);
}

#[test]
fn chains_of_shared_results_do_not_merge() {
    // a-b and b-c share six results, a-c two: complete linkage keeps a and c apart.
    let output = answer(&input(vec![serp("aa", 0..10), serp("bb", 4..14), serp("cc", 8..18)]), priced());
    assert_ne!(output.keywords[0].cluster_id, output.keywords[2].cluster_id);
}

#[test]
fn an_exact_match_domain_is_no_brand() {
    let mut given = input(vec![
        row("austin plumber", 5.0, 100.0, 3.0),
        row("plumber near me", 1.0, 100.0, 9.0),
        row("emergency plumber", 1.0, 100.0, 9.0),
        row("plumber dallas", 1.0, 100.0, 9.0),
        row("austin drain cleaning", 1.0, 100.0, 9.0),
        row("austin roofer", 1.0, 100.0, 9.0),
        row("roof austin", 1.0, 100.0, 9.0),
    ]);
    given.site.host = Some("austinplumber.com".to_owned());
    given.site.brand_terms.clear();
    let output = answer(&given, priced());
    assert!(output.keywords.iter().all(|keyword| !keyword.is_brand));
    assert!(output.notes.iter().any(|note| note.contains("ordinary words")));
}

/// Clicks drawn from the site's curve, without anything to find.
fn null_rows(random: &mut SplitMix64, count: usize) -> Vec<QueryRow> {
    let share = [0.2862, 0.1522, 0.11, 0.084, 0.063, 0.0524, 0.0435, 0.0362, 0.0301, 0.025];
    (0..count)
        .map(|n| {
            let position = random.below(10);
            let clicks = (0..2_000).filter(|_| random.uniform() < share[position]).count();
            row(&format!("thing{n} of{n}"), clicks as f64, 2_000.0, (position + 1) as f64)
        })
        .collect()
}

#[test]
fn sites_that_follow_the_curve_show_no_gap() {
    // 40 sites of 60 searches at a false discovery rate of 5 %: at most 7 sites may show one (binomial, 99.9 %).
    let mut random = SplitMix64::new(11);
    let params = Parameters { min_ctr_shortfall: 0.0, draws: 100, ..Parameters::default() };
    let found = (0..40)
        .filter(|_| {
            let output = answer(&input(null_rows(&mut random, 60)), params.clone());
            output.wins.iter().any(|win| win.win.kind == engines::keyword::WinKind::CtrGap)
        })
        .count();
    assert!(found <= 7, "{found} of 40 sites");
}

#[test]
fn a_planted_gap_is_found_and_nothing_else() {
    let mut rows = null_rows(&mut SplitMix64::new(5), 60);
    rows.push(row("planted gap", 60.0, 2_000.0, 3.0));
    let output = answer(&input(rows), priced());
    let gaps: Vec<&str> = output
        .wins
        .iter()
        .filter(|win| win.win.kind == engines::keyword::WinKind::CtrGap)
        .map(|win| win.query.as_str())
        .collect();
    assert_eq!(gaps, ["planted gap"]);
}

#[test]
fn raising_a_factor_raises_the_money_and_keeps_the_seed() {
    let rows = vec![row("roof repair austin", 3.0, 900.0, 8.0)];
    let value = |params: Parameters| answer(&input(rows.clone()), params).keywords[0].value.clone().unwrap();
    let base = value(priced());
    let doubled = value(Parameters { value_per_lead_cents: Some(30_000.0), ..priced() });
    assert!((doubled.mid_cents - 2 * base.mid_cents).abs() <= 2);
    assert!(value(Parameters { conversion_rate: Some(0.1), ..priced() }).mid_cents > base.mid_cents);
    assert!(value(Parameters { target_position: 1.0, ..priced() }).mid_cents > base.mid_cents);
    assert_ne!(value(Parameters { seed: 1, ..priced() }), base);
}

#[test]
fn one_page_serves_all_words_for_a_provider_and_none_for_another_trade() {
    let queries = [
        "siding contractors south bend",
        "south bend siding company",
        "siding south bend in",
        "siding installation south bend",
        "door installation south bend",
        "siding repair south bend",
    ];
    let rows: Vec<QueryRow> = queries
        .iter()
        .copied()
        .chain(["siding near me", "vinyl siding", "siding cost", "house siding", "siding contractors near me"])
        .map(|query| row(query, 1.0, 50.0, 6.0))
        .collect();
    let output = answer(&input(rows), priced());
    let cluster = |query| cluster_of(&output, query);
    assert_eq!(cluster(queries[0]), cluster(queries[1]));
    assert_eq!(cluster(queries[0]), cluster(queries[2]));
    assert_eq!(cluster("siding near me"), cluster("siding contractors near me"));
    assert_ne!(cluster(queries[3]), cluster(queries[4]), "other trade");
    assert_ne!(cluster(queries[3]), cluster(queries[5]), "other work");
}

#[test]
fn the_same_question_about_two_things_needs_two_pages() {
    let things = ["roof", "gutter", "deck"];
    let rows = things
        .iter()
        .flat_map(|thing| [format!("{thing} cost"), format!("{thing} prices"), format!("best {thing}")])
        .map(|query| row(&query, 1.0, 50.0, 6.0))
        .collect();
    let output = answer(&input(rows), priced());
    let cluster = |query: &str| cluster_of(&output, query);
    for thing in things {
        assert_eq!(cluster(&format!("{thing} cost")), cluster(&format!("{thing} prices")));
        assert_ne!(cluster(&format!("{thing} cost")), cluster(&format!("best {thing}")));
    }
    assert_ne!(cluster("roof cost"), cluster("gutter cost"));
    assert_ne!(cluster("roof cost"), cluster("deck cost"));
}

#[test]
fn businesses_and_homes_need_pages_of_their_own() {
    let queries = ["siding contractor", "siding contractors near me", "commercial siding contractor"];
    let rows = queries.iter().map(|query| row(query, 1.0, 50.0, 6.0)).collect();
    let output = answer(&input(rows), priced());
    assert_eq!(cluster_of(&output, queries[0]), cluster_of(&output, queries[1]));
    assert_ne!(cluster_of(&output, queries[0]), cluster_of(&output, queries[2]));
}

#[test]
fn tool_files_without_impressions_need_no_dates() {
    let mut given = input(vec![reported("roof repair", 900.0)]);
    given.period_days = None;
    let output = answer(&given, Parameters::default());
    assert!(output.needs.iter().all(|need| need.kind != "period_days"));
    assert!(output.assumptions.iter().all(|assumption| !assumption.contains("91 days")));
    assert!(
        output.assumptions.iter().all(|assumption| !assumption.contains("Leads per visit")),
        "no leads are counted"
    );
}
