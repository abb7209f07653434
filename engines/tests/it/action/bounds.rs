//! Ranges of the parameters: values accepted by a form are accepted by a run.

use engines::common::EngineId;
use serde_json::{Value, json};

use super::{Field, fields};

/// Engines that are called with plain figures: their schemas need no range.
fn is_for_programs(field: &Field) -> bool {
    matches!(field.action.info().engine, EngineId::Causal | EngineId::Pattern | EngineId::Learning)
}

/// The bound as a number of the field's own kind, moved by `by`.
fn value(field: &Field, bound: f64, by: f64) -> Value {
    let is_whole = field.is("integer");
    if is_whole { json!((bound + by) as i64) } else { json!(bound + by) }
}

/// Returns a step that is small compared with the bound; 1 for integers.
fn step(field: &Field, bound: f64) -> f64 {
    if field.is("integer") { 1.0 } else { (bound.abs() * 1e-6).max(1e-6) }
}

/// Bounds of a field: the lower with -1, the upper with 1.
fn bounds(field: &Field) -> Vec<(f64, f64)> {
    let of = |name: &str, side: f64| field.schema[name].as_f64().map(|bound| (bound, side));
    [of("minimum", -1.0), of("maximum", 1.0)].into_iter().flatten().collect()
}

#[test]
fn parameter_just_outside_its_range_is_refused_at_its_pointer() {
    let mut asked = 0;
    for field in fields().into_iter().filter(Field::is_numeric) {
        for (bound, side) in bounds(&field) {
            let outside = value(&field, bound, side * step(&field, bound));
            let Some(fault) = field.refusal(&outside) else { panic!("{} takes {outside}", field.label()) };
            assert_eq!(fault.pointer, field.pointer(), "{} {outside}: {fault:?}", field.label());
            asked += 1;
        }
    }
    assert!(asked > 250, "{asked} bounds");
}

#[test]
fn parameter_far_outside_its_range_is_refused_at_its_pointer() {
    for field in fields().into_iter().filter(Field::is_numeric) {
        for (bound, side) in bounds(&field) {
            let far = if field.is("integer") { side * 1e15 } else { side * 1e300 };
            let outside = value(&field, 0.0, far);
            let Some(fault) = field.refusal(&outside) else { panic!("{} takes {outside}", field.label()) };
            assert_eq!(fault.pointer, field.pointer(), "{} {bound} {outside}: {fault:?}", field.label());
        }
    }
}

#[test]
fn parameter_at_its_bound_is_not_refused_for_the_bound() {
    for field in fields().into_iter().filter(|field| field.is_numeric() && !is_for_programs(field)) {
        for (bound, side) in bounds(&field) {
            let at = value(&field, bound, 0.0);
            let inside = value(&field, bound, -side * step(&field, bound));
            // Two parameters may have to agree (from and to): then the one at its bound clashes with a default.
            let clashes = |value: &Value| field.refusal(value).is_some();
            assert!(
                !clashes(&at) || clashes(&inside),
                "{} takes {inside} but not its own bound {at}: {:?}",
                field.label(),
                field.refusal(&at)
            );
        }
    }
}

#[test]
fn every_number_but_a_seed_has_a_range() {
    for field in fields().into_iter().filter(Field::is_numeric).filter(|field| field.name != "seed") {
        assert!(
            is_for_programs(&field) || bounds(&field).len() == 2,
            "{} has no range: a form cannot check it",
            field.label()
        );
    }
}

#[test]
fn default_of_every_number_lies_inside_its_range() {
    for field in fields().into_iter().filter(Field::is_numeric).filter(|field| field.name != "seed") {
        let Some(default) = field.schema["default"].as_f64() else { continue };
        let (low, high) = (field.schema["minimum"].as_f64(), field.schema["maximum"].as_f64());
        let is_inside = low.is_none_or(|low| default >= low) && high.is_none_or(|high| default <= high);
        assert!(is_inside, "{}: {default} is outside {low:?} to {high:?}", field.label());
    }
}

#[test]
fn parameters_of_one_name_have_one_type_in_every_action_of_an_engine() {
    let all = fields();
    for (at, field) in all.iter().enumerate() {
        let same =
            |other: &&Field| other.name == field.name && other.action.info().engine == field.action.info().engine;
        for other in all[at + 1..].iter().filter(same) {
            assert_eq!(field.is_numeric(), other.is_numeric(), "{} and {}", field.label(), other.label());
        }
    }
}
