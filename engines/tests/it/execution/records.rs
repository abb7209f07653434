//! Tasks, schedules, experiments, notes and opportunities: done and taken back as records.

use engines::execution::record::{
    AnnotationRecord, ExperimentRecord, OpportunityRecord, ScheduleRecord, TaskRecord, WHEN_DONE, read, text_of,
};
use engines::execution::{Action, Risk, Site, Sites, perform};
use proptest::prelude::*;
use serde_json::json;

fn note(title: &str, day: &str) -> AnnotationRecord {
    AnnotationRecord {
        website: None,
        day: day.into(),
        change: "content".into(),
        title: title.into(),
        detail: String::new(),
        pages: Vec::new(),
    }
}

fn experiment(title: &str, days: u32) -> ExperimentRecord {
    ExperimentRecord {
        website: "w1".into(),
        title: title.into(),
        hypothesis: "Shorter titles are read".into(),
        pages: vec!["/a".into()],
        starts_on: WHEN_DONE.into(),
        days,
        annotation: None,
    }
}

fn schedule(cron: &str) -> ScheduleRecord {
    ScheduleRecord { website: None, engine: "keyword".into(), task: "analyse".into(), cron: cron.into() }
}

/// A workspace with one record of each kind that can be changed or deleted.
fn workspace() -> Sites {
    let opportunity = OpportunityRecord { title: "Write about leaks".into(), status: "open".into() };
    let records = [
        ("opportunity/o1".to_owned(), text_of(&opportunity)),
        ("annotation/n1".to_owned(), text_of(&note("Old note", "2026-11-01"))),
        ("schedule/s1".to_owned(), text_of(&schedule("0 6 * * 1"))),
    ];
    [("w".to_owned(), Site { records: records.into(), ..Site::default() })].into()
}

fn site() -> String {
    "w".to_owned()
}

fn add_note(id: &str, title: &str) -> Action {
    Action::AddAnnotation { site: site(), annotation: id.into(), note: note(title, WHEN_DONE) }
}

fn add_schedule(id: &str, cron: &str) -> Action {
    Action::AddSchedule { site: site(), id: id.into(), schedule: schedule(cron) }
}

fn start(id: &str, days: u32) -> Action {
    Action::StartExperiment { site: site(), id: id.into(), experiment: experiment("Title test", days) }
}

fn task(id: &str, title: &str) -> Action {
    let task = TaskRecord { website: None, title: title.into(), detail: String::new() };
    Action::CompleteTask { site: site(), id: id.into(), task }
}

fn status(id: &str, status: &str) -> Action {
    Action::SetOpportunityStatus { site: site(), opportunity: id.into(), status: status.into() }
}

fn delete_note(id: &str) -> Action {
    Action::DeleteAnnotation { site: site(), annotation: id.into() }
}

fn delete_schedule(id: &str) -> Action {
    Action::DeleteSchedule { site: site(), id: id.into() }
}

#[test]
fn record_actions_change_one_record_and_are_taken_back() {
    for (action, key) in [
        (add_note("n2", "New"), "annotation/n2"),
        (add_schedule("s2", "*/5 * * * *"), "schedule/s2"),
        (start("e1", 28), "experiment/e1"),
        (task("t1", "Call the owner"), "task/t1"),
        (status("o1", "implementing"), "opportunity/o1"),
        (delete_note("n1"), "annotation/n1"),
        (delete_schedule("s1"), "schedule/s1"),
    ] {
        assert_eq!(action.record().as_deref(), Some(key));
        let before = workspace();
        let mut after = before.clone();
        let back = perform(&mut after, &action).unwrap();
        let changed: Vec<&String> = after["w"]
            .records
            .keys()
            .chain(before["w"].records.keys())
            .filter(|id| after["w"].records.get(*id) != before["w"].records.get(*id))
            .collect();
        assert!(!changed.is_empty() && changed.iter().all(|id| *id == key), "{key}: {changed:?}");
        assert_eq!(back.record().as_deref(), Some(key));
        assert!(perform(&mut after.clone(), &action).is_err(), "{key} can be done twice");
        perform(&mut after, &back).unwrap();
        assert_eq!(after, before, "{key}");
    }
}

#[test]
fn record_actions_without_their_precondition_change_nothing() {
    for (action, word) in [
        (add_note("n1", "New"), "already"),
        (add_note("n2", "  "), "title"),
        (add_schedule("s1", "0 6 * * 1"), "already"),
        (add_schedule("s2", "0 6 * *"), "cron"),
        (add_schedule("s2", "@daily"), "cron"),
        (start("e1", 0), "365"),
        (start("e1", 366), "365"),
        (task("t1", ""), "title"),
        (status("o1", "open"), "nothing"),
        (status("o2", "open"), "opportunity"),
        (delete_note("n2"), "annotation"),
        (delete_schedule("s2"), "schedule"),
        (
            Action::SetOpportunityStatus { site: "elsewhere".into(), opportunity: "o1".into(), status: "x".into() },
            "elsewhere",
        ),
    ] {
        let mut sites = workspace();
        let reason = perform(&mut sites, &action).unwrap_err();
        assert!(reason.contains(word), "{action:?}: {reason}");
        assert_eq!(sites, workspace(), "{action:?}");
    }
}

