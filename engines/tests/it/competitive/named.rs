//! Competitors that the parameters name.

use engines::common::Unattended;
use engines::competitive::{Checked, Input, Parameters, discover, gap, share};

use super::{input, serp, volume};

fn naming(names: &[&str], max_rivals: u32) -> Checked {
    let competitors = names.iter().map(|name| (*name).to_owned()).collect();
    Parameters { competitors, max_rivals, ..Parameters::default() }.check().unwrap()
}

/// Two sites rank for all queries, `rival.example` for one, each above the own site.
fn case() -> Input {
    let queries = ["drain cleaning", "leak repair", "pipe repair"];
    let mut snapshots: Vec<_> =
        queries.iter().map(|query| serp(query, &["big.example", "other.example", "own.example"])).collect();
    snapshots.push(serp("water heater", &["big.example", "shop.rival.example", "own.example"]));
    input(snapshots, queries.iter().chain(["water heater"].iter()).map(|query| volume(query, 100.0, "all")).collect())
}

#[test]
fn named_competitor_is_always_reported_and_first() {
    let hosts = |names: &[&str], most| {
        let output = discover(&case(), &naming(names, most), &Unattended).unwrap();
        output.rivals.into_iter().map(|rival| (rival.domain, rival.is_named)).collect::<Vec<_>>()
    };
    let one = |host: &str, is_named| (host.to_owned(), is_named);
    assert_eq!(hosts(&[], 1), [one("big.example", false)], "one common query is too few");
    let named = hosts(&["https://www.Rival.example/about"], 1);
    assert_eq!(named, [one("shop.rival.example", true), one("big.example", false)]);
}

#[test]
fn the_closest_competitor_does_not_depend_on_names() {
    let of = |names: &[&str]| discover(&case(), &naming(names, 20), &Unattended).unwrap();
    let (with, without) = (of(&["rival.example"]), of(&[]));
    assert_eq!((with.closest, with.summary), (without.closest, without.summary));
}

#[test]
fn query_is_listed_under_the_named_competitor_that_wins_it() {
    let winners = |names: &[&str]| {
        let output = gap(&case(), &naming(names, 20), &Unattended).unwrap();
        output.queries.into_iter().map(|row| (row.query, row.rival, row.is_named)).collect::<Vec<_>>()
    };
    let heater = |rows: Vec<(String, String, bool)>| rows.into_iter().find(|row| row.0 == "water heater").unwrap();
    assert_eq!(heater(winners(&[])).1, "big.example");
    let (_, rival, is_named) = heater(winners(&["rival.example"]));
    assert_eq!((rival.as_str(), is_named), ("shop.rival.example", true));
    assert_eq!(winners(&["rival.example"]).len(), winners(&[]).len(), "no query is hidden");
}

#[test]
fn share_keeps_named_competitors_beyond_the_limit() {
    let output = share(&case(), &naming(&["rival.example"], 1), &Unattended).unwrap();
    let hosts: Vec<&str> = output.domains.iter().map(|domain| domain.domain.as_str()).collect();
    assert_eq!(hosts, ["big.example", "own.example", "shop.rival.example"]);
}

#[test]
fn absent_competitor_is_noted_and_a_wrong_name_is_refused() {
    let output = discover(&case(), &naming(&["gone.example", "notbig.example"], 20), &Unattended).unwrap();
    let note = "Not in any of the search results: gone.example, notbig.example";
    assert!(output.notes.iter().any(|one| one == note), "{:?}", output.notes);
    for wrong in ["", "https://"] {
        let error = Parameters { competitors: vec![wrong.to_owned()], ..Parameters::default() }.check().unwrap_err();
        assert!(error.to_string().contains("competitors"), "{error}");
    }
    let many = Parameters { competitors: vec!["a.example".to_owned(); 51], ..Parameters::default() };
    assert!(many.check().unwrap_err().to_string().contains("more than 50"));
}
