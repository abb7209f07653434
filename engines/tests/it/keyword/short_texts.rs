//! Groups of short texts.

use engines::common::Unattended;
use engines::keyword::{TextsInput, cluster_texts, group_texts};

fn topics() -> (Vec<String>, Vec<usize>) {
    let themes = [
        ["python", "list", "dict", "loop", "function"],
        ["excel", "pivot", "cell", "formula", "sheet"],
        ["oracle", "query", "table", "index", "join"],
    ];
    let mut random = engines::stat::SplitMix64::new(3);
    let mut texts = Vec::new();
    let mut labels = Vec::new();
    for number in 0..150 {
        let theme = number % 3;
        let word = |random: &mut engines::stat::SplitMix64| themes[theme][random.below(5)];
        let words: Vec<&str> = (0..5).map(|_| word(&mut random)).collect();
        texts.push(format!("{} unique{number}", words.join(" ")));
        labels.push(theme);
    }
    (texts, labels)
}

#[test]
fn planted_themes_are_found() {
    let (texts, labels) = topics();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let groups = cluster_texts(&texts, Some(3), 1, None, &Unattended).unwrap();
    let right = (0..150).filter(|at| groups[*at] == groups[labels[*at]]).count();
    assert!(right >= 145, "{right} of 150");
    assert_eq!(groups, cluster_texts(&texts, Some(3), 1, None, &Unattended).unwrap());
}

#[test]
fn without_a_number_only_texts_alike_are_joined() {
    let texts = ["plumber austin", "austin plumbers", "red oak floor", "oak floor red", "tax law"];
    let groups = cluster_texts(&texts, None, 1, None, &Unattended).unwrap();
    assert_eq!(groups, [0, 0, 1, 1, 2]);
}

#[test]
fn odd_texts_and_numbers_are_handled() {
    assert_eq!(cluster_texts(&["a", "a", "a"], Some(2), 1, None, &Unattended).unwrap().len(), 3);
    assert_eq!(cluster_texts(&["", "!!", "the"], Some(2), 1, None, &Unattended).unwrap().len(), 3);
    assert_eq!(cluster_texts(&["x y", "z"], Some(1), 1, None, &Unattended).unwrap(), [0, 0]);
    assert_eq!(cluster_texts(&["solo"], None, 1, None, &Unattended).unwrap(), [0]);
    assert_eq!(cluster_texts(&[], None, 1, None, &Unattended).unwrap_err().kind(), "no-input");
    assert_eq!(cluster_texts(&["a"], Some(2), 1, None, &Unattended).unwrap_err().kind(), "too-many-clusters");
}

#[test]
fn as_many_groups_are_returned_as_asked_for() {
    let (texts, _) = topics();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for count in [2, 7, 60, 149, 150] {
        let groups = cluster_texts(&texts, Some(count), 1, None, &Unattended).unwrap();
        assert_eq!(groups.iter().max(), Some(&(count as u32 - 1)), "{count} groups");
    }
    let nothing_in_common = cluster_texts(&["one", "roof", "door"], Some(3), 1, None, &Unattended).unwrap();
    assert_eq!(nothing_in_common, [0, 1, 2]);
}

#[test]
fn fewer_groups_than_asked_for_are_explained() {
    let texts = ["red roof", "red roof", "blue door", "blue door"].map(str::to_owned).to_vec();
    let output = group_texts(&TextsInput { texts, clusters: Some(3) }, 1, None, &Unattended).unwrap();
    assert_eq!(output.clusters, [0, 0, 1, 1]);
    assert_eq!(output.assumptions, ["2 groups instead of 3: only 2 texts differ in their words."]);
}

#[test]
fn more_cells_than_ten_seconds_allow_are_refused() {
    let texts: Vec<String> = (0..20_000).map(|n| format!("word{n} other{}", n / 2)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for (count, clusters, limit) in [(20_000, 2, "at most 10000"), (9_000, 400, "texts x clusters")] {
        let error = cluster_texts(&texts[..count], Some(clusters), 1, None, &Unattended).unwrap_err();
        assert_eq!(error.kind(), "too-large");
        assert!(error.to_string().contains(limit), "{error}");
    }
}

#[test]
fn english_texts_without_common_words_are_grouped_by_meaning() {
    let texts = [
        "cancer tumor patient",
        "football goal coach",
        "diagnosis therapy hospital",
        "team league striker",
        "doctor physician surgery",
        "goalkeeper season tournament",
        "symptom nurse disease",
        "championship basketball baseball",
        "infection vaccine clinic",
        "hockey tennis pitcher",
        "medicine kidney lung",
        "quarterback playoff stadium",
        "heart artery diabetes",
        "referee midfielder defender",
        "arthritis asthma insulin",
        "inning touchdown golf",
    ];
    let groups = cluster_texts(&texts, Some(2), 1, None, &Unattended).unwrap();
    assert_eq!(groups, [0, 1].repeat(8));
}

#[test]
fn texts_of_another_language_are_grouped_by_their_words() {
    let themes = [["dachdecker", "dachziegel", "schornstein"], ["badewanne", "waschbecken", "fliesen"]];
    let text = |number: usize| {
        let theme = themes[number % 2];
        format!("{} {}", theme[number / 2 % 3], theme[(number / 2 + 1) % 3])
    };
    let texts: Vec<String> = (0..12).map(text).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let groups = cluster_texts(&texts, Some(2), 1, None, &Unattended).unwrap();
    assert_eq!(groups, [0, 1].repeat(6));
}
