//! Result pages as they are read: hosts, doubles, places, devices, sizes.

use engines::common::{Control, EngineError, Unattended};
use engines::competitive::{
    Input, PageFeatures, Parameters, QueryVolume, SerpResult, Snapshot, discover, explain, gap, share,
};
use proptest::prelude::*;

use super::{checked, input, serp, volume};

/// A result page of addresses with positions.
fn page(results: &[(f64, &str)]) -> Snapshot {
    let result = |(position, url): &(f64, &str)| SerpResult {
        position: *position,
        url: (*url).to_owned(),
        ..SerpResult::default()
    };
    Snapshot { query: "q".into(), results: results.iter().map(result).collect(), ..Snapshot::default() }
}

/// The hosts that a page of one address is read as.
fn host(url: &str) -> Option<String> {
    let snapshots = vec![page(&[(1.0, url), (2.0, "https://other.example/")])];
    let output = share(&input(snapshots, vec![volume("q", 100.0, "c")]), &checked(), &Unattended).unwrap();
    output.domains.into_iter().map(|domain| domain.domain).find(|name| name != "other.example" && name != "own.example")
}

#[test]
fn host_is_read_from_any_form_of_address() {
    for (url, wanted) in [
        ("https://rival.example/path?q=1#x", "rival.example"),
        ("http://www.rival.example", "rival.example"),
        ("HTTPS://WWW.Rival.Example/", "rival.example"),
        ("rival.example", "rival.example"),
        ("rival.example/path", "rival.example"),
        ("https://user:secret@rival.example:8443/x", "rival.example"),
        ("https://rival.example.", "rival.example"),
        ("  https://rival.example  ", "rival.example"),
        ("https://rival.example?x=https://evil.example", "rival.example"),
        ("https://shop.rival.example/", "shop.rival.example"),
        ("https://xn--bcher-kva.example/", "xn--bcher-kva.example"),
        ("https://bücher.example/", "bücher.example"),
        ("https://日本.example/", "日本.example"),
    ] {
        assert_eq!(host(url).as_deref(), Some(wanted), "{url}");
    }
    for url in ["", "  ", "https://", "https:///path", "/relative/path"] {
        assert_eq!(host(url), None, "{url:?}");
    }
}

#[test]
fn sub_domains_of_your_site_count_as_it_and_look_alikes_do_not() {
    for (url, is_own) in [
        ("https://own.example/", true),
        ("https://www.own.example/", true),
        ("https://blog.own.example/", true),
        ("https://a.b.own.example/", true),
        ("https://notown.example/", false),
        ("https://own.example.evil/", false),
        ("https://own.exampl/", false),
    ] {
        let output =
            share(&input(vec![page(&[(1.0, url)])], vec![volume("q", 100.0, "c")]), &checked(), &Unattended).unwrap();
        let own = output.domains.iter().find(|domain| domain.is_own).unwrap();
        assert_eq!(own.share > 0.99, is_own, "{url}");
        assert_eq!(own.queries, u32::from(is_own), "{url}");
    }
}

#[test]
fn site_at_two_places_of_a_page_counts_at_its_best() {
    let snapshots =
        vec![page(&[(5.0, "https://a.example/5"), (2.0, "https://a.example/2"), (3.0, "https://own.example/")])];
    let output = gap(&input(snapshots.clone(), vec![volume("q", 100.0, "c")]), &checked(), &Unattended).unwrap();
    let query = &output.queries[0];
    assert_eq!((query.rival_position, query.rival_url.as_str(), query.rivals_above), (2.0, "https://a.example/2", 1));
    let output = share(&input(snapshots, vec![]), &checked(), &Unattended).unwrap();
    assert!(output.domains.iter().all(|domain| domain.queries == 1));
}

