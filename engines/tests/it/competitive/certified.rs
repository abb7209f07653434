//! Tables that other people's software computed; see PROVENANCE.md.

use engines::common::{Day, Unattended};
use engines::competitive::{Input, Parameters, Snapshot, discover, explain, rank_biased_overlap};
use serde_json::Value;

use super::super::table::numbers;
use super::{checked, input, serp};

fn cases(text: &str) -> Vec<Value> {
    serde_json::from_str(text).unwrap()
}

fn words(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect()
}

#[test]
fn overlap_of_rankings_of_any_length_is_that_of_the_package_rbo() {
    let mut read = 0;
    for line in include_str!("../golden/rbo.csv").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let ranking = |field: &str| numbers(field).into_iter().map(|place| place as u32).collect::<Vec<_>>();
        let (a, b) = (ranking(fields[0]), ranking(fields[1]));
        let (p, wanted): (f64, f64) = (fields[2].parse().unwrap(), fields[3].parse().unwrap());
        for (a, b) in [(&a, &b), (&b, &a)] {
            let got = rank_biased_overlap(a, b, p);
            assert!((got - wanted).abs() < 1e-9, "{line}: {got}");
        }
        read += 1;
    }
    assert_eq!(read, 60);
}

#[test]
fn strengths_and_their_errors_are_those_of_scipys_optimum() {
    for (number, case) in cases(include_str!("../golden/strengths.json")).iter().enumerate() {
        let host = |site: u64| if site == 0 { "own.example".to_owned() } else { format!("s{site}.example") };
        let snapshot = |(at, ranking): (usize, &Value)| {
            let hosts: Vec<String> =
                ranking.as_array().unwrap().iter().map(|site| host(site.as_u64().unwrap())).collect();
            serp(&format!("q{at}"), &hosts.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let rankings = case["rankings"].as_array().unwrap();
        let output =
            explain(&input(rankings.iter().enumerate().map(snapshot).collect(), vec![]), &checked(), &Unattended)
                .unwrap();
        let sites = &output.clusters[0].sites;
        assert_eq!(sites.len() as u64, case["sites"].as_u64().unwrap(), "case {number}");
        for (at, (strength, error)) in
            case["strengths"].as_array().unwrap().iter().zip(case["errors"].as_array().unwrap()).enumerate()
        {
            let site = sites.iter().find(|site| site.domain == host(at as u64)).unwrap();
            assert!(
                (site.strength - strength.as_f64().unwrap()).abs() < 1e-4,
                "case {number}: {site:?}, wanted {strength}"
            );
            assert!(
                (site.standard_error - error.as_f64().unwrap()).abs() < 1e-3,
                "case {number}: {site:?}, wanted {error}"
            );
            let pages = rankings.iter().filter(|ranking| ranking.as_array().unwrap().contains(&at.into())).count();
            assert_eq!(site.result_pages as usize, pages, "case {number}");
        }
    }
}

#[test]
fn rivals_are_counted_and_tested_as_scipy_does() {
    for (number, case) in cases(include_str!("../golden/rivals.json")).iter().enumerate() {
        let pages = case["pages"].as_array().unwrap();
        let snapshots = pages.iter().enumerate().map(|(at, page)| serp(&format!("q{at}"), &words(page))).collect();
        let params = Parameters { max_rivals: 200, ..Parameters::default() }.check().unwrap();
        let output = discover(&input(snapshots, vec![]), &params, &Unattended).unwrap();
        let wanted = case["rivals"].as_array().unwrap();
        assert_eq!(output.rivals.len(), wanted.len(), "case {number}");
        for row in wanted {
            let rival = output.rivals.iter().find(|rival| rival.domain == row[0].as_str().unwrap()).unwrap();
            assert_eq!(
                (u64::from(rival.shared), u64::from(rival.queries)),
                (row[1].as_u64().unwrap(), row[2].as_u64().unwrap())
            );
            for (name, got, wanted) in [
                ("jaccard", rival.jaccard, &row[3]),
                ("overlap", rival.overlap, &row[4]),
                ("above", rival.above, &row[5]),
                ("p", rival.p_adjusted, &row[6]),
            ] {
                assert!(
                    (got - wanted.as_f64().unwrap()).abs() < 1e-9,
                    "case {number}, {}: {name} {got}, wanted {wanted}",
                    rival.domain
                );
            }
        }
        let order = |rival: &engines::competitive::Rival| (rival.p_adjusted < 0.05, rival.jaccard);
        assert!(
            output.rivals.windows(2).all(|pair| order(&pair[0]) >= order(&pair[1])),
            "evidence, then nearest first"
        );
    }
}

#[test]
fn volatility_is_the_mean_of_what_rbo_misses_from_day_to_day() {
    for (number, case) in cases(include_str!("../golden/volatility.json")).iter().enumerate() {
        let first = Day::parse("2026-11-01").unwrap();
        let snapshot = |(at, day): (usize, &Value)| Snapshot {
            observed_at: Some(first.plus(at as i32)),
            ..serp("q", &words(day))
        };
        let days = case["days"].as_array().unwrap();
        // Days in any order are sorted by their date.
        let mut snapshots: Vec<Snapshot> = days.iter().enumerate().map(snapshot).collect();
        snapshots.reverse();
        let params = Parameters { persistence: case["persistence"].as_f64().unwrap(), ..Parameters::default() };
        let output = discover(&input(snapshots, vec![]), &params.check().unwrap(), &Unattended).unwrap();
        let wanted = case["volatility"].as_f64().unwrap();
        assert_eq!(output.volatility[0].days as usize, days.len(), "case {number}");
        assert!(
            (output.volatility[0].volatility - wanted).abs() < 1e-9,
            "case {number}: {:?}, wanted {wanted}",
            output.volatility
        );
        assert_eq!(output.mean_volatility, Some(output.volatility[0].volatility));
    }
}

#[test]
fn mean_volatility_is_over_searches_that_were_seen_twice() {
    let on = |query: &str, day: &str, hosts: &[&str]| Snapshot { observed_at: Day::parse(day), ..serp(query, hosts) };
    let snapshots = vec![
        on("still", "2026-11-01", &["a.example", "b.example"]),
        on("still", "2026-11-02", &["a.example", "b.example"]),
        on("new", "2026-11-01", &["a.example", "b.example"]),
        on("new", "2026-11-02", &["c.example", "d.example"]),
        on("once", "2026-11-02", &["c.example"]),
    ];
    let output = discover(&input(snapshots, vec![]), &checked(), &Unattended).unwrap();
    let found: Vec<(&str, f64)> = output.volatility.iter().map(|one| (one.query.as_str(), one.volatility)).collect();
    assert_eq!(found.len(), 2);
    assert_eq!((found[0].0, found[1].0), ("new", "still"));
    assert!((found[0].1 - 1.0).abs() < 1e-12 && found[1].1.abs() < 1e-12, "{found:?}");
    assert!((output.mean_volatility.unwrap() - 0.5).abs() < 1e-12);
    let once =
        Input { snapshots: vec![on("once", "2026-11-02", &["c.example", "own.example"])], ..input(vec![], vec![]) };
    assert_eq!(discover(&once, &checked(), &Unattended).unwrap().mean_volatility, None);
}
