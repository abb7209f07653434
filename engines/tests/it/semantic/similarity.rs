//! Similarity of sentences.

use engines::command::{Options, run};
use engines::common::{EngineId, Unattended};
use engines::semantic::{lexical_similarity, similarities};
use proptest::prelude::*;
use serde_json::Value;

#[test]
fn the_task_answers_pairs_in_order_and_tells_wrong_ones() {
    let input = "{\"id\":1,\"a\":\"A dog runs.\",\"b\":\"A dog is running.\"}\n{\"id\":2,\"a\":\"x\"}\n\
                 {\"id\":3,\"a\":\"A dog runs.\",\"b\":\"Stocks fell in Tokyo.\"}\n{\"id\":4,\"a\":\"\",\"b\":\"\"}";
    let mut output = Vec::new();
    let outcome =
        run(EngineId::Semantic, "similarity", &mut input.as_bytes(), &mut output, &Options::default(), &Unattended);
    assert_eq!(outcome.unwrap().failed, 1);
    let answers: Vec<Value> =
        String::from_utf8(output).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(answers[0]["score"].as_f64().unwrap() > 0.7);
    assert_eq!(answers[1]["error"]["type"], "invalid-case");
    assert!(answers[2]["score"].as_f64().unwrap() < 0.3);
    assert_eq!(answers[3]["score"], 0.0);
}

proptest! {
    #[test]
    fn likeness_is_symmetric_and_between_0_and_1(a in any::<String>(), b in any::<String>()) {
        let score = lexical_similarity(&a, &b);
        prop_assert!((0.0..=1.0).contains(&score));
        prop_assert!((score - lexical_similarity(&b, &a)).abs() < 1e-12);
    }

    #[test]
    fn a_sentence_is_like_itself(words in prop::collection::vec("[a-z]{2,9}", 1..12)) {
        let text = words.join(" ");
        prop_assert!(lexical_similarity(&text, &text) > 1.0 - 1e-9);
    }

    #[test]
    fn pairs_do_not_depend_on_each_other(a in "[a-z ]{0,30}", b in "[a-z ]{0,30}", c in "[a-z ]{0,30}") {
        let alone = similarities(&[(&a, &b)], None, 1, &Unattended).unwrap();
        let together = similarities(&[(&c, &a), (&a, &b)], None, 1, &Unattended).unwrap();
        prop_assert_eq!(alone[0], together[1]);
    }
}