#[test]
fn volume_of_a_search_is_divided_among_its_places_and_devices() {
    let seen = |location: Option<&str>, device: &str| Snapshot {
        location: location.map(str::to_owned),
        device: Some(device.to_owned()),
        ..serp("roof repair", &["a.example", "own.example"])
    };
    let one = vec![seen(None, "desktop")];
    let four = vec![
        seen(None, "desktop"),
        seen(None, "mobile"),
        seen(Some("Austin"), "mobile"),
        seen(Some("austin "), "Mobile"),
        seen(Some("Tulsa"), "mobile"),
    ];
    let volumes = vec![volume("Roof  REPAIR", 1_000.0, "roofs")];
    let (one, four) = (
        share(&input(one, volumes.clone()), &checked(), &Unattended).unwrap(),
        share(&input(four, volumes), &checked(), &Unattended).unwrap(),
    );
    assert_eq!((one.result_pages, four.result_pages), (1, 4), "the same place in other spelling is the same page");
    assert!((one.volume - 1_000.0).abs() < 1e-9 && (four.volume - 1_000.0).abs() < 1e-9);
    let clicks =
        |output: &engines::competitive::ShareOutput| output.domains.iter().map(|domain| domain.clicks).sum::<f64>();
    assert!((clicks(&one) - clicks(&four)).abs() < 1e-9);
}

#[test]
fn results_that_cannot_be_used_are_left_out_with_a_note() {
    let bad = [
        (0.0, "https://a.example"),
        (-1.0, "https://b.example"),
        (f64::NAN, "https://c.example"),
        (1e9, "https://d.example"),
        (3.0, ""),
    ];
    let all = [&bad[..], &[(1.0, "https://own.example"), (2.0, "https://good.example")]].concat();
    let output = share(&input(vec![page(&all)], vec![volume("q", 100.0, "c")]), &checked(), &Unattended).unwrap();
    let names: Vec<&str> = output.domains.iter().map(|domain| domain.domain.as_str()).collect();
    assert_eq!(names.len(), 2, "{names:?}");
    assert!(output.notes.iter().any(|note| note.contains('5')), "{:?}", output.notes);
    let nothing = share(&input(vec![page(&bad)], vec![]), &checked(), &Unattended);
    assert!(matches!(nothing, Err(EngineError::NoInput { .. })));
}

#[test]
fn depth_cuts_results_off() {
    let all: Vec<(f64, String)> = (1..=40).map(|at| (f64::from(at), format!("https://h{at}.example"))).collect();
    let all: Vec<(f64, &str)> = all.iter().map(|(position, url)| (*position, url.as_str())).collect();
    for depth in [3, 10, 20, 40, 100] {
        let params = Parameters { depth, max_rivals: 200, ..Parameters::default() }.check().unwrap();
        let output = share(&input(vec![page(&all)], vec![]), &params, &Unattended).unwrap();
        assert_eq!(output.domains.iter().filter(|domain| domain.queries > 0).count(), depth.min(40) as usize);
    }
}

#[test]
fn wrong_fields_are_named() {
    let snapshots = || vec![serp("q", &["own.example"])];
    let with = |change: fn(&mut Input)| {
        let mut changed = input(snapshots(), vec![]);
        change(&mut changed);
        share(&changed, &checked(), &Unattended).unwrap_err()
    };
    let bad_volume = |row: QueryVolume| {
        share(&input(snapshots(), vec![volume("q", 1.0, "c"), row]), &checked(), &Unattended).unwrap_err()
    };
    for (error, field) in [
        (with(|input| input.site = String::new()), "site"),
        (with(|input| input.site = "https://".into()), "site"),
        (with(|input| input.currency = Some("usd".into())), "currency"),
        (with(|input| input.currency = Some("EURO".into())), "currency"),
        (bad_volume(volume("x", -1.0, "c")), "volumes[1]"),
        (bad_volume(volume("x", f64::NAN, "c")), "volumes[1]"),
        (bad_volume(QueryVolume { cpc_cents: Some(f64::INFINITY), ..volume("x", 1.0, "c") }), "volumes[1]"),
    ] {
        assert!(matches!(&error, EngineError::InvalidInput { field: named, .. } if named == field), "{field}: {error}");
    }
    assert!(matches!(with(|input| input.snapshots.clear()), EngineError::NoInput { .. }));
    let mut odd = input(snapshots(), vec![]);
    odd.pages = vec![PageFeatures { url: "u".into(), features: [("words".to_owned(), f64::NAN)].into() }];
    let error = explain(&odd, &checked(), &Unattended).unwrap_err();
    assert!(matches!(error, EngineError::InvalidInput { field, .. } if field == "pages[0].features.words"));
}

