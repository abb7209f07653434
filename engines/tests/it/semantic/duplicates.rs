//! Overlapping pages against NLTK's shingles, and what must not matter.

use std::collections::BTreeMap;

use engines::common::{Control, EngineError, Unattended};
use engines::semantic::{OverlapOutput, Page, PagesInput, Parameters, Verdict, overlap};
use proptest::prelude::*;
use serde_json::Value;

use super::page;

fn overlapping(pages: Vec<Page>, params: Parameters) -> OverlapOutput {
    overlap(&PagesInput { pages, ..PagesInput::default() }, &params.check().unwrap(), None, &Unattended).unwrap()
}

fn from(review_from: f64, duplicate_from: f64) -> Parameters {
    Parameters { review_from, duplicate_from, ..Parameters::default() }
}

/// The likeness of each pair that was found, by the two addresses in order.
fn found(output: &OverlapOutput) -> BTreeMap<(String, String), f64> {
    let key = |a: &String, b: &String| if a < b { (a.clone(), b.clone()) } else { (b.clone(), a.clone()) };
    output.pairs.iter().map(|pair| (key(&pair.a, &pair.b), pair.jaccard)).collect()
}

#[test]
fn likeness_of_pages_is_the_jaccard_index_of_nltks_5_grams() {
    // See PROVENANCE.md: `nltk.ngrams` and `jaccard_distance`.
    let table: Value = serde_json::from_str(include_str!("../golden/shingles.json")).unwrap();
    let texts = table["texts"].as_array().unwrap();
    let pages = texts.iter().enumerate().map(|(at, text)| page(&format!("/{at:02}"), text.as_str().unwrap())).collect();
    let output = overlapping(pages, from(0.05, 0.5));
    let found = found(&output);
    let mut compared = 0;
    for row in table["likeness"].as_array().unwrap() {
        let (a, b) = (row[0].as_u64().unwrap(), row[1].as_u64().unwrap());
        let wanted = row[2].as_f64().unwrap();
        match found.get(&(format!("/{a:02}"), format!("/{b:02}"))) {
            Some(likeness) => {
                assert!((likeness - wanted).abs() < 1e-12, "{a} {b}: {likeness}, wanted {wanted}");
                compared += 1;
            }
            // The sketches may pass over pairs that hardly share a run.
            None => assert!(wanted < 0.35, "{a} and {b} share {wanted} and were passed over"),
        }
    }
    assert!(compared >= 10, "{compared} pairs");
}

#[test]
fn verdicts_follow_the_two_thresholds() {
    let table: Value = serde_json::from_str(include_str!("../golden/shingles.json")).unwrap();
    let pages = || -> Vec<Page> {
        let texts = table["texts"].as_array().unwrap();
        texts.iter().enumerate().map(|(at, text)| page(&format!("/{at:02}"), text.as_str().unwrap())).collect()
    };
    for (review, merge) in [(0.05, 0.05), (0.2, 0.4), (0.35, 0.5), (0.6, 0.9)] {
        let output = overlapping(pages(), from(review, merge));
        for pair in &output.pairs {
            assert!(pair.jaccard >= review, "{pair:?}");
            let wanted = if pair.jaccard >= merge { Verdict::Merge } else { Verdict::Review };
            assert_eq!(pair.verdict, wanted, "{pair:?}");
            assert!(pair.sim_hash_distance <= 64 && pair.meaning.is_none());
        }
        assert!(output.pairs.windows(2).all(|two| two[0].jaccard >= two[1].jaccard), "most alike first");
        assert_eq!(output.pairs_found, output.pairs.len());
    }
}

