//! The state machine: steps are executed at most once, canaries first, and all are undone if those fail.

use std::collections::BTreeMap;

use engines::common::Unattended;
use engines::execution::{ApplyInput, Next, Parameters, Plan, PlanState, StepOutcome, StepResult, apply, perform};
use proptest::prelude::*;

use super::{create, deploy, planned, request, sites, title};

fn pages(count: u32) -> Plan {
    planned((0..count).map(|at| request(&format!("p{at}"), create(&format!("n{at}.html")), &[])).collect())
}

fn result(plan: &Plan, id: &str, outcome: StepOutcome) -> StepResult {
    let step = plan.steps.iter().find(|step| step.id == id).unwrap();
    StepResult { step_id: id.into(), idempotency_key: step.idempotency_key.clone(), outcome, detail: None }
}

fn next(plan: &Plan, results: &[StepResult], change: impl Fn(&mut ApplyInput)) -> Next {
    let mut input = ApplyInput {
        steps: plan.steps.clone(),
        results: results.to_vec(),
        approvals: vec!["all".into()],
        day: 100,
        ..ApplyInput::default()
    };
    change(&mut input);
    apply(&input, &Parameters::default().check().unwrap(), &Unattended).unwrap()
}

fn ids(next: &Next) -> Vec<&str> {
    next.next.iter().map(|step| step.id.as_str()).collect()
}

#[test]
fn canaries_go_first_and_the_rest_waits_for_them() {
    let plan = pages(20);
    assert_eq!(ids(&next(&plan, &[], |_| {})), ["p0"]);
    let done = [result(&plan, "p0", StepOutcome::Done)];
    let waiting = next(&plan, &done, |_| {});
    assert!(waiting.next.is_empty() && waiting.to_verify == ["p0"] && waiting.state == PlanState::Running);
    let verified = [result(&plan, "p0", StepOutcome::Verified)];
    assert_eq!(next(&plan, &verified, |_| {}).next.len(), 10);
}

#[test]
fn a_failed_canary_takes_everything_back() {
    let plan = pages(20);
    let failed = [result(&plan, "p0", StepOutcome::Done), result(&plan, "p0", StepOutcome::NotVerified)];
    let back = next(&plan, &failed, |_| {});
    assert_eq!((back.state, back.next.len(), back.compensations.len()), (PlanState::RollingBack, 0, 1));
    let after = next(&plan, &failed, |input| input.rolled_back = vec!["p0".into()]);
    assert_eq!((after.state, after.compensations.len()), (PlanState::RolledBack, 0));
}

#[test]
fn nothing_is_handed_out_twice_or_without_a_yes() {
    let plan = pages(3);
    assert_eq!(next(&plan, &[], |input| input.approvals.clear()).state, PlanState::WaitingForApproval);
    let started = [result(&plan, "p0", StepOutcome::Started)];
    assert!(next(&plan, &started, |_| {}).next.is_empty());
    let late = [result(&plan, "p0", StepOutcome::Verified), result(&plan, "p0", StepOutcome::Started)];
    assert_eq!(next(&plan, &late, |_| {}).counts.done, 1);
    let stranger = StepResult { idempotency_key: "other".into(), ..result(&plan, "p0", StepOutcome::Done) };
    let input = ApplyInput { steps: plan.steps.clone(), results: vec![stranger], ..ApplyInput::default() };
    assert!(apply(&input, &Parameters::default().check().unwrap(), &Unattended).is_err());
}

#[test]
fn the_kill_switch_and_the_day_hold() {
    let plan = pages(25);
    assert_eq!(next(&plan, &[], |input| input.kill_switch = true).state, PlanState::Halted);
    let first: Vec<StepResult> = plan
        .steps
        .iter()
        .filter(|step| step.day == 0)
        .map(|step| result(&plan, &step.id, StepOutcome::Verified))
        .collect();
    // A canary of a later day is not one: the first days contain all of them.
    let today = next(&plan, &first, |input| input.day = 0);
    assert_eq!((today.state, today.next.len()), (PlanState::WaitingForDay, 0));
    assert!(!next(&plan, &first, |input| input.day = 1).next.is_empty());
}

