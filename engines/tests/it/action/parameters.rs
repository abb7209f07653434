//! Reading the parameters of every action: unknown fields, wrong types, nulls, defaults.

use std::collections::BTreeSet;

use engines::ActionId;
use serde_json::{Value, json};

use super::{fields, name_of, needed};

#[test]
fn list_of_actions_has_52_with_distinct_names_per_engine() {
    let names: BTreeSet<String> = ActionId::ALL.iter().map(|action| name_of(*action)).collect();
    assert_eq!((ActionId::ALL.len(), names.len()), (52, 52));
}

#[test]
fn parameters_of_every_action_refuse_an_unknown_field_by_name() {
    for action in ActionId::ALL {
        for unknown in ["nobodyKnowsThis", "Seed", "horizon_days", "", "__proto__", "価格"] {
            let mut given = needed(*action);
            given.insert(unknown.to_owned(), json!(1));
            let fault = action.info().check_parameters(&Value::Object(given)).expect_err(&name_of(*action));
            assert!(fault.detail.contains(unknown), "{} {unknown:?}: {fault}", name_of(*action));
        }
    }
}

#[test]
fn parameters_of_every_action_are_an_object() {
    for action in ActionId::ALL {
        for wrong in [json!(null), json!(true), json!(3), json!("seed"), json!([1, 2]), json!([{}])] {
            let outcome = action.info().check_parameters(&wrong);
            assert!(outcome.is_err(), "{} takes {wrong} for parameters", name_of(*action));
        }
    }
}

#[test]
fn parameter_of_a_wrong_type_is_refused_at_its_pointer() {
    let values = [
        ("boolean", json!(true)),
        ("string", json!("a word that no list has")),
        ("array", json!([[{}]])),
        ("object", json!({"nobody": {}})),
    ];
    let mut asked = 0;
    for field in fields() {
        for (kind, value) in &values {
            if field.is(kind) && *kind != "string" {
                continue;
            }
            // Free text takes any string; words of a list do not.
            if *kind == "string" && field.is("string") && field.schema.get("enum").is_none() {
                continue;
            }
            asked += 1;
            let Some(fault) = field.refusal(value) else { panic!("{} takes {value}", field.label()) };
            assert!(fault.pointer.starts_with(&field.pointer()), "{} {value}: {fault:?}", field.label());
            assert!(!fault.detail.is_empty(), "{}", field.label());
        }
    }
    assert!(asked > 1_000, "{asked} cases of wrong types");
}

#[test]
fn null_is_taken_only_where_the_schema_has_it() {
    let (mut optional, mut needed) = (0, 0);
    for field in fields() {
        let takes_null = field.is("null") || field.schema["anyOf"].to_string().contains("\"null\"");
        let refusal = field.refusal(&Value::Null);
        if takes_null {
            optional += 1;
            // A run needs a limit: either the budget or the hours.
            assert!(refusal.is_none(), "{}: {refusal:?}", field.label());
        } else {
            needed += 1;
            let Some(fault) = refusal else { panic!("{} takes null", field.label()) };
            assert_eq!(fault.pointer, field.pointer(), "{}: {fault:?}", field.label());
        }
    }
    assert!(optional > 20 && needed > 100, "{optional} optional, {needed} others");
}

#[test]
fn whole_numbers_refuse_fractions_signs_and_words() {
    let mut whole = 0;
    for field in fields().into_iter().filter(|field| field.is("integer")) {
        whole += 1;
        for wrong in [json!(1.5), json!("7"), json!(-1), json!(1e300), json!([1])] {
            let Some(fault) = field.refusal(&wrong) else { panic!("{} takes {wrong}", field.label()) };
            assert!(fault.pointer.starts_with(&field.pointer()), "{} {wrong}: {fault:?}", field.label());
        }
    }
    assert!(whole > 60, "{whole} whole numbers");
}

#[test]
fn numbers_refuse_words_that_look_like_numbers() {
    for field in fields().into_iter().filter(|field| field.is_numeric()) {
        for wrong in [json!("1"), json!("NaN"), json!("1e3"), json!(""), json!({"value": 1}), json!(false)] {
            assert!(field.refusal(&wrong).is_some(), "{} takes {wrong}", field.label());
        }
    }
}

#[test]
fn words_of_a_list_are_taken_and_no_others() {
    let mut lists = 0;
    for field in fields() {
        let words: Vec<Value> = field.schema["enum"].as_array().cloned().unwrap_or_else(|| {
            let forms = field.schema["oneOf"].as_array().cloned().unwrap_or_default();
            forms.iter().filter_map(|form| form.get("const").cloned()).collect()
        });
        if words.is_empty() {
            continue;
        }
        lists += 1;
        for word in &words {
            assert!(field.refusal(word).is_none(), "{} does not take {word}", field.label());
            let Some(text) = word.as_str() else { continue };
            for other in [text.to_uppercase(), format!("{text} "), format!("{text}s")] {
                if !words.contains(&json!(other)) {
                    assert!(field.refusal(&json!(other)).is_some(), "{} takes {other:?}", field.label());
                }
            }
        }
    }
    assert!(lists >= 3, "{lists} lists of words");
}

#[test]
fn every_seed_of_64_bits_is_taken() {
    let seeds: Vec<_> = fields().into_iter().filter(|field| field.name == "seed").collect();
    assert!(seeds.len() >= 15, "{} actions with a seed", seeds.len());
    for seed in &seeds {
        for value in [json!(0), json!(1), json!(u64::MAX)] {
            assert!(seed.refusal(&value).is_none(), "{} refuses {value}", seed.label());
        }
        assert!(seed.refusal(&json!(-1)).is_some() && seed.refusal(&json!(1.5)).is_some(), "{}", seed.label());
    }
}

#[test]
fn defaults_of_the_schema_are_accepted_one_by_one_and_together() {
    for action in ActionId::ALL {
        let schema = action.parameters_schema();
        let mut together = needed(*action);
        for (name, own) in schema["properties"].as_object().cloned().unwrap_or_default() {
            let Some(default) = own.get("default").filter(|value| !value.is_null()) else { continue };
            let mut alone = needed(*action);
            alone.insert(name.clone(), default.clone());
            let outcome = action.info().check_parameters(&Value::Object(alone));
            assert!(outcome.is_ok(), "{} `{name}` = {default}: {outcome:?}", name_of(*action));
            together.insert(name, default.clone());
        }
        let outcome = action.info().check_parameters(&Value::Object(together));
        assert!(outcome.is_ok(), "{}: {outcome:?}", name_of(*action));
    }
}

#[test]
fn first_of_two_wrong_parameters_is_named_and_a_right_one_does_not_hide_a_wrong_one() {
    for field in fields().into_iter().filter(|field| field.is("integer") && field.name != "seed") {
        let mut given = needed(field.action);
        given.insert(field.name.clone(), json!("x"));
        given.insert("seed".to_owned(), json!(5));
        let has_seed = field.action.parameters_schema()["properties"].get("seed").is_some();
        if has_seed {
            let fault = field.action.info().check_parameters(&Value::Object(given)).unwrap_err();
            assert_eq!(fault.pointer, field.pointer(), "{}", field.label());
        }
    }
}
