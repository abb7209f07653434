//! The schemas from which forms and documentation are built.

use std::collections::BTreeSet;

use engines::action::Data;
use engines::common::EngineId;
use engines::{ActionId, describe};
use serde_json::Value;

use super::{Field, fields, name_of, resolved};

/// Engines with actions that are started from a form; the others are also called with plain values.
const WITH_FORMS: [EngineId; 8] = [
    EngineId::Keyword,
    EngineId::Competitive,
    EngineId::Semantic,
    EngineId::Strategic,
    EngineId::Content,
    EngineId::Predictive,
    EngineId::Execution,
    EngineId::Local,
];

#[test]
fn every_parameter_has_a_description_a_type_and_in_forms_a_title() {
    for field in fields() {
        let has = |key: &str| field.schema[key].as_str().is_some_and(|text| !text.trim().is_empty());
        let is_in_form = WITH_FORMS.contains(&field.action.info().engine);
        assert!(!is_in_form || has("title"), "{} has no title for its form", field.label());
        assert!(has("description"), "{} has no description", field.label());
        let has_type = !field.types().is_empty() || field.schema.get("anyOf").or(field.schema.get("oneOf")).is_some();
        assert!(has_type, "{} has no type", field.label());
    }
}

#[test]
fn titles_of_the_parameters_of_an_action_are_distinct() {
    let every = fields();
    for action in ActionId::ALL {
        let own: Vec<&Field> = every.iter().filter(|field| field.action == *action).collect();
        let all: Vec<&str> = own.iter().filter_map(|field| field.schema["title"].as_str()).collect();
        let titles: BTreeSet<&str> = all.iter().copied().collect();
        assert_eq!(titles.len(), all.len(), "{} shows one title twice", name_of(*action));
    }
}

/// Every `$ref` of a schema.
fn references(schema: &Value, found: &mut BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            if let Some(target) = fields.get("$ref").and_then(Value::as_str) {
                found.insert(target.to_owned());
            }
            fields.values().for_each(|value| references(value, found));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

#[test]
fn every_reference_of_a_schema_names_a_definition() {
    for action in ActionId::ALL {
        let info = action.info();
        let engine = describe(info.engine);
        let task = &engine["tasks"][info.name];
        for side in ["input", "output"] {
            let mut found = BTreeSet::new();
            references(&task[side], &mut found);
            for target in found {
                let name = target.strip_prefix("#/$defs/").unwrap_or_default();
                assert!(task[side]["$defs"][name].is_object(), "{} {side}: {target}", name_of(*action));
            }
        }
        let mut found = BTreeSet::new();
        let own = action.parameters_schema();
        references(&own, &mut found);
        assert!(found.iter().all(|target| own.pointer(&target[1..]).is_some()), "{}", name_of(*action));
    }
}

#[test]
fn every_field_of_an_answer_is_described() {
    for action in ActionId::ALL {
        let schema = action.info().schemas().output;
        let properties = schema["properties"].as_object().cloned().unwrap_or_default();
        for (name, own) in properties {
            let own = resolved(&own, &schema);
            assert!(own["description"].is_string(), "{}: `{name}` of the answer", name_of(*action));
        }
    }
}

#[test]
fn input_fields_are_those_of_the_schema_of_any_form() {
    for action in ActionId::ALL {
        let fields = action.input_fields();
        let own = action.info().schemas().input;
        let described: BTreeSet<String> =
            own["properties"].as_object().into_iter().flatten().map(|(n, _)| n.clone()).collect();
        assert!(described.is_subset(&fields), "{}", name_of(*action));
        assert_eq!(action.info().alternative_schemas().is_none(), described == fields, "{}", name_of(*action));
        assert!(!fields.contains("id") && !fields.contains("parameters"), "{}", name_of(*action));
    }
}

#[test]
fn default_input_of_every_action_serialises_to_fields_that_it_reads() {
    for action in ActionId::ALL {
        let schema = action.info().schemas().input;
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let known = action.input_fields();
        for name in required.iter().filter_map(Value::as_str) {
            assert!(known.contains(name), "{} requires `{name}`, which it does not have", name_of(*action));
        }
    }
}

#[test]
fn engine_described_lists_its_default_action_first_and_each_once() {
    for engine in EngineId::ALL {
        let described = describe(engine);
        assert_eq!(described["engine"], engine.as_str());
        let first = ActionId::of(engine).next().unwrap();
        assert_eq!(ActionId::find(engine, first.info().name), Some(first));
        for action in ActionId::of(engine) {
            let task = &described["tasks"][action.info().name];
            assert_eq!(task["summary"], action.info().summary);
            assert!(ActionId::find(engine, &action.info().name.to_uppercase()).is_none());
        }
        assert_eq!(ActionId::find(engine, ""), None);
    }
}

#[test]
fn words_for_data_are_distinct_snake_case_and_match_json() {
    let all = [
        Data::SearchQueries,
        Data::SerpSnapshots,
        Data::SiteCrawl,
        Data::RankingPages,
        Data::DailySeries,
        Data::RankHistory,
        Data::ChangeLog,
        Data::Opportunities,
        Data::Outcomes,
        Data::ApprovedPlan,
        Data::Market,
        Data::PayoutRates,
        Data::ContentBrief,
    ];
    let words: BTreeSet<&str> = all.iter().map(|data| data.kind()).collect();
    assert_eq!(words.len(), all.len());
    for data in all {
        assert_eq!(serde_json::to_value(data).unwrap(), data.kind());
        assert!(data.kind().bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'), "{data:?}");
        assert!(data.label().len() > data.kind().len() / 2 && !data.label().ends_with('.'), "{data:?}");
    }
    let read: BTreeSet<Data> = ActionId::ALL.iter().flat_map(|action| action.info().reads.iter().copied()).collect();
    assert!(
        read.len() >= 10,
        "data that nothing reads: {:?}",
        all.iter().filter(|d| !read.contains(d)).collect::<Vec<_>>()
    );
}

#[test]
fn data_that_an_action_needs_has_a_least_amount() {
    for action in ActionId::ALL {
        let needs = action.info().needs;
        let kinds: BTreeSet<Data> = needs.iter().map(|need| need.data).collect();
        assert_eq!(kinds.len(), needs.len(), "{} needs one kind twice", name_of(*action));
        for need in needs {
            assert!(need.at_least >= 1, "{}", name_of(*action));
            let json = serde_json::to_value(need).unwrap();
            assert_eq!(
                (&json["data"], json["atLeast"].as_u64()),
                (&need.data.kind().into(), Some(need.at_least.into()))
            );
        }
    }
}