#[test]
fn a_red_gate_cannot_be_passed_and_a_deletion_needs_its_own_yes() {
    let mut plan = planned(vec![request("go", deploy(true), &[])]);
    plan.steps[0].action = deploy(false);
    assert!(next(&plan, &[], |input| input.approvals.push("go".into())).next.is_empty());
    let delete = engines::execution::Action::DeletePage { site: "a".into(), path: "page-0.html".into() };
    let mut plan = planned(vec![request("d", delete, &[])]);
    // Not even in a plan that declares it safe.
    plan.steps[0].risk = engines::execution::Risk::SafeAuto;
    assert!(next(&plan, &[], |_| {}).next.is_empty());
    assert_eq!(ids(&next(&plan, &[], |input| input.approvals = vec!["d".into()])), ["d"]);
}

#[test]
fn a_step_that_keeps_failing_is_given_up_with_those_that_wait_for_it() {
    let plan = planned(vec![request("t", title(0, "New"), &[]), request("u", title(1, "Newer"), &["t"])]);
    let mut plan = plan;
    plan.steps.iter_mut().for_each(|step| step.is_canary = false);
    let failure = result(&plan, "t", StepOutcome::FailedForNow);
    assert_eq!(ids(&next(&plan, &[failure.clone(), failure.clone()], |_| {})), ["t"]);
    let given_up = next(&plan, &vec![failure; 3], |_| {});
    assert_eq!((given_up.state, given_up.counts.failed, given_up.counts.left), (PlanState::Finished, 2, 0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// A worker that is killed at any point and restarted executes each step once, and the counts add up.
    #[test]
    fn a_killed_worker_does_nothing_twice(count in 1_u32..12, fates in prop::collection::vec(0_u8..10, 400)) {
        let plan = pages(count);
        let (mut results, mut done) = (Vec::new(), BTreeMap::new());
        let mut world = sites();
        let mut rolled_back: Vec<String> = Vec::new();
        let mut fates = fates.into_iter();
        for _ in 0..200 {
            let now = next(&plan, &results, |input| input.rolled_back.clone_from(&rolled_back));
            let counts = now.counts;
            prop_assert_eq!(counts.done + counts.failed + counts.rolled_back + counts.left, counts.planned);
            if matches!(now.state, PlanState::Finished | PlanState::RolledBack) {
                break;
            }
            for step in &now.next {
                match fates.next().unwrap_or(0) {
                    // Killed after the work, before the result: the key shows that it was executed.
                    9 => { done.entry(step.idempotency_key.clone()).or_insert_with(|| perform(&mut world, &step.action).unwrap()); }
                    8 => results.push(result(&plan, &step.id, StepOutcome::FailedForNow)),
                    _ => {
                        done.entry(step.idempotency_key.clone()).or_insert_with(|| perform(&mut world, &step.action).unwrap());
                        results.push(result(&plan, &step.id, StepOutcome::Done));
                    }
                }
            }
            for id in &now.to_verify {
                let outcome = if fates.next() == Some(7) { StepOutcome::NotVerified } else { StepOutcome::Verified };
                results.push(result(&plan, id, outcome));
            }
            for back in &now.compensations {
                done.entry(back.idempotency_key.clone()).or_insert_with(|| perform(&mut world, &back.action).unwrap());
                rolled_back.push(back.step_id.clone());
            }
        }
        let last = next(&plan, &results, |input| input.rolled_back.clone_from(&rolled_back));
        prop_assert!(matches!(last.state, PlanState::Finished | PlanState::RolledBack), "{:?}", last.state);
        let files = world["a"].files.len() as u32 - 4;
        // A step killed before its result was reported, in a plan that was then undone, may remain: it is `left`.
        prop_assert!(files >= last.counts.done && files <= last.counts.done + last.counts.left + last.counts.failed);
    }
}
