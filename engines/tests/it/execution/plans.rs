//! Plans: order, preview, limits and blocked actions.

use engines::common::{EngineError, Unattended};
use engines::execution::{Action, CheckOutcome, Parameters, PlanInput, Risk, Verdict, VerifyInput, plan, verify};
use serde_json::json;

use super::{create, deploy, planned, request, sites, title};

#[test]
fn pages_come_before_the_release_and_the_release_before_the_sitemap() {
    let sitemap = Action::SubmitSitemap { site: "a".into(), url: "https://a.example/sitemap.xml".into() };
    let plan = planned(vec![
        request("map", sitemap, &["go"]),
        request("go", deploy(true), &[]),
        request("title", title(0, "New"), &[]),
        request("page", create("new.html"), &[]),
    ]);
    let ids: Vec<&str> = plan.steps.iter().map(|step| step.id.as_str()).collect();
    assert_eq!(ids, ["page", "title", "go", "map"]);
    assert_eq!(plan.approvals_needed, 2);
    let keys: std::collections::BTreeSet<&str> = plan.steps.iter().map(|step| step.idempotency_key.as_str()).collect();
    assert_eq!(keys.len(), 4);
}

#[test]
fn a_preview_shows_the_lines_that_change() {
    let plan = planned(vec![request("t", title(0, "A & B"), &[])]);
    let preview = &plan.steps[0].preview;
    assert_eq!(preview.removed, ["<html><head><title>Old</title></head>"]);
    assert_eq!(preview.added, ["<html><head><title>A &amp; B</title></head>"]);
    assert!(plan.steps[0].checks.iter().any(|check| check.name == "title" && check.expected == json!("A & B")));
}

#[test]
fn what_cannot_be_done_is_told_with_its_reason() {
    let plan = planned(vec![
        request("twice", create("page-0.html"), &[]),
        request("outside", create("../etc/passwd"), &[]),
        request("red", deploy(false), &[]),
        request("after", title(1, "New"), &["twice"]),
        request("none", title(9, "New"), &[]),
        request("loop", Action::FixRedirect { site: "a".into(), from: "/x".into(), to: "/x".into() }, &[]),
    ]);
    assert!(plan.steps.is_empty());
    let reason = |id: &str| &plan.blocked.iter().find(|blocked| blocked.id == id).unwrap().reason;
    assert!(reason("twice").contains("already") && reason("outside").contains("not a path inside"));
    assert!(reason("red").contains("gate") && reason("after").contains("twice") && reason("none").contains("no page"));
    assert!(reason("loop").contains("redirect"));
}

#[test]
fn limits_spread_pages_over_days() {
    let requests = (0..25).map(|at| request(&format!("p{at}"), create(&format!("n{at}.html")), &[])).collect();
    let plan = planned(requests);
    assert_eq!(plan.days, 3);
    for day in 0..3 {
        assert!(plan.steps.iter().filter(|step| step.day == day).count() <= 10);
    }
    assert_eq!(plan.steps.iter().filter(|step| step.is_canary).count(), 2);
}

#[test]
fn deletions_are_never_automatic() {
    let delete = Action::DeletePage { site: "a".into(), path: "page-0.html".into() };
    assert_eq!(planned(vec![request("d", delete, &[])]).steps[0].risk, Risk::NeverAuto);
}

#[test]
fn plans_that_are_none_are_refused_by_name() {
    let checked = Parameters::default().check().unwrap();
    let refused = |requests, id: &str| {
        let input = PlanInput { plan_id: id.into(), requests, sites: sites(), ..PlanInput::default() };
        plan(&input, &checked, &Unattended).unwrap_err()
    };
    let circle = vec![request("x", create("x.html"), &["y"]), request("y", create("y.html"), &["x"])];
    assert!(refused(circle, "p").to_string().contains("cycle"));
    assert!(refused(vec![request("x", create("x.html"), &["z"])], "p").to_string().contains("requests[0].dependsOn"));
    let twice = vec![request("x", create("x.html"), &[]), request("x", create("y.html"), &[])];
    assert!(refused(twice, "p").to_string().contains("twice"));
    let unnamed = refused(vec![request("x", create("x.html"), &[])], " ").to_string();
    assert!(unnamed.contains("`planId` is empty: enter a short name") && !unnamed.contains("idempotency"), "{unnamed}");
    assert!(matches!(refused(vec![], "p"), EngineError::NoInput { .. }));
    assert!(Parameters { canary_share: f64::NAN, ..Parameters::default() }.check().is_err());
}

#[test]
fn nothing_is_accepted_unseen() {
    let plan = planned(vec![request("t", title(0, "New"), &[])]);
    let checks = plan.steps[0].checks.clone();
    let seen = |title: serde_json::Value, attempts: u32| {
        let observed = [
            ("httpStatus".to_owned(), json!(200)),
            ("isIndexable".to_owned(), json!(true)),
            ("title".to_owned(), title),
        ]
        .into();
        verify(&VerifyInput { checks: checks.clone(), observed, attempts }, &Unattended).unwrap()
    };
    assert_eq!(seen(json!("New"), 0).verdict, Verdict::Accept);
    assert_eq!(seen(json!("Old"), 0).verdict, Verdict::RollBack);
    assert_eq!(seen(json!(null), 1).verdict, Verdict::Retry);
    assert_eq!(seen(json!(null), 5).verdict, Verdict::RollBack);
    assert!(seen(json!(null), 1).checks.iter().any(|check| check.outcome == CheckOutcome::Unknown));
    assert!(verify(&VerifyInput::default(), &Unattended).is_err());
}
