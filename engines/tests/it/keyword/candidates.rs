//! Candidates, key phrases and groups of short texts: properties.

use std::collections::{BTreeMap, BTreeSet};

use engines::common::{Control, EngineError, Unattended};
use engines::keyword::{ExpandInput, ExpandOutput, Intent, TextsInput, cluster_texts, expand, group_texts, keyphrases};
use engines::text::fold;
use proptest::prelude::*;

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn expanded(seeds: &[&str], modifiers: &[&str], cities: &[&str], known: &[&str]) -> ExpandOutput {
    let input =
        ExpandInput { seeds: owned(seeds), modifiers: owned(modifiers), cities: owned(cities), known: owned(known) };
    expand(&input, &Unattended).unwrap()
}

fn queries(output: &ExpandOutput) -> Vec<&str> {
    output.candidates.iter().map(|candidate| candidate.query.as_str()).collect()
}

#[test]
fn every_seed_meets_every_pattern_and_city_once() {
    let output = expanded(
        &["roof repair", "drain cleaning"],
        &["{service} cost", "{service} in {city}"],
        &["Austin", "Tulsa OK", "Norman"],
        &[],
    );
    assert_eq!((output.candidates.len(), output.duplicates, output.is_cut), (2 * (1 + 3), 0, false));
    for candidate in &output.candidates {
        assert!(candidate.query.contains(&candidate.seed) && !candidate.query.contains('{'), "{candidate:?}");
        assert_eq!(candidate.city.is_some(), candidate.pattern.contains("{city}"));
        assert!(candidate.city.is_none() || candidate.intent == Some(Intent::Local));
    }
}

#[test]
fn close_variants_of_each_other_and_of_known_searches_are_left_out() {
    for (seeds, known, wanted, duplicates) in [
        (&["roof repair", "roof repairs"][..], &[][..], 1, 1),
        (&["roof repair", "repair roof"][..], &[][..], 1, 1),
        (&["roof repair"][..], &["the cost of roof repairs"][..], 0, 1),
        (&["roof repair"][..], &["ROOF REPAIR COST!"][..], 0, 1),
        (&["roof repair"][..], &["roof repair price"][..], 1, 0),
        (&["roof repair", "", "  ", "🏠", "drain"][..], &[][..], 2, 0),
        (&["屋根 修理", "屋根　修理"][..], &[][..], 1, 1),
    ] {
        let output = expanded(seeds, &["{service} cost"], &[], known);
        assert_eq!((output.candidates.len(), output.duplicates), (wanted, duplicates), "{seeds:?} {known:?}");
    }
}

#[test]
fn built_in_patterns_make_many_candidates_without_a_slot_left() {
    let output = expanded(&["roof repair"], &[], &["Austin", "Dallas"], &[]);
    assert!(output.candidates.len() > 50, "{}", output.candidates.len());
    let distinct: BTreeSet<&str> = queries(&output).into_iter().collect();
    assert_eq!(distinct.len(), output.candidates.len());
    assert!(queries(&output).iter().all(|query| query.contains("roof repair") && !query.contains(['{', '}'])));
    let without = expanded(&["roof repair"], &[], &[], &[]);
    assert!(without.candidates.iter().all(|candidate| candidate.city.is_none()));
    assert!(without.candidates.len() < output.candidates.len());
}

#[test]
fn list_is_cut_at_its_limit_and_says_so() {
    let seeds: Vec<String> = (0..2_001).map(|at| format!("thing{at}")).collect();
    let modifiers: Vec<String> = (0..100).map(|at| format!("{{service}} kind{at}")).collect();
    let output = expand(&ExpandInput { seeds, modifiers, ..ExpandInput::default() }, &Unattended).unwrap();
    assert_eq!((output.candidates.len(), output.is_cut), (200_000, true));
}

#[test]
fn wrong_patterns_and_missing_seeds_are_refused_by_name() {
    for pattern in ["cost", "{service} {service}", "", "{city}", &"x".repeat(300)] {
        let input = ExpandInput {
            seeds: owned(&["roof"]),
            modifiers: vec!["{service} ok".into(), pattern.to_owned()],
            ..ExpandInput::default()
        };
        let refused = expand(&input, &Unattended).unwrap_err();
        assert!(matches!(refused, EngineError::InvalidInput { field, .. } if field == "modifiers[1]"), "{pattern}");
    }
    for seeds in [&[][..], &[""][..], &["🏠", " "][..]] {
        let refused = expand(&ExpandInput { seeds: owned(seeds), ..ExpandInput::default() }, &Unattended);
        assert!(matches!(refused, Err(EngineError::NoInput { what: "seeds", .. })), "{seeds:?}");
    }
}

const TEXT: &str = "Roof repair starts with a roof inspection. A roof inspection looks at asphalt shingles, copper flashing \
    and the drip edge. Asphalt shingles last twenty years. Copper flashing lasts longer than asphalt shingles. \
    The drip edge keeps water away from the fascia board.";