#[test]
fn records_of_another_kind_under_the_same_key_are_not_misread() {
    let mut sites = workspace();
    let other = text_of(&schedule("0 0 * * *"));
    sites.get_mut("w").unwrap().records.insert("opportunity/o9".into(), other.clone());
    assert!(perform(&mut sites, &status("o9", "done")).is_err());
    assert_eq!(sites["w"].records["opportunity/o9"], other);
    assert_eq!(read::<OpportunityRecord>(&other), None);
    assert_eq!(read::<ScheduleRecord>(&other), Some(schedule("0 0 * * *")));
    assert_eq!(read::<TaskRecord>("not json"), None);
}

#[test]
fn status_changes_the_status_and_keeps_the_title() {
    let mut sites = workspace();
    perform(&mut sites, &status("o1", "done")).unwrap();
    let record: OpportunityRecord = read(&sites["w"].records["opportunity/o1"]).unwrap();
    assert_eq!((record.title.as_str(), record.status.as_str()), ("Write about leaks", "done"));
}

#[test]
fn record_changed_by_somebody_else_is_not_overwritten() {
    let mut sites = workspace();
    let back = perform(&mut sites, &status("o1", "done")).unwrap();
    perform(&mut sites, &status("o1", "dismissed")).unwrap();
    let now = sites.clone();
    assert!(perform(&mut sites, &back).is_err());
    assert_eq!(sites, now);
}

#[test]
fn day_is_filled_in_only_where_it_waits_for_it() {
    let waiting = [add_note("n2", "New"), start("e1", 7)];
    for action in waiting {
        assert!(action.is_dated_when_done());
        let dated = action.on_day("2026-12-24");
        assert!(!dated.is_dated_when_done() && dated != action);
        assert_eq!(dated.on_day("2027-01-01"), dated, "the first day stays");
        assert!(serde_json::to_string(&dated).unwrap().contains("2026-12-24"));
    }
    let known = Action::AddAnnotation { site: site(), annotation: "n3".into(), note: note("x", "2026-01-02") };
    for action in [known, add_schedule("s2", "0 0 * * *"), task("t", "x"), delete_note("n1")] {
        assert!(!action.is_dated_when_done());
        assert_eq!(action.on_day("2026-12-24"), action);
    }
}

#[test]
fn records_read_back_what_was_written_and_fill_in_what_may_be_left_out() {
    let whole = experiment("A \"quoted\" title\n屋根 🏠", 14);
    assert_eq!(read::<ExperimentRecord>(&text_of(&whole)), Some(whole));
    let short = json!({"website": "w", "title": "t", "startsOn": "2026-01-01", "days": 3}).to_string();
    let record: ExperimentRecord = read(&short).unwrap();
    assert_eq!((record.days, record.pages.len(), record.annotation), (3, 0, None));
    let short = json!({"website": null, "day": "2026-01-01", "change": "x", "title": "t"}).to_string();
    assert_eq!(read::<AnnotationRecord>(&short).unwrap().detail, "");
}

#[test]
fn only_small_reversible_record_actions_need_nobody() {
    for (action, risk) in [
        (add_note("n2", "x"), Risk::SafeAuto),
        (add_schedule("s2", "0 0 * * *"), Risk::NeedsApproval),
        (start("e1", 7), Risk::NeedsApproval),
        (status("o1", "x"), Risk::NeedsApproval),
        (task("t1", "x"), Risk::NeverAuto),
        (delete_note("n1"), Risk::NeverAuto),
        (delete_schedule("s1"), Risk::NeverAuto),
    ] {
        assert_eq!(action.risk(), risk, "{}", action.word());
        assert_eq!((action.path(), action.site()), (None, "w"));
    }
    assert!(Risk::SafeAuto < Risk::NeedsApproval && Risk::NeedsApproval < Risk::NeverAuto);
}

fn any_record_action() -> impl Strategy<Value = Action> {
    (0_u8..7, 1_u8..4, "[a-zé \"\n]{0,6}", 0_u32..400).prop_map(|(kind, id, text, days)| match kind {
        0 => add_note(&format!("n{id}"), &text),
        1 => add_schedule(&format!("s{id}"), "1 2 3 4 5"),
        2 => start(&format!("e{id}"), days),
        3 => task(&format!("t{id}"), &text),
        4 => status(&format!("o{id}"), &text),
        5 => delete_note(&format!("n{id}")),
        _ => delete_schedule(&format!("s{id}")),
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn chain_of_record_actions_taken_back_in_reverse_leaves_no_trace(actions in prop::collection::vec(any_record_action(), 1..25)) {
        let before = workspace();
        let (mut sites, mut way_back) = (before.clone(), Vec::new());
        for action in &actions {
            let as_it_was = sites.clone();
            match perform(&mut sites, action) {
                Ok(back) => { prop_assert_ne!(&sites, &as_it_was); way_back.push(back); }
                Err(_) => prop_assert_eq!(&sites, &as_it_was),
            }
        }
        for back in way_back.iter().rev() {
            perform(&mut sites, back).unwrap();
        }
        prop_assert_eq!(sites, before);
    }
}
