//! Days, engines and insights.

use engines::ActionId;
use engines::common::{Day, EngineId};
use proptest::prelude::*;

#[test]
fn there_are_eleven_engines_each_with_its_facts() {
    assert_eq!(EngineId::ALL.len(), 11);
    for engine in EngineId::ALL {
        assert_eq!(EngineId::parse(engine.as_str()), Some(engine));
        assert_eq!(serde_json::to_value(engine).unwrap(), engine.as_str());
        assert!(!engine.question().is_empty() && !engine.description().is_empty());
        assert!(ActionId::of(engine).next().is_some(), "{engine} has no action");
    }
    assert_eq!(EngineId::Local.as_str(), "local");
    assert_eq!(EngineId::parse("nobody"), None);
}

#[test]
fn each_action_is_found_by_its_name_and_describes_itself() {
    for action in ActionId::ALL {
        let info = action.info();
        assert_eq!(ActionId::find(info.engine, info.name), Some(*action), "two actions of one name");
        assert!(info.summary.ends_with('.'), "{}", info.summary);
        assert!(
            info.needs.iter().all(|need| info.reads.contains(&need.data)),
            "{} needs what it does not read",
            info.name
        );
        let schemas = info.schemas();
        assert_eq!(schemas.parameters["additionalProperties"], false, "{} accepts unknown parameters", info.name);
        // If a parameter has no usable default, such as a budget, the error names it.
        let defaults = info.check_parameters(&serde_json::json!({}));
        assert!(defaults.is_ok() || defaults.is_err_and(|fault| !fault.pointer.is_empty()), "{}", info.name);
        let fault = info.check_parameters(&serde_json::json!({"nobodyKnowsThis": 1})).unwrap_err();
        assert!(fault.to_string().contains("nobodyKnowsThis"), "{fault}");
    }
}

#[test]
fn parameters_are_refused_with_the_pointer_to_the_wrong_one() {
    let action = ActionId::PredictiveForecast.info();
    let fault = |given| action.check_parameters(&given).unwrap_err();
    assert_eq!(fault(serde_json::json!({"horizonDays": 3})).pointer, "/horizonDays");
    assert_eq!(fault(serde_json::json!({"horizonDays": "x"})).pointer, "/horizonDays");
    assert_eq!(fault(serde_json::json!({"draws": 99})).detail, "is 99, must be 100 to 20000");
}

#[test]
fn days_read_dates_and_times() {
    let day = Day::parse("2026-11-21").unwrap();
    assert_eq!(Day::parse("2026-11-21T10:00:00Z"), Some(day));
    assert_eq!(day.to_rfc3339(), "2026-11-21T00:00:00Z");
    assert_eq!(day.plus(40).to_string(), "2026-12-31");
    assert_eq!(Day::from_ymd(1970, 1, 1).map(|epoch| day.since(epoch)), Some(20_778));
    for wrong in ["2026-02-29", "2026-13-01", "21.11.2026", "2026-1-1", "", "2026-11-21x", "２026-11-21"] {
        assert_eq!(Day::parse(wrong), None, "{wrong}");
    }
    assert!(Day::parse("2024-02-29").is_some());
}

proptest! {
    #[test]
    fn days_survive_writing_and_reading(days in -700_000_i32..2_900_000) {
        let day = Day::from_ymd(1970, 1, 1).unwrap().plus(days);
        prop_assert_eq!(Day::parse(&day.to_string()), Some(day));
    }

    #[test]
    fn reading_a_day_never_panics(text in any::<String>()) {
        let _ = Day::parse(&text);
    }
}

#[test]
fn days_agree_with_pythons_calendar() {
    for line in include_str!("golden/days.csv").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let (from, to) = (Day::parse(fields[0]).unwrap(), Day::parse(fields[2]).unwrap());
        let days: i32 = fields[1].parse().unwrap();
        assert_eq!(from.plus(days), to, "{line}");
        assert_eq!(to.since(from), days, "{line}");
        assert_eq!((from.to_string(), to.to_string()), (fields[0].to_owned(), fields[2].to_owned()));
    }
}

#[test]
fn days_that_no_calendar_has_are_refused() {
    for text in
        ["", "2026", "2026-1-1", "2026-02-29", "2026-13-01", "2026-00-10", "2026-01-00", "26-01-01", "yesterday"]
    {
        assert_eq!(Day::parse(text), None, "{text:?}");
    }
    assert_eq!(Day::from_ymd(2100, 2, 29), None, "no leap year");
    assert!(Day::from_ymd(2000, 2, 29).is_some(), "a leap year");
}
