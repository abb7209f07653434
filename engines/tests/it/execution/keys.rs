//! Idempotency keys: the same step has the same key, and no other step has it.

use std::collections::BTreeSet;

use engines::common::Unattended;
use engines::execution::{Action, Parameters, Plan, PlanInput, Request, Site, plan};

use super::{create, planned, request, sites, title};

fn under(id: &str, requests: Vec<Request>) -> Plan {
    let input = PlanInput { plan_id: id.into(), requests, sites: sites(), ..PlanInput::default() };
    plan(&input, &Parameters::default().check().unwrap(), &Unattended).unwrap()
}

fn key(plan: &str, step: &str, action: Action) -> String {
    under(plan, vec![request(step, action, &[])]).steps[0].idempotency_key.clone()
}

#[test]
fn idempotency_key_is_two_fnv_hashes_of_plan_step_and_action() {
    // See PROVENANCE.md: the Python package fnvhash, over `plan US step US action`.
    assert_eq!(key("p", "s", Action::PauseSite { site: "a".into() }), "1599f0104d74e1d01abda981b8ce3f0f");
    assert_eq!(key("plan-7", "t1", title(0, "Größe 🏠")), "569e8fb7791f36503519f79efd4835d1");
}

#[test]
fn idempotency_key_differs_by_plan_step_and_every_part_of_the_action() {
    let keys: BTreeSet<String> = [
        key("p", "s", title(0, "New")),
        key("q", "s", title(0, "New")),
        key("p", "t", title(0, "New")),
        key("p", "s", title(1, "New")),
        key("p", "s", title(0, "New ")),
        key("p", "s", title(0, "new")),
        key("ps", "", title(0, "New")),
        key("p", "s", create("new.html")),
    ]
    .into();
    assert_eq!(keys.len(), 8);
    assert!(keys.iter().all(|key| key.len() == 32 && key.bytes().all(|byte| byte.is_ascii_hexdigit())));
}

#[test]
fn idempotency_keys_do_not_depend_on_the_other_steps() {
    let alone = under("p", vec![request("t", title(0, "New"), &[])]);
    let among = under(
        "p",
        vec![
            request("c", create("a-new.html"), &[]),
            request("t", title(0, "New"), &["c"]),
            request("d", create("b-new.html"), &[]),
        ],
    );
    let step = among.steps.iter().find(|step| step.id == "t").unwrap();
    assert_eq!(step.idempotency_key, alone.steps[0].idempotency_key);
}

#[test]
fn thousand_steps_have_a_thousand_keys() {
    let requests = (0..1_000).map(|at| request(&format!("p{at}"), create(&format!("n{at}.html")), &[])).collect();
    let plan = planned(requests);
    let keys: BTreeSet<&str> = plan.steps.iter().map(|step| step.idempotency_key.as_str()).collect();
    assert_eq!((plan.steps.len(), keys.len()), (1_000, 1_000));
}

