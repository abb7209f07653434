//! What the fleet does with each kind of run.

use chrono::{Duration, TimeZone, Utc};
use serde_json::json;
use shared::{
    domain::{
        new_id,
        run::{Lane, NewRun, Progress, Run, RunError, RunKind, RunStatus, StartedBy},
    },
    events::{Control, LiveEvent},
};
use sqlx::types::Json;

fn run() -> Run {
    let new = NewRun::new(new_id(), new_id(), RunKind::Probe, json!({}));
    Run {
        id: new.id,
        workspace_id: new.workspace_id,
        user_id: new.user_id,
        website_id: None,
        parent_id: None,
        kind: new.kind,
        engine_id: None,
        action: None,
        lane: new.lane,
        is_short: false,
        status: RunStatus::Running,
        payload: Json(new.payload),
        attempt: 1,
        max_attempts: new.max_attempts,
        run_at: new.run_at,
        cancel_requested: false,
        percent: 40,
        stage: "reading".to_owned(),
        message: "row 7".to_owned(),
        error: None,
        children_total: 0,
        children_done: 0,
        children_failed: 0,
        created_at: new.run_at,
        started_at: None,
        finished_at: None,
    }
}

#[test]
fn statuses_are_final_when_nothing_more_will_happen() {
    let finals: Vec<RunStatus> = RunStatus::ALL.iter().copied().filter(|status| status.is_final()).collect();
    assert_eq!(finals, [RunStatus::Succeeded, RunStatus::Failed, RunStatus::Cancelled]);
}

#[test]
fn policy_is_bounded_for_every_kind() {
    for kind in RunKind::ALL.iter().copied() {
        let policy = kind.policy();
        assert!((1..=10).contains(&policy.max_attempts), "{kind}");
        assert!((1..=24 * 60).contains(&policy.time_out.num_minutes()), "{kind}");
        let is_in_background = matches!(
            kind,
            RunKind::AnswerCheck
                | RunKind::Batch
                | RunKind::Campaign
                | RunKind::Crawl
                | RunKind::Sync
                | RunKind::RankCheck
                | RunKind::RankDigest
                | RunKind::Report
        );
        assert_eq!(policy.lane == Lane::Batch, is_in_background, "{kind}: somebody waits for it");
    }
}

#[test]
fn administrators_start_only_probes_by_the_general_call() {
    let general = |kind: &RunKind| kind.policy().started_by == StartedBy::ScheduleOrAdministrator;
    let allowed: Vec<RunKind> = RunKind::ALL.iter().copied().filter(general).collect();
    assert_eq!(allowed, [RunKind::Probe]);
}

#[test]
fn new_run_is_due_now_with_the_policy_of_its_kind() {
    let before = shared::domain::now();
    for kind in RunKind::ALL.iter().copied() {
        let new = NewRun::new(new_id(), new_id(), kind, json!({"a": 1}));
        assert_eq!((new.lane, new.max_attempts), (kind.policy().lane, kind.policy().max_attempts));
        assert!(new.run_at >= before && new.run_at <= shared::domain::now());
        assert_eq!((new.website_id, new.parent_id, new.idempotency_key), (None, None, None));
        assert_eq!(new.payload, json!({"a": 1}));
    }
}

#[test]
fn duration_is_known_once_an_attempt_has_begun_and_ended() {
    let start = Utc.timestamp_millis_opt(1_800_000_000_000).single().expect("a moment");
    let timed = |started_at, finished_at| Run { started_at, finished_at, ..run() }.duration_ms();
    assert_eq!(timed(None, None), None);
    assert_eq!(timed(Some(start), None), None);
    assert_eq!(timed(None, Some(start)), None, "cancelled before it began");
    assert_eq!(timed(Some(start), Some(start)), Some(0));
    assert_eq!(timed(Some(start), Some(start + Duration::microseconds(1_999))), Some(1));
    assert_eq!(timed(Some(start), Some(start + Duration::days(2))), Some(172_800_000));
    let progress = Progress { percent: 40, stage: "reading".to_owned(), message: "row 7".to_owned() };
    assert_eq!(run().progress(), progress);
    assert_eq!(json!(progress), json!({"percent": 40, "stage": "reading", "message": "row 7"}));
}

#[test]
fn run_error_is_read_as_it_is_written() {
    let error = RunError::new("no-data", "Import search data first.");
    assert_eq!(json!(error), json!({"type": "no-data", "detail": "Import search data first."}));
    assert_eq!(serde_json::from_value::<RunError>(json!(error)).ok(), Some(error));
    assert!(serde_json::from_value::<RunError>(json!({"type": "x"})).is_err());
}

#[test]
fn live_event_without_an_id_is_sent_without_one() {
    let event = LiveEvent {
        id: None,
        timestamp: "2026-01-02T03:04:05Z".parse().expect("a moment"),
        r#type: "run:progress".to_owned(),
        payload: json!({"percent": 1}),
    };
    let wire = json!({"timestamp": "2026-01-02T03:04:05Z", "type": "run:progress", "payload": {"percent": 1}});
    assert_eq!(json!(event), wire);
    assert_eq!(serde_json::from_value::<LiveEvent>(wire).expect("an event").id, None);
    assert_eq!(json!(LiveEvent { id: Some(7), ..event })["id"], 7);
}

#[test]
fn control_message_to_cancel_names_its_run() {
    let id = new_id();
    let wire = json!({"type": "cancel", "id": id});
    assert_eq!(json!(Control::Cancel { id }), wire);
    let Control::Cancel { id: read } = serde_json::from_value(wire).expect("a message");
    assert_eq!(read, id);
    assert!(serde_json::from_value::<Control>(json!({"type": "stop", "id": id})).is_err());
}