#[test]
fn fewer_key_phrases_are_the_first_of_more() {
    let all = keyphrases(TEXT, 100).unwrap();
    for top in 1..=all.len() + 3 {
        assert_eq!(keyphrases(TEXT, top).unwrap(), all[..top.min(all.len())], "{top}");
    }
    assert!(
        all[..4].contains(&"asphalt shingles".to_owned())
            || all[..4].iter().any(|phrase| phrase.to_lowercase().contains("asphalt shingles")),
        "{all:?}"
    );
}

#[test]
fn key_phrases_hold_no_function_word_at_their_ends_and_none_twice() {
    let all = keyphrases(TEXT, 100).unwrap();
    let folded: Vec<String> = all.iter().map(|phrase| fold(phrase)).collect();
    let distinct: BTreeSet<&String> = folded.iter().collect();
    assert_eq!(distinct.len(), folded.len(), "{all:?}");
    for phrase in &folded {
        let words: Vec<&str> = phrase.split(' ').collect();
        for end in [words.first(), words.last()].into_iter().flatten() {
            assert!(!engines::text::is_function_word(end), "{phrase}");
        }
        assert!(fold(TEXT).contains(phrase.as_str()), "{phrase} does not stand in the text");
    }
}

#[test]
fn phrase_that_comes_often_and_early_goes_before_one_that_comes_once_and_late() {
    let often = format!("{} A zinc valley lies there.", "Copper flashing leaks. ".repeat(5));
    let phrases = keyphrases(&often, 10).unwrap();
    let place = |word: &str| phrases.iter().position(|phrase| fold(phrase).contains(word));
    assert!(place("copper flashing") < place("zinc valley"), "{phrases:?}");
    assert!(place("copper flashing").is_some());
}

fn grouped(texts: &[&str], clusters: Option<usize>, seed: u64) -> Vec<u32> {
    cluster_texts(texts, clusters, seed, None, &Unattended).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn equal_texts_share_a_group_and_groups_number_as_asked(texts in prop::collection::vec("(roof|drain|solar|pool|tree) (repair|cost|cleaning|panel|service)", 3..20), k in 1_usize..5) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let distinct: BTreeSet<&&str> = texts.iter().collect();
        let count = k.min(distinct.len());
        let groups = grouped(&texts, Some(count), 7);
        let mut of: BTreeMap<&str, u32> = BTreeMap::new();
        for (text, group) in texts.iter().zip(&groups) {
            prop_assert_eq!(*of.entry(text).or_insert(*group), *group, "{}", text);
        }
        prop_assert!(groups.iter().collect::<BTreeSet<_>>().len() <= count);
        prop_assert_eq!(groups[0], 0, "groups are numbered as they come");
        prop_assert_eq!(&grouped(&texts, Some(count), 7), &groups);
    }

    #[test]
    fn group_lists_add_up_to_the_texts(texts in prop::collection::vec("[a-z]{3,7}( [a-z]{3,7}){0,2}", 1..25)) {
        let input = TextsInput { texts: texts.clone(), clusters: None };
        let output = group_texts(&input, 3, None, &Unattended).unwrap();
        prop_assert_eq!(output.clusters.len(), texts.len());
        prop_assert_eq!(output.groups.iter().map(|group| group.size).sum::<usize>(), texts.len());
        prop_assert!(output.groups.windows(2).all(|pair| pair[0].size >= pair[1].size));
        for group in &output.groups {
            let members: Vec<&String> = texts.iter().zip(&output.clusters).filter(|(_, own)| **own == group.cluster).map(|(text, _)| text).collect();
            prop_assert_eq!(group.size, members.len());
            prop_assert_eq!(group.texts.iter().collect::<Vec<_>>(), members.into_iter().take(100).collect::<Vec<_>>());
        }
    }
}

#[test]
fn one_group_holds_all_and_as_many_groups_as_texts_hold_one_each() {
    let texts = ["roof repair", "drain cleaning", "solar panels", "tree removal", "pool service"];
    assert_eq!(grouped(&texts, Some(1), 1), [0; 5]);
    let each: BTreeSet<u32> = grouped(&texts, Some(5), 1).into_iter().collect();
    assert_eq!(each.len(), 5);
}

#[test]
fn cancelled_expansion_and_grouping_end() {
    struct Stopped;
    impl Control for Stopped {
        fn progress(&self, _: f64, _: &str, _: &str) {}
        fn is_cancelled(&self) -> bool {
            true
        }
    }
    let input = ExpandInput { seeds: owned(&["roof"]), ..ExpandInput::default() };
    assert_eq!(expand(&input, &Stopped).unwrap_err(), EngineError::Cancelled);
    assert_eq!(cluster_texts(&["a b", "c d"], Some(2), 1, None, &Stopped).unwrap_err(), EngineError::Cancelled);
}