#[test]
fn every_action_stops_when_it_is_cancelled() {
    struct Stopped;
    impl Control for Stopped {
        fn progress(&self, _: f64, _: &str, _: &str) {}
        fn is_cancelled(&self) -> bool {
            true
        }
    }
    let (input, params) = (input(vec![serp("q", &["own.example", "a.example"])], vec![]), checked());
    assert_eq!(share(&input, &params, &Stopped).unwrap_err(), EngineError::Cancelled);
    assert_eq!(gap(&input, &params, &Stopped).unwrap_err(), EngineError::Cancelled);
    assert_eq!(discover(&input, &params, &Stopped).unwrap_err(), EngineError::Cancelled);
    assert_eq!(explain(&input, &params, &Stopped).unwrap_err(), EngineError::Cancelled);
}

/// Pages of a few sites in any order, with volumes.
pub(super) fn any_pages() -> impl Strategy<Value = (Vec<Snapshot>, Vec<QueryVolume>)> {
    let one =
        (Just((0..7_u32).collect::<Vec<_>>()).prop_shuffle(), 1_usize..8, prop::option::of(1_u32..5_000), 0_u8..3);
    prop::collection::vec(one, 1..12).prop_map(|drawn| {
        let host = |site: &u32| if *site == 0 { "own.example".to_owned() } else { format!("h{site}.example") };
        let pages = drawn.iter().enumerate().map(|(at, (order, length, _, _))| {
            let hosts: Vec<String> = order.iter().take(*length).map(host).collect();
            serp(&format!("query {at}"), &hosts.iter().map(String::as_str).collect::<Vec<_>>())
        });
        let volumes = drawn.iter().enumerate().map(|(at, (_, _, volume, cluster))| QueryVolume {
            query: format!("query {at}"),
            volume: volume.map(f64::from),
            cpc_cents: Some(300.0),
            cluster: Some(format!("c{cluster}")),
        });
        (pages.collect(), volumes.collect())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn gaps_are_all_searches_where_a_rival_is_on_page_one_above_you((pages, volumes) in any_pages()) {
        let output = gap(&input(pages.clone(), volumes.clone()), &checked(), &Unattended).unwrap();
        let place = |page: &Snapshot, own: bool| {
            page.results.iter().filter(|result| result.url.contains("//own.") == own).map(|result| result.position).reduce(f64::min)
        };
        let is_gap = |page: &&Snapshot| place(page, false).is_some_and(|rival| rival <= 10.0 && place(page, true).is_none_or(|own| own > rival));
        let wanted = pages.iter().filter(is_gap).count();
        prop_assert_eq!(output.queries.len(), wanted);
        for query in &output.queries {
            let page = pages.iter().find(|page| page.query == query.query).unwrap();
            prop_assert_eq!((query.own_position, Some(query.rival_position)), (place(page, true), place(page, false)));
            let above = page.results.iter().filter(|result| place(page, true).is_none_or(|own| result.position < own)).count();
            prop_assert_eq!(query.rivals_above as usize, above);
            prop_assert!(query.clicks.is_none_or(|clicks| clicks >= 0.0 && clicks <= query.volume.unwrap()));
        }
        let sum: f64 = output.queries.iter().filter_map(|query| query.clicks).sum();
        // Volumes and shares have log-spreads of 0.5 and 0.39 around their middle: exp(0.5 x (0.25 + 0.1521)) = 1.223.
        prop_assert!((output.clicks.mean - 1.223 * sum).abs() <= 0.06 * sum + 1e-9, "{} {}", output.clicks.mean, sum);
        prop_assert!(output.clicks.low <= output.clicks.mid && output.clicks.mid <= output.clicks.high);
    }
}
