//! Graphs of textbooks found again from data, and treatment effects that are known.

use engines::causal::{
    DiscoverInput, DiscoverOutput, TreatmentInput, TreatmentOutput, VariableKind, discover, treatment,
};
use engines::common::{Control, EngineError, Unattended};
use engines::stat::{SplitMix64, standard_normal};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::normal_stream;

/// A linear network: each node's parents and their weights; then the directed and undirected edges of its class.
type Network = (&'static str, &'static [&'static [(usize, f64)]], &'static [&'static str], &'static [&'static str]);

/// Pearl (2009), "Causality", chapter 1 and 2: a class is its adjacencies and its colliders, and what follows from them.
const NETWORKS: [Network; 8] = [
    ("two that are unrelated", &[&[], &[]], &[], &[]),
    ("an edge", &[&[], &[(0, 1.0)]], &[], &["ab"]),
    ("a fork", &[&[], &[(0, 1.0)], &[(0, -1.0)]], &[], &["ab", "ac"]),
    ("a collider", &[&[], &[], &[(0, 1.0), (1, 1.0)]], &["ac", "bc"], &[]),
    ("a complete triangle", &[&[], &[(0, 1.0)], &[(0, 0.8), (1, -1.2)]], &[], &["ab", "ac", "bc"]),
    (
        "the sprinkler: cloudy, sprinkler, rain, wet grass",
        &[&[], &[(0, -1.0)], &[(0, 1.2)], &[(1, 1.0), (2, 1.1)]],
        &["bd", "cd"],
        &["ab", "ac"],
    ),
    (
        "a Y: two causes, an effect and what it does",
        &[&[], &[], &[(0, 1.0), (1, 1.0)], &[(2, 1.3)]],
        &["ac", "bc", "cd"],
        &[],
    ),
    (
        "a bow of five: a - b -> d <- c, d -> e",
        &[&[], &[(0, 1.1)], &[], &[(1, 1.0), (2, -1.0)], &[(3, 0.9)]],
        &["bd", "cd", "de"],
        &["ab"],
    ),
];

fn drawn(parents: &[&[(usize, f64)]], rows: usize, seed: u64) -> Vec<Vec<f64>> {
    let mut random = SplitMix64::new(seed);
    let row = |_| {
        let mut values: Vec<f64> = Vec::new();
        for own in parents {
            let mean: f64 = own.iter().map(|(parent, weight)| weight * values[*parent]).sum();
            values.push(mean + standard_normal(&mut random));
        }
        values
    };
    (0..rows).map(row).collect()
}

fn table(rows: &[Vec<f64>]) -> DiscoverInput {
    DiscoverInput {
        nodes: ["a", "b", "c", "d", "e"][..rows[0].len()].iter().map(|name| (*name).to_owned()).collect(),
        rows: rows.iter().map(|row| row.iter().map(|value| json!(value)).collect()).collect(),
        csv: None,
        kind: Some(VariableKind::Continuous),
    }
}

fn found(input: &DiscoverInput) -> DiscoverOutput {
    discover(input, 1, &Unattended).unwrap()
}

fn edges(edges: &[[String; 2]]) -> Vec<String> {
    let mut all: Vec<String> = edges.iter().map(|[from, to]| format!("{from}{to}")).collect();
    all.sort();
    all
}

/// An edge without a direction, its ends in order.
fn unordered(given: &[[String; 2]]) -> Vec<String> {
    let sorted: Vec<[String; 2]> = given
        .iter()
        .map(|pair| {
            let mut pair = pair.clone();
            pair.sort();
            pair
        })
        .collect();
    edges(&sorted)
}

#[test]
fn networks_of_textbooks_are_found_up_to_their_class() {
    for (name, parents, directed, undirected) in NETWORKS {
        let mut right = 0;
        for seed in 0..5 {
            let output = found(&table(&drawn(parents, 800, 60 + seed)));
            right += usize::from(edges(&output.directed) == directed && unordered(&output.undirected) == undirected);
        }
        assert!(right >= 4, "{name}: {right} of 5");
    }
}

#[test]
fn units_of_the_variables_do_not_matter() {
    for (name, parents, ..) in NETWORKS {
        let rows = drawn(parents, 400, 3);
        let scaled: Vec<Vec<f64>> = rows
            .iter()
            .map(|row| row.iter().zip([1e4, 1e-3, -7.0, 250.0, 1.0]).map(|(value, unit)| value * unit + unit).collect())
            .collect();
        let (one, other) = (found(&table(&rows)), found(&table(&scaled)));
        assert_eq!(
            (edges(&one.directed), unordered(&one.undirected)),
            (edges(&other.directed), unordered(&other.undirected)),
            "{name}"
        );
    }
}

#[test]
fn order_of_rows_and_columns_does_not_matter() {
    let (_, parents, directed, undirected) = NETWORKS[7];
    let mut rows = drawn(parents, 800, 61);
    rows.reverse();
    let mut input = table(&rows);
    input.nodes.reverse();
    input.rows.iter_mut().for_each(|row| row.reverse());
    let output = found(&input);
    assert_eq!(
        (edges(&output.directed), unordered(&output.undirected)),
        (
            directed.iter().map(|e| (*e).to_owned()).collect(),
            undirected.iter().map(|e| (*e).to_owned()).collect::<Vec<_>>()
        )
    );
}

#[test]
fn a_better_graph_has_the_higher_score() {
    let rows = drawn(NETWORKS[3].1, 400, 5);
    let shuffled: Vec<Vec<f64>> =
        (0..400).map(|at| vec![rows[at][0], rows[(at + 101) % 400][1], rows[(at + 211) % 400][2]]).collect();
    assert!(found(&table(&rows)).score > found(&table(&shuffled)).score + 100.0);
}

#[test]
fn columns_of_a_csv_can_be_chosen() {
    let rows = drawn(NETWORKS[3].1, 300, 8);
    let lines: Vec<String> = rows.iter().map(|row| format!("{},x,{},{}", row[0], row[1], row[2])).collect();
    let csv = Some(format!("a,junk,b,c\n{}\n", lines.join("\n")));
    let nodes = ["a", "b", "c"].map(str::to_owned).to_vec();
    let chosen = found(&DiscoverInput { nodes: nodes.clone(), csv: csv.clone(), ..DiscoverInput::default() });
    assert_eq!(edges(&chosen.directed), ["ac", "bc"]);
    assert!(chosen.notes[0].starts_with("300 rows of 3 variables"), "{:?}", chosen.notes);
    let missing = DiscoverInput { nodes: vec!["z".to_owned()], csv, ..DiscoverInput::default() };
    let error = discover(&missing, 1, &Unattended).unwrap_err().to_string();
    assert!(error.contains("nodes") && error.contains("`z`"), "{error}");
}

struct Stopped;

impl Control for Stopped {
    fn progress(&self, _: f64, _: &str, _: &str) {}

    fn is_cancelled(&self) -> bool {
        true
    }
}

#[test]
fn tables_beyond_the_limits_are_named_and_cancelled_runs_end() {
    let many = DiscoverInput {
        nodes: (0..129).map(|at| at.to_string()).collect(),
        rows: vec![vec![json!(1); 129]; 20],
        ..DiscoverInput::default()
    };
    assert_eq!(discover(&many, 1, &Unattended).unwrap_err().kind(), "too-large");
    let words: Vec<Vec<Value>> = (0..1_002).map(|at| vec![json!(format!("w{at}")), json!(at % 2)]).collect();
    let input = DiscoverInput { nodes: vec!["a".into(), "b".into()], rows: words, ..DiscoverInput::default() };
    let error = discover(&input, 1, &Unattended).unwrap_err().to_string();
    assert!(error.contains("1002 categories in `a`"), "{error}");
    let input = table(&drawn(NETWORKS[7].1, 100, 1));
    assert_eq!(discover(&input, 1, &Stopped).unwrap_err(), EngineError::Cancelled);
}

/// Returns rows in which the treatment depends on x, with the effect `effect(x)`.
fn observed(rows: usize, seed: u64, chosen: f64, effect: &dyn Fn(f64) -> f64) -> TreatmentInput {
    let mut next = normal_stream(seed);
    let mut input = TreatmentInput { t: vec![], y: vec![], x: vec![] };
    for _ in 0..rows {
        let (x, z) = (next(), next());
        let treated = f64::from(u8::from(chosen * x + next() > 0.0));
        input.y.push(1.5 * x - z + treated * effect(x) + 0.5 * next());
        input.t.push(treated);
        input.x.push(vec![x, z]);
    }
    input
}

fn estimated(input: &TreatmentInput) -> TreatmentOutput {
    treatment(input, 1, &Unattended).unwrap()
}

/// With a treatment drawn at random and nothing else known, the effect is the difference of the means.
#[test]
fn a_random_treatment_has_the_difference_of_means_as_its_effect() {
    for seed in 0..4 {
        let mut input = observed(120, seed, 0.0, &|_| 2.0);
        input.x = vec![vec![]; 120];
        let mean = |side: f64| {
            let own: Vec<f64> = input.y.iter().zip(&input.t).filter(|(_, t)| **t == side).map(|(y, _)| *y).collect();
            own.iter().sum::<f64>() / own.len() as f64
        };
        let output = estimated(&input);
        let difference = mean(1.0) - mean(0.0);
        assert!((output.ate - difference).abs() < 0.15, "{} {difference}", output.ate);
        assert!((output.ite[0] - output.ite[119]).abs() < 1e-9, "nothing tells rows apart");
    }
}

#[test]
fn swapping_the_arms_turns_the_effect() {
    let input = observed(100, 5, 0.6, &|x| 1.0 + 0.5 * x);
    let swapped = TreatmentInput { t: input.t.iter().map(|t| 1.0 - t).collect(), ..input.clone() };
    let (one, other) = (estimated(&input), estimated(&swapped));
    assert!((one.ate + other.ate).abs() < 0.1, "{} {}", one.ate, other.ate);
    assert!((one.doubly_robust.value + other.doubly_robust.value).abs() < 0.1);
}

#[test]
fn averages_are_those_of_the_rows() {
    let input = observed(100, 6, 0.6, &|x| 1.0 + 0.5 * x);
    let output = estimated(&input);
    assert_eq!(output.ite.len(), 100);
    let ate = output.ite.iter().sum::<f64>() / 100.0;
    let treated: Vec<f64> = output.ite.iter().zip(&input.t).filter(|(_, t)| **t == 1.0).map(|(ite, _)| *ite).collect();
    let att = treated.iter().sum::<f64>() / treated.len() as f64;
    assert!((output.ate - ate).abs() < 0.05 && (output.att - att).abs() < 0.05, "{output:?}");
    assert!(output.lo < output.ate && output.ate < output.hi);
    assert!(
        output.doubly_robust.lo < output.doubly_robust.value && output.doubly_robust.value < output.doubly_robust.hi
    );
}

#[test]
fn rows_without_a_counterpart_are_counted() {
    let mixed = estimated(&observed(150, 7, 0.2, &|_| 1.0)).without_counterpart;
    let apart = estimated(&observed(150, 7, 6.0, &|_| 1.0));
    assert!(mixed < 0.1, "{mixed}");
    assert!(apart.without_counterpart > 0.4, "{}", apart.without_counterpart);
    assert!(apart.notes.iter().any(|note| note.contains("extrapolated")), "{:?}", apart.notes);
}

#[test]
fn more_rows_narrow_the_interval() {
    let width = |rows: usize| {
        let output = estimated(&observed(rows, 8, 0.4, &|_| 1.0));
        output.hi - output.lo
    };
    assert!(width(240) < width(40), "{} {}", width(240), width(40));
}

#[test]
fn a_cancelled_treatment_ends() {
    assert_eq!(treatment(&observed(60, 1, 0.0, &|_| 0.0), 1, &Stopped).unwrap_err(), EngineError::Cancelled);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn units_of_covariates_do_not_matter(seed in 0_u64..500, factor in 0.01..100.0_f64, shift in -50.0..50.0_f64) {
        let input = observed(60, seed, 0.4, &|_| 1.0);
        prop_assume!(input.t.iter().sum::<f64>() >= 10.0 && input.t.iter().sum::<f64>() <= 50.0);
        let x = input.x.iter().map(|row| vec![row[0] * factor + shift, row[1] - shift]).collect();
        let (one, other) = (estimated(&input), estimated(&TreatmentInput { x, ..input.clone() }));
        prop_assert!((one.ate - other.ate).abs() < 0.02, "{} {}", one.ate, other.ate);
    }
}
