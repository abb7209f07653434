//! Plans of any requests keep order, dependencies and the limits of a day.

use std::collections::{BTreeMap, BTreeSet};

use engines::common::{EngineError, Unattended};
use engines::execution::{Action, Parameters, Plan, PlanInput, Request, Risk, Site, Sites, plan};
use proptest::prelude::*;

use super::{create, deploy, request, title};

/// Sites without a release.
fn fresh(count: u32) -> Sites {
    let site =
        Site { files: [("i.html".to_owned(), "<head></head><body></body>".to_owned())].into(), ..Site::default() };
    (0..count).map(|at| (format!("s{at}"), site.clone())).collect()
}

fn made(requests: Vec<Request>, sites: Sites, params: Parameters) -> Plan {
    let input = PlanInput { plan_id: "p".into(), requests, sites, ..PlanInput::default() };
    plan(&input, &params.check().unwrap(), &Unattended).unwrap()
}

fn page(site: u32, name: u32) -> Action {
    Action::CreatePage { site: format!("s{site}"), path: format!("n{name}.html"), content: "x".into() }
}

fn launch(site: u32) -> Action {
    Action::DeploySite { site: format!("s{site}"), release: "r".into(), gate_passed: true }
}

fn any_request() -> impl Strategy<Value = (u8, u32, Vec<prop::sample::Index>, i64)> {
    (0_u8..6, 0_u32..4, prop::collection::vec(any::<prop::sample::Index>(), 0..3), -5_i64..5)
}

/// Requests that depend on earlier ones only.
fn requests(drawn: Vec<(u8, u32, Vec<prop::sample::Index>, i64)>) -> Vec<Request> {
    let one = |(at, (kind, site, before, impact)): (usize, (u8, u32, Vec<prop::sample::Index>, i64))| {
        let action = match kind {
            0..=2 => page(site, at as u32),
            3 => launch(site),
            4 => Action::AddTitle { site: format!("s{site}"), path: "i.html".into(), title: format!("T{at}") },
            _ => Action::SubmitSitemap { site: format!("s{site}"), url: format!("u{at}") },
        };
        let depends_on =
            if at == 0 { Vec::new() } else { before.iter().map(|index| index.index(at).to_string()).collect() };
        Request { depends_on, impact_cents: Some(impact), ..request(&at.to_string(), action, &[]) }
    };
    drawn.into_iter().enumerate().map(one).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn plan_keeps_dependencies_and_the_limits_of_each_day(
        drawn in prop::collection::vec(any_request(), 1..40), pages in 1_u32..5, sites in 1_u32..3,
    ) {
        let wanted = requests(drawn);
        let params = Parameters { pages_per_site_day: pages, new_sites_day: sites, ..Parameters::default() };
        let plan = made(wanted.clone(), fresh(4), params);
        prop_assert_eq!(plan.steps.len() + plan.blocked.len(), wanted.len());
        let place: BTreeMap<&str, (usize, u32)> =
            plan.steps.iter().enumerate().map(|(at, step)| (step.id.as_str(), (at, step.day))).collect();
        let (mut made_pages, mut launches) = (BTreeMap::new(), BTreeMap::new());
        for (at, step) in plan.steps.iter().enumerate() {
            for before in &step.depends_on {
                let (place, day) = place[before.as_str()];
                prop_assert!(place < at && day <= step.day, "{} before {}", before, step.id);
            }
            prop_assert!(step.day < plan.days);
            match &step.action {
                Action::CreatePage { site, .. } => *made_pages.entry((site, step.day)).or_insert(0_u32) += 1,
                Action::DeploySite { .. } => *launches.entry(step.day).or_insert(0_u32) += 1,
                _ => {}
            }
        }
        prop_assert!(made_pages.values().all(|count| *count <= pages), "{made_pages:?}");
        prop_assert!(launches.values().all(|count| *count <= sites), "{launches:?}");
    }

    #[test]
    fn blocked_requests_block_those_that_wait_for_them_and_no_others(drawn in prop::collection::vec(any_request(), 2..25)) {
        let mut wanted = requests(drawn);
        wanted[0].action = Action::PauseSite { site: "no such site".into() };
        let plan = made(wanted.clone(), fresh(4), Parameters::default());
        let blocked: BTreeSet<&str> = plan.blocked.iter().map(|blocked| blocked.id.as_str()).collect();
        prop_assert!(blocked.contains("0"));
        for request in &wanted {
            let waits = request.depends_on.iter().any(|id| blocked.contains(id.as_str()));
            prop_assert!(!waits || blocked.contains(request.id.as_str()), "{}", request.id);
        }
        prop_assert!(plan.steps.iter().all(|step| !blocked.contains(step.id.as_str())));
    }

    #[test]
    fn order_of_requests_that_do_not_clash_changes_no_step(count in 2_u32..20, seed in any::<prop::sample::Index>()) {
        let all: Vec<Request> = (0..count).map(|at| request(&format!("r{at:02}"), page(at % 4, at), &[])).collect();
        let mut turned = all.clone();
        turned.rotate_left(seed.index(count as usize));
        let of = |requests: Vec<Request>| -> BTreeMap<String, String> {
            let plan = made(requests, fresh(4), Parameters::default());
            plan.steps.into_iter().map(|step| (step.id, step.idempotency_key)).collect()
        };
        prop_assert_eq!(of(all), of(turned));
    }
}