#[test]
fn words_of_actions_are_those_of_their_json() {
    let site = || "a".to_owned();
    let path = || "p.html".to_owned();
    let all = [
        create("x"),
        title(0, "x"),
        Action::AddInternalLink { site: site(), path: path(), target: "/".into(), anchor: "x".into() },
        Action::FixRedirect { site: site(), from: "/a".into(), to: "/b".into() },
        Action::PublishVariant { site: site(), path: path(), variant: "v".into(), content: String::new() },
        Action::DeploySite { site: site(), release: "r".into(), gate_passed: true },
        Action::SubmitSitemap { site: site(), url: "u".into() },
        Action::PauseSite { site: site() },
        Action::ResumeSite { site: site() },
        Action::DeletePage { site: site(), path: path() },
        Action::SetOpportunityStatus { site: site(), opportunity: "o".into(), status: "s".into() },
        Action::DeleteAnnotation { site: site(), annotation: "n".into() },
        Action::DeleteSchedule { site: site(), id: "s".into() },
        Action::RestoreRecord { site: site(), record: "task/1".into(), content: None, expected: None },
        Action::RestoreFile { site: site(), path: path(), content: None, expected: Some("x".into()) },
        Action::RestoreRedirect { site: site(), from: "/a".into(), to: None },
        Action::RestoreRelease { site: site(), release: None },
        Action::WithdrawSitemap { site: site(), url: "u".into() },
    ];
    for action in all {
        let json = serde_json::to_value(&action).unwrap();
        assert_eq!((&json["kind"], &json["site"]), (&action.word().into(), &"a".into()));
        assert_eq!(serde_json::from_value::<Action>(json.clone()).unwrap(), action);
        let names: Vec<&String> = json.as_object().unwrap().keys().collect();
        assert!(names.iter().all(|name| !name.contains('_')), "{names:?} are camelCase");
        let path = json.get("path").and_then(serde_json::Value::as_str);
        assert_eq!(action.path(), path, "{}", action.word());
        let mut lacking = json;
        lacking.as_object_mut().unwrap().remove("site");
        assert!(serde_json::from_value::<Action>(lacking).unwrap_err().to_string().contains("site"));
    }
    assert!(serde_json::from_value::<Action>(serde_json::json!({"kind": "drop_table", "site": "a"})).is_err());
}

#[test]
fn steps_that_take_back_are_no_requests() {
    let plan = planned(vec![
        request("f", Action::RestoreFile { site: "a".into(), path: "x".into(), content: None, expected: None }, &[]),
        request("r", Action::RestoreRedirect { site: "a".into(), from: "/x".into(), to: None }, &[]),
        request("d", Action::RestoreRelease { site: "a".into(), release: None }, &[]),
        request("s", Action::WithdrawSitemap { site: "a".into(), url: "u".into() }, &[]),
        request(
            "w",
            Action::RestoreRecord { site: "a".into(), record: "x/y".into(), content: None, expected: None },
            &[],
        ),
    ]);
    assert_eq!((plan.steps.len(), plan.blocked.len()), (0, 5));
    assert!(plan.blocked.iter().all(|blocked| blocked.reason.contains("undo")), "{:?}", plan.blocked);
}

#[test]
fn preview_holds_the_lines_between_the_common_start_and_end() {
    let lines = |numbers: std::ops::Range<u32>| numbers.map(|n| format!("line {n}\n")).collect::<String>();
    let page = format!("<head></head>\n{}<body>\n</body>", lines(0..50));
    let mut sites = sites();
    sites.get_mut("a").unwrap().files.insert("long.html".into(), page);
    let link =
        Action::AddInternalLink { site: "a".into(), path: "long.html".into(), target: "/b".into(), anchor: "B".into() };
    let delete = Action::DeletePage { site: "a".into(), path: "page-0.html".into() };
    let pause = Action::PauseSite { site: "b".into() };
    let requests = vec![request("l", link, &[]), request("d", delete, &[]), request("p", pause, &[])];
    let input = PlanInput { plan_id: "p".into(), requests, sites, ..PlanInput::default() };
    let plan = plan(&input, &Parameters::default().check().unwrap(), &Unattended).unwrap();
    let preview = |id: &str| &plan.steps.iter().find(|step| step.id == id).unwrap().preview;
    assert_eq!((preview("l").removed.len(), preview("l").added.len()), (1, 1));
    assert!(preview("l").added[0].contains("href=\"/b\"") && preview("l").summary.contains("long.html"));
    assert_eq!((preview("d").removed.len(), preview("d").added.len()), (4, 0));
    assert_eq!((preview("p").removed.len(), preview("p").added.len()), (0, 0));
    assert!(preview("p").summary.contains('b'));
}

#[test]
fn sites_are_read_with_what_is_left_out() {
    let site: Site = serde_json::from_str("{}").unwrap();
    assert_eq!(site, Site::default());
    let site: Site =
        serde_json::from_str(r#"{"isPaused":true,"baseUrl":"https://a.example","sitemaps":["u","u"]}"#).unwrap();
    assert!(site.is_paused && site.sitemaps.len() == 1 && site.base_url.is_some());
}
