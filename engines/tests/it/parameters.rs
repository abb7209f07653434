//! Parameters outside the ranges of their schemas.

use serde_json::{Value, json};

/// Returns the fields of a schema with a range, each with a value below and above it.
fn beyond(schema: &Value) -> Vec<(String, Vec<Value>)> {
    let number = |value: &Value| value.as_f64();
    let fields = schema["properties"].as_object().unwrap();
    let ranged = fields.iter().filter_map(|(name, field)| {
        let low = number(&field["minimum"]).map(|low| low - 1.0 - low.abs());
        let high = number(&field["maximum"]).map(|high| high * 2.0 + 1.0);
        let is_whole = field["type"] == "integer" || field["type"].to_string().contains("integer");
        let value = |figure: f64| if is_whole { json!(figure as i64) } else { json!(figure) };
        let values: Vec<Value> = [low, high].into_iter().flatten().map(value).collect();
        (!values.is_empty()).then(|| (name.clone(), values))
    });
    ranged.collect()
}

/// Checks that a parameter outside its range is rejected by name. `given`: required parameters.
fn refused(engine: &str, given: &Value, schema: &Value, check: impl Fn(Value) -> Option<String>) {
    let fields = beyond(schema);
    assert!(fields.len() >= 3, "{engine} has parameters with ranges");
    for (field, values) in fields {
        for value in values {
            let mut case = given.as_object().cloned().unwrap_or_default();
            case.insert(field.clone(), value.clone());
            let Some(problem) = check(Value::Object(case)) else { panic!("{engine}: {field} may be {value}") };
            // Negative integers fail deserialisation.
            let is_named = problem.contains(&field) || problem.contains("invalid value");
            assert!(is_named, "{engine}: {field} = {value}: {problem}");
        }
    }
    assert_eq!(check(given.clone()), None, "{engine}: the defaults are in range");
}

macro_rules! ranges {
    ($($test:ident $engine:ident $given:tt)+) => {$(
        #[test]
        fn $test() {
            refused(stringify!($engine), &json!($given), &engines::$engine::parameters_schema(), |case| {
                match serde_json::from_value::<engines::$engine::Parameters>(case) {
                    Ok(parameters) => parameters.check().err().map(|error| error.to_string()),
                    Err(error) => Some(error.to_string()),
                }
            });
        }
    )+};
}

ranges! {
    keyword_parameters_outside_their_range_are_refused keyword {}
    competitive_parameters_outside_their_range_are_refused competitive {}
    semantic_parameters_outside_their_range_are_refused semantic {}
    strategic_parameters_outside_their_range_are_refused strategic {"hours": 10.0}
    content_parameters_outside_their_range_are_refused content {}
    predictive_parameters_outside_their_range_are_refused predictive {}
    local_parameters_outside_their_range_are_refused local {}
}

#[test]
fn a_parameter_that_is_no_number_is_refused() {
    for figure in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let keyword = engines::keyword::Parameters { prior_clicks: figure, ..Default::default() };
        assert!(keyword.check().unwrap_err().to_string().contains("priorClicks"), "{figure}");
        let semantic = engines::semantic::Parameters { damping: figure, ..Default::default() };
        assert!(semantic.check().unwrap_err().to_string().contains("damping"), "{figure}");
        let predictive = engines::predictive::Parameters { min_change: figure, ..Default::default() };
        assert!(predictive.check().unwrap_err().to_string().contains("minChange"), "{figure}");
    }
}