#[test]
fn canaries_are_the_stated_share_of_each_kind_rounded_up() {
    for (count, share, wanted) in
        [(1, 0.05, 0), (2, 0.05, 1), (20, 0.05, 1), (21, 0.05, 2), (100, 0.1, 10), (7, 1.0, 7), (3, 0.01, 1)]
    {
        let requests = (0..count).map(|at| request(&format!("p{at}"), page(0, at), &[])).collect();
        let plan = made(requests, fresh(1), Parameters { canary_share: share, ..Parameters::default() });
        let canaries = plan.steps.iter().filter(|step| step.is_canary).count();
        assert_eq!(canaries, wanted, "{count} steps, {share}");
        assert!(plan.steps.iter().take(wanted).all(|step| step.is_canary), "the first go first");
    }
}

#[test]
fn worthier_request_of_the_same_kind_goes_first() {
    let worth =
        |id: &str, name: u32, cents: Option<i64>| Request { impact_cents: cents, ..request(id, page(0, name), &[]) };
    let wanted = vec![
        worth("none", 1, None),
        worth("loss", 2, Some(-5)),
        worth("much", 3, Some(900)),
        worth("some", 4, Some(10)),
    ];
    let plan = made(wanted, fresh(1), Parameters::default());
    let ids: Vec<&str> = plan.steps.iter().map(|step| step.id.as_str()).collect();
    assert_eq!(ids, ["much", "some", "none", "loss"]);
}

#[test]
fn approvals_are_counted_for_every_step_that_is_not_safe() {
    let delete = Action::DeletePage { site: "a".into(), path: "page-1.html".into() };
    let requests = vec![
        request("t", title(0, "New"), &[]),
        request("c", create("c.html"), &[]),
        request("d", delete, &[]),
        request("go", deploy(true), &[]),
    ];
    let plan = super::planned(requests);
    let unsafe_steps = plan.steps.iter().filter(|step| step.risk != Risk::SafeAuto).count();
    assert_eq!((plan.approvals_needed as usize, unsafe_steps, plan.steps.len()), (3, 3, 4));
}

#[test]
fn first_deploys_are_spread_and_later_ones_are_not() {
    let requests = || (0..7).map(|at| request(&format!("s{at}"), launch(at), &[])).collect();
    let spread = made(requests(), fresh(7), Parameters { new_sites_day: 3, ..Parameters::default() });
    let on = |plan: &Plan, day: u32| plan.steps.iter().filter(|step| step.day == day).count();
    assert_eq!((spread.days, on(&spread, 0), on(&spread, 1), on(&spread, 2)), (3, 3, 3, 1));
    let mut live = fresh(7);
    live.values_mut().for_each(|site| site.release = Some("r0".into()));
    assert_eq!(made(requests(), live, Parameters::default()).days, 1);
}

#[test]
fn release_waits_for_the_last_page_of_its_site() {
    let mut requests: Vec<Request> = (0..25).map(|at| request(&format!("p{at}"), page(0, at), &[])).collect();
    requests.push(request("go", launch(0), &[]));
    requests.push(request("other", launch(1), &[]));
    let plan = made(requests, fresh(2), Parameters { pages_per_site_day: 10, ..Parameters::default() });
    let day = |id: &str| plan.steps.iter().find(|step| step.id == id).unwrap().day;
    assert_eq!((day("go"), day("other"), plan.days), (2, 0, 3));
}

#[test]
fn plan_of_too_many_requests_or_a_stranger_field_is_refused() {
    let requests: Vec<Request> = (0..20_001).map(|at| request(&format!("p{at}"), page(0, at), &[])).collect();
    let input = PlanInput { plan_id: "p".into(), requests, sites: fresh(1), ..PlanInput::default() };
    let refused = plan(&input, &Parameters::default().check().unwrap(), &Unattended).unwrap_err();
    assert_eq!(refused, EngineError::TooLarge { what: "requests", got: 20_001, limit: 20_000 });
    for wrong in
        [r#"{"planID": "p"}"#, r#"{"requests": {}}"#, r#"{"requests": [{"id": "x"}]}"#, r#"{"asOf": "yesterday"}"#]
    {
        assert!(serde_json::from_str::<PlanInput>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn chain_of_dependencies_as_long_as_the_plan_keeps_its_order() {
    let one = |at: u32| {
        let before = if at == 0 { Vec::new() } else { vec![format!("p{}", at - 1)] };
        Request { depends_on: before, ..request(&format!("p{at}"), page(0, 1_000 - at), &[]) }
    };
    let plan = made(
        (0..1_000).rev().map(one).collect(),
        fresh(1),
        Parameters { pages_per_site_day: 1_000, ..Parameters::default() },
    );
    let ids: Vec<String> = plan.steps.iter().map(|step| step.id.clone()).collect();
    assert_eq!(ids, (0..1_000).map(|at| format!("p{at}")).collect::<Vec<_>>());
}
