//! Days, engines and the shape of a finding.

use engines::common::{Day, EngineId};
use proptest::prelude::*;

#[test]
fn there_are_eleven_engines_each_with_its_facts() {
    assert_eq!(EngineId::ALL.len(), 11);
    for engine in EngineId::ALL {
        assert_eq!(EngineId::parse(engine.as_str()), Some(engine));
        assert_eq!(serde_json::to_value(engine).unwrap(), engine.as_str());
        assert!(!engine.question().is_empty() && !engine.actions().is_empty());
        assert!(!engine.needs().is_empty() && !engine.description().is_empty());
    }
    assert_eq!(EngineId::Local.as_str(), "local");
    assert_eq!(EngineId::parse("nobody"), None);
}

#[test]
fn tasks_that_run_are_actions_of_their_engine() {
    for engine in EngineId::ALL {
        for task in engines::command::tasks(engine) {
            assert!(engine.actions().contains(&task.name), "{engine} {}", task.name);
        }
    }
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
