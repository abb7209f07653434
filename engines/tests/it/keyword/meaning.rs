//! Queries grouped by a sentence model: a tiny one with a single embedding for unknown words, to which all texts are
//! similar up to the third decimal.

use engines::common::Unattended;
use engines::embedding::SentenceModel;
use engines::keyword::{ClusterEvidenceKind, Output, Parameters, QueryRow, analyse, cluster_texts};

use super::{input, row};
use crate::semantic::tiny::files;

fn model() -> SentenceModel {
    let (config, vocabulary, weights) = files();
    SentenceModel::read(&config, &vocabulary, &weights).unwrap()
}

fn answer(queries: &[&str], params: Parameters, model: Option<&SentenceModel>) -> Output {
    let rows: Vec<QueryRow> = queries.iter().map(|query| row(query, 1.0, 50.0, 6.0)).collect();
    analyse(input(rows), &params.check().unwrap(), model, &Unattended).unwrap()
}

#[test]
fn words_that_differ_are_joined_by_meaning_and_the_evidence_says_so() {
    let queries = ["flights", "airfare", "repair"];
    let params = Parameters { meaning_similarity: 0.9999, ..Parameters::default() };
    assert_eq!(answer(&queries, params.clone(), None).clusters.len(), 3);
    let model = model();
    let output = answer(&queries, params, Some(&model));
    assert_eq!(output.keywords[0].cluster_id, output.keywords[1].cluster_id);
    assert_ne!(output.keywords[0].cluster_id, output.keywords[2].cluster_id);
    let evidence = &output.clusters[output.keywords[0].cluster_id as usize].evidence;
    assert_eq!(evidence.kind, ClusterEvidenceKind::Meaning);
    assert!(evidence.detail.contains("meaning"), "{}", evidence.detail);
    assert!(output.notes.iter().any(|note| note.contains("sentence model")), "{:?}", output.notes);
}

#[test]
fn the_likeness_asked_for_decides() {
    let (queries, model) = (["flights", "repair"], model());
    let clusters = |least| {
        let params = Parameters { meaning_similarity: least, ..Parameters::default() };
        answer(&queries, params, Some(&model)).clusters.len()
    };
    let vectors = model.embed(&queries, 1, &Unattended).unwrap();
    let cosine: f32 = vectors[0].iter().zip(&vectors[1]).map(|(a, b)| a * b).sum();
    assert!((0.9..0.998).contains(&cosine), "{cosine}");
    assert_eq!(clusters(f64::from(cosine) - 0.001), 1);
    assert_eq!(clusters(f64::from(cosine) + 0.001), 2);
    assert!(Parameters { meaning_similarity: 0.2, ..Parameters::default() }.check().is_err());
}

#[test]
fn meaning_joins_neither_other_places_nor_other_results() {
    let model = model();
    let output = answer(&["flights austin", "airfare dallas"], Parameters::default(), Some(&model));
    assert_eq!(output.clusters.len(), 2, "the place is what differs");
    let known = |query: &str, first: u32| QueryRow {
        serp_urls: (first..first + 10).map(|n| format!("https://site{n}.com/")).collect(),
        ..row(query, 1.0, 50.0, 6.0)
    };
    let rows = vec![known("flights", 0), known("airfare", 20)];
    let params = Parameters::default().check().unwrap();
    let output = analyse(input(rows), &params, Some(&model), &Unattended).unwrap();
    assert_eq!(output.clusters.len(), 2, "their result pages are known, and differ");
}

#[test]
fn texts_without_a_number_of_groups_are_joined_by_meaning_too() {
    let (texts, model) = (["flights", "airfare"], model());
    assert_eq!(cluster_texts(&texts, None, 1, None, &Unattended).unwrap(), [0, 1]);
    assert_eq!(cluster_texts(&texts, None, 1, Some(&model), &Unattended).unwrap(), [0, 0]);
}

#[test]
fn a_given_number_of_groups_is_returned_with_a_model_too() {
    let texts: Vec<String> = (0..40).map(|at| format!("flights word{} other{}", at % 4, at / 4)).collect();
    let (texts, model): (Vec<&str>, _) = (texts.iter().map(String::as_str).collect(), model());
    for count in [1, 2, 7, 40] {
        let groups = cluster_texts(&texts, Some(count), 1, Some(&model), &Unattended).unwrap();
        assert_eq!(groups.iter().max(), Some(&(count as u32 - 1)), "{count} groups");
        assert_eq!(groups, cluster_texts(&texts, Some(count), 1, Some(&model), &Unattended).unwrap());
    }
}
