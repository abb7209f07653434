//! Discovery of known graphs.

use engines::causal::{DiscoverInput, DiscoverOutput, VariableKind, discover};
use engines::common::Unattended;
use serde_json::{Value, json};

use super::normal_stream;

fn of(nodes: &[&str], rows: Vec<Vec<Value>>, kind: Option<VariableKind>) -> DiscoverInput {
    DiscoverInput { nodes: nodes.iter().map(|node| (*node).to_owned()).collect(), rows, csv: None, kind }
}

fn edges(edges: &[[String; 2]]) -> Vec<String> {
    edges.iter().map(|[a, b]| format!("{a}{b}")).collect()
}

fn found(input: &DiscoverInput) -> DiscoverOutput {
    discover(input, 1, &Unattended).unwrap()
}

/// Returns rows of a, b, c, d with a -> c <- b and c -> d.
fn collider(rows: usize) -> Vec<[f64; 4]> {
    let mut next = normal_stream(3);
    (0..rows)
        .map(|_| {
            let (a, b) = (next(), next());
            let c = a - b + 0.5 * next();
            [a, b, c, 0.8 * c + next()]
        })
        .collect()
}

fn numbers(rows: &[[f64; 4]]) -> Vec<Vec<Value>> {
    rows.iter().map(|row| row.iter().map(|value| json!(value)).collect()).collect()
}

#[test]
fn a_collider_directs_what_meets_in_it_and_what_follows() {
    let output = found(&of(&["a", "b", "c", "d"], numbers(&collider(400)), Some(VariableKind::Continuous)));
    assert_eq!((edges(&output.directed), output.undirected.len()), (vec!["ac".into(), "bc".into(), "cd".into()], 0));
}

#[test]
fn a_chain_has_no_direction() {
    let mut next = normal_stream(4);
    let rows = (0..400).map(|_| {
        let a = next();
        let b = a + next();
        vec![json!(a), json!(b), json!(b + next())]
    });
    let output = found(&of(&["a", "b", "c"], rows.collect(), None));
    assert_eq!((output.directed.len(), edges(&output.undirected)), (0, vec!["ab".into(), "bc".into()]));
}

#[test]
fn categories_are_understood_as_words_and_as_csv() {
    let mut next = normal_stream(5);
    let rows: Vec<[&str; 3]> = (0..800)
        .map(|_| {
            let (a, b) = (next() > 0.0, next() > 0.3);
            let c = (a != b) == (next() < 1.0);
            [if a { "yes" } else { "no" }, if b { "high" } else { "low" }, if c { "kept" } else { "lost" }]
        })
        .collect();
    let values = rows.iter().map(|row| row.iter().map(|word| json!(word)).collect()).collect();
    let output = found(&of(&["a", "b", "c"], values, None));
    assert_eq!(edges(&output.directed), ["ac", "bc"]);
    let lines: Vec<String> = rows.iter().map(|row| format!("{};\"{}\";{}", row[0], row[1], row[2])).collect();
    let csv = Some(format!("\u{feff}a;b;c\r\n{}\r\n", lines.join("\r\n")));
    let from_csv = found(&DiscoverInput { csv, ..DiscoverInput::default() });
    assert_eq!((from_csv.directed, from_csv.undirected), (output.directed, output.undirected));
}

#[test]
fn unrelated_variables_are_seldom_joined() {
    let mut joined = 0;
    for seed in 0..40 {
        let mut next = normal_stream(seed + 50);
        let rows = (0..200).map(|_| (0..5).map(|_| json!(next())).collect()).collect();
        let output = found(&of(&["a", "b", "c", "d", "e"], rows, None));
        joined += output.directed.len() + output.undirected.len();
    }
    assert!(joined <= 8, "{joined} edges among 400 pairs");
}

#[test]
fn constant_equal_and_missing_figures_do_no_harm() {
    let rows = (0..50)
        .map(|at| {
            let missing = if at % 10 == 0 { Value::Null } else { json!(at) };
            vec![json!(at as f64 * 1.5), json!(at as f64 * 3.0), json!(7.0), missing]
        })
        .collect();
    let output = found(&of(&["a", "twice a", "same", "holes"], rows, Some(VariableKind::Continuous)));
    assert!(output.score.is_finite());
    assert!(
        output.notes.iter().any(|note| note.contains("same"))
            && output.notes.iter().any(|note| note.contains("5 rows"))
    );
}

#[test]
fn what_cannot_be_used_is_named() {
    let named = |input: DiscoverInput| discover(&input, 1, &Unattended).unwrap_err().to_string();
    assert!(named(DiscoverInput::default()).contains("nodes"));
    let rows = |value: Value| (0..20).map(|_| vec![value.clone(), json!(1)]).collect::<Vec<_>>();
    assert!(named(of(&["a", "a"], rows(json!(1)), None)).contains("twice"));
    assert!(named(of(&["a"], rows(json!(1)), None)).contains("rows[0]"));
    assert!(named(of(&["a", "b"], rows(Value::Null), None)).contains("complete rows"));
    assert!(named(of(&["a", "b"], rows(json!([1])), None)).contains("rows[0][0]"));
    assert!(named(of(&["a", "b"], rows(json!("x")), Some(VariableKind::Continuous))).contains("rows[0][0]"));
    assert!(named(DiscoverInput { csv: Some("a,b\n1\n".into()), ..DiscoverInput::default() }).contains("line 2"));
    assert!(named(DiscoverInput { csv: Some("a,\"b".into()), ..DiscoverInput::default() }).contains("quoted"));
}
