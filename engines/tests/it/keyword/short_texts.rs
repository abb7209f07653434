//! Groups of short texts.

use engines::common::Unattended;
use engines::keyword::cluster_texts;

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
