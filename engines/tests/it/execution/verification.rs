//! What is checked after a step, and what counts as seen.

use engines::common::Unattended;
use engines::execution::{
    Action, Check, CheckOutcome, Site, Sites, Verdict, Verification, VerifyInput, perform, verify,
};
use serde_json::{Value, json};

use super::{create, deploy, planned, request, title};

fn verified(expected: Value, observed: &[(&str, Value)], attempts: u32) -> Verification {
    let checks = vec![Check { name: "it".into(), url: None, expected }];
    let observed = observed.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    verify(&VerifyInput { checks, observed, attempts }, &Unattended).unwrap()
}

#[test]
fn value_seen_holds_when_it_is_equal_or_a_list_with_it() {
    for (expected, seen, holds) in [
        (json!(200), json!(200), true),
        (json!(200), json!(200.0), true),
        (json!(200), json!("200"), false),
        (json!(200), json!([301, 200]), true),
        (json!("/b"), json!(["/a", "/b"]), true),
        (json!("/b"), json!(["/b/"]), false),
        (json!("/b"), json!("/b/"), false),
        (json!(true), json!("true"), false),
        (json!(true), json!([true]), true),
        (json!("A"), json!("a"), false),
        (json!("é"), json!("e\u{301}"), false),
        (json!([1, 2]), json!([1, 2]), true),
        (json!([1]), json!([1, 2]), false),
        (json!([1, 2]), json!([2, 1]), false),
        (json!({"a": 1}), json!({"a": 1}), true),
        (json!("x"), json!([]), false),
        (json!(0), json!(false), false),
    ] {
        let outcome = verified(expected.clone(), &[("it", seen.clone())], 0);
        let wanted =
            if holds { (Verdict::Accept, CheckOutcome::Passed) } else { (Verdict::RollBack, CheckOutcome::Failed) };
        assert_eq!((outcome.verdict, outcome.checks[0].outcome), wanted, "{expected} seen as {seen}");
        assert_eq!((&outcome.checks[0].expected, &outcome.checks[0].observed), (&expected, &seen));
    }
}

#[test]
fn unseen_value_is_looked_for_again_until_the_fifth_look() {
    for attempts in 0..8 {
        for observed in [vec![], vec![("it", Value::Null)], vec![("other", json!(200))]] {
            let outcome = verified(json!(200), &observed, attempts);
            let wanted = if attempts < 5 { Verdict::Retry } else { Verdict::RollBack };
            assert_eq!((outcome.verdict, outcome.checks[0].outcome), (wanted, CheckOutcome::Unknown), "{attempts}");
        }
    }
}

#[test]
fn one_failure_outweighs_what_is_unseen_and_what_passed() {
    let check = |name: &str| Check { name: name.into(), url: None, expected: json!(true) };
    let input = VerifyInput {
        checks: vec![check("passed"), check("failed"), check("unseen")],
        observed: [("passed".to_owned(), json!(true)), ("failed".to_owned(), json!(false))].into(),
        attempts: 0,
    };
    let outcome = verify(&input, &Unattended).unwrap();
    let outcomes: Vec<CheckOutcome> = outcome.checks.iter().map(|check| check.outcome).collect();
    assert_eq!(outcomes, [CheckOutcome::Passed, CheckOutcome::Failed, CheckOutcome::Unknown]);
    assert_eq!(outcome.verdict, Verdict::RollBack);
}

/// Names of the checks of an action with their addresses and what is expected.
fn checks(action: Action) -> Vec<(String, Option<String>, Value)> {
    let plan = planned(vec![request("x", action, &[])]);
    assert!(plan.blocked.is_empty(), "{:?}", plan.blocked);
    plan.steps[0].checks.iter().map(|check| (check.name.clone(), check.url.clone(), check.expected.clone())).collect()
}

#[test]
fn checks_of_a_page_look_at_its_address() {
    let all = checks(create("plumber-tulsa/index.html"));
    let address = Some("https://a.example/plumber-tulsa/".to_owned());
    assert!(all.iter().all(|(_, url, _)| *url == address), "{all:?}");
    let names: Vec<&str> = all.iter().map(|(name, _, _)| name.as_str()).collect();
    assert_eq!(names, ["httpStatus", "isIndexable", "canonical"]);
    assert_eq!(all[2].2, json!(address));
    let all = checks(title(2, "New & \"better\""));
    assert_eq!(
        all.last().unwrap(),
        &("title".into(), Some("https://a.example/page-2.html".into()), json!("New & \"better\""))
    );
}

#[test]
fn checks_of_other_actions_say_what_must_hold() {
    let site = || "a".to_owned();
    for (action, name, url, expected) in [
        (
            Action::FixRedirect { site: site(), from: "/x".into(), to: "/y".into() },
            "location",
            Some("https://a.example/x"),
            json!("/y"),
        ),
        (
            Action::FixRedirect { site: site(), from: "/x".into(), to: "/y".into() },
            "httpStatus",
            Some("https://a.example/x"),
            json!(301),
        ),
        (
            Action::SubmitSitemap { site: site(), url: "https://a.example/s.xml".into() },
            "sitemapAccepted",
            Some("https://a.example/s.xml"),
            json!(true),
        ),
        (Action::PauseSite { site: site() }, "httpStatus", Some("https://a.example/"), json!(503)),
        (
            Action::DeletePage { site: site(), path: "page-1.html".into() },
            "httpStatus",
            Some("https://a.example/page-1.html"),
            json!(410),
        ),
        (deploy(true), "release", Some("https://a.example/"), json!("r1")),
        (deploy(true), "gatePassed", None, json!(true)),
        (deploy(true), "formWorks", Some("https://a.example/"), json!(true)),
        (
            Action::AddInternalLink {
                site: site(),
                path: "page-1.html".into(),
                target: "/b".into(),
                anchor: "B".into(),
            },
            "linksTo",
            Some("https://a.example/page-1.html"),
            json!("/b"),
        ),
    ] {
        let found = checks(action.clone());
        let wanted = (name.to_owned(), url.map(str::to_owned), expected);
        assert!(found.contains(&wanted), "{} lacks {wanted:?}: {found:?}", action.word());
    }
}

#[test]
fn every_step_has_a_check_even_without_an_address() {
    let page = "<head></head><body></body>".to_owned();
    let bare = Site { files: [("p.html".to_owned(), page)].into(), ..Site::default() };
    let sites: Sites = [("a".to_owned(), bare)].into();
    for action in [
        Action::CreatePage { site: "a".into(), path: "n.html".into(), content: "x".into() },
        Action::AddTitle { site: "a".into(), path: "p.html".into(), title: "New".into() },
        Action::FixRedirect { site: "a".into(), from: "/x".into(), to: "/y".into() },
        Action::DeploySite { site: "a".into(), release: "r".into(), gate_passed: true },
        Action::PauseSite { site: "a".into() },
        Action::DeletePage { site: "a".into(), path: "p.html".into() },
    ] {
        let input = engines::execution::PlanInput {
            plan_id: "p".into(),
            requests: vec![request("x", action.clone(), &[])],
            sites: sites.clone(),
            ..Default::default()
        };
        let params = engines::execution::Parameters::default().check().unwrap();
        let plan = engines::execution::plan(&input, &params, &Unattended).unwrap();
        let step = &plan.steps[0];
        assert!(!step.checks.is_empty(), "{} is accepted unseen", action.word());
        assert!(step.checks.iter().all(|check| check.url.is_none()), "{}", action.word());
        // The compensation that the plan holds is the one that doing it gives.
        assert_eq!(perform(&mut sites.clone(), &action), Ok(step.compensation.clone()));
    }
}