fn any_texts() -> impl Strategy<Value = Vec<String>> {
    let words = prop::collection::vec("(roof|leak|tar|hail|felt|nail|wood|tin)[1-9]", 5..40);
    (prop::collection::vec(words, 2..7), prop::collection::vec(any::<prop::sample::Index>(), 0..4)).prop_map(
        |(mut texts, copies)| {
            for copy in copies {
                let again = texts[copy.index(texts.len())].clone();
                texts.push(again);
            }
            texts.into_iter().map(|words| words.join(" ")).collect()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn order_of_pages_does_not_change_the_pairs(texts in any_texts(), turn in 0_usize..6) {
        let pages: Vec<Page> = texts.iter().enumerate().map(|(at, text)| page(&format!("/{at:02}"), text)).collect();
        let mut other = pages.clone();
        let by = turn % pages.len();
        other.rotate_left(by);
        prop_assert_eq!(found(&overlapping(pages, from(0.35, 0.5))), found(&overlapping(other, from(0.35, 0.5))));
    }

    #[test]
    fn copies_are_always_found_and_merged(texts in any_texts()) {
        let pages: Vec<Page> = texts.iter().enumerate().map(|(at, text)| page(&format!("/{at:02}"), text)).collect();
        let output = overlapping(pages, Parameters::default());
        let found = found(&output);
        for (a, first) in texts.iter().enumerate() {
            for (b, second) in texts.iter().enumerate().skip(a + 1).filter(|(_, second)| *second == first) {
                prop_assert_eq!(found.get(&(format!("/{a:02}"), format!("/{b:02}"))), Some(&1.0), "{} {}", first, second);
            }
        }
        for pair in output.pairs.iter().filter(|pair| pair.jaccard == 1.0) {
            prop_assert_eq!((pair.verdict, pair.sim_hash_distance), (Verdict::Merge, 0));
        }
    }

    #[test]
    fn case_punctuation_and_width_do_not_make_a_page_its_own(texts in any_texts()) {
        let first = &texts[0];
        let wide: String = first.to_uppercase().chars().map(|c| if c.is_ascii_alphanumeric() { char::from_u32(c as u32 + 0xFEE0).unwrap() } else { c }).collect();
        let pages = vec![page("/a", first), page("/b", &first.replace(' ', ", ").to_uppercase()), page("/c", &wide)];
        let output = overlapping(pages, Parameters::default());
        prop_assert_eq!(output.pairs.len(), 3);
        prop_assert!(output.pairs.iter().all(|pair| pair.jaccard == 1.0));
    }
}

#[test]
fn short_pages_are_alike_only_when_they_are_the_same() {
    for (a, b, is_found) in [
        ("roof", "roof", true),
        ("roof leak", "leak roof", false),
        ("a b c d", "a b c d", true),
        ("a b c d", "a b c d e", false),
    ] {
        let output = overlapping(vec![page("/a", a), page("/b", b)], from(0.05, 0.5));
        assert_eq!(!output.pairs.is_empty(), is_found, "{a:?} {b:?}");
    }
}

#[test]
fn template_of_five_hundred_pages_stays_quick_and_lists_at_most_2000_pairs() {
    let text = |at: usize| format!("{} In town{at} we know street{at} and hill{at}.", super::WINNERS[0]);
    let pages = (0..500).map(|at| page(&format!("/{at:03}"), &text(at))).collect();
    let output = overlapping(pages, Parameters::default());
    assert_eq!((output.pages, output.pairs.len(), output.insights.len()), (500, 2_000, 25));
    assert!(output.pairs_found >= 2_000);
}

#[test]
fn findings_keep_their_keys_when_a_page_is_edited() {
    let keys = |more: &str| {
        let text = format!("{} {more}", super::WINNERS[0]);
        let output = overlapping(vec![page("/a", super::WINNERS[0]), page("/b", &text)], Parameters::default());
        output.insights.into_iter().map(|insight| insight.key).collect::<Vec<_>>()
    };
    assert_eq!(keys("Call."), keys("Call us today for a date."));
    assert_eq!(keys("Call.").len(), 1);
}

#[test]
fn cancelled_comparison_ends() {
    struct Stopped;
    impl Control for Stopped {
        fn progress(&self, _: f64, _: &str, _: &str) {}
        fn is_cancelled(&self) -> bool {
            true
        }
    }
    let input = PagesInput { pages: vec![page("/a", "one"), page("/b", "two")], ..PagesInput::default() };
    let params = Parameters::default().check().unwrap();
    assert_eq!(overlap(&input, &params, None, &Stopped).unwrap_err(), EngineError::Cancelled);
    assert_eq!(engines::semantic::links(&input, &params, &Stopped).unwrap_err(), EngineError::Cancelled);
}
