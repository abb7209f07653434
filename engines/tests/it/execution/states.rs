//! The state machine over random histories: what it hands out is always allowed.

use std::collections::BTreeSet;

use engines::common::{EngineError, Unattended};
use engines::execution::{Action, ApplyInput, Next, Parameters, Plan, PlanState, Risk, StepOutcome, StepResult, apply};
use proptest::prelude::*;

use super::{create, planned, request, title};

const OUTCOMES: [StepOutcome; 6] = [
    StepOutcome::Started,
    StepOutcome::FailedForNow,
    StepOutcome::Failed,
    StepOutcome::Done,
    StepOutcome::Verified,
    StepOutcome::NotVerified,
];

fn mixed(count: u32) -> Plan {
    let mut requests: Vec<_> = (0..count)
        .map(|at| {
            let before = if at % 3 == 2 { vec![format!("s{}", at - 1)] } else { Vec::new() };
            let depends: Vec<&str> = before.iter().map(String::as_str).collect();
            request(&format!("s{at}"), create(&format!("n{at}.html")), &depends)
        })
        .collect();
    requests.push(request("t", title(0, "New"), &[]));
    requests.push(request("d", Action::DeletePage { site: "a".into(), path: "page-3.html".into() }, &[]));
    planned(requests)
}

fn results(plan: &Plan, heard: &[(prop::sample::Index, usize)]) -> Vec<StepResult> {
    let one = |(step, outcome): &(prop::sample::Index, usize)| {
        let step = step.get(&plan.steps);
        StepResult {
            step_id: step.id.clone(),
            idempotency_key: step.idempotency_key.clone(),
            outcome: OUTCOMES[*outcome],
            detail: None,
        }
    };
    heard.iter().map(one).collect()
}

fn next(input: &ApplyInput, params: Parameters) -> Next {
    apply(input, &params.check().unwrap(), &Unattended).unwrap()
}

fn has(results: &[StepResult], id: &str, outcomes: &[StepOutcome]) -> bool {
    results.iter().any(|result| result.step_id == id && outcomes.contains(&result.outcome))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn steps_handed_out_are_approved_due_not_done_and_after_what_they_need(
        heard in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..6), 0..25),
        approved in 0_u8..4, day in 0_u32..3, at_once in 1_u32..6,
    ) {
        let plan = mixed(14);
        let approvals = match approved { 0 => vec![], 1 => vec!["all".to_owned()], 2 => vec!["d".to_owned()], _ => vec!["s0".into(), "s1".into()] };
        let results = results(&plan, &heard);
        let input = ApplyInput { steps: plan.steps.clone(), results: results.clone(), approvals: approvals.clone(), day, ..ApplyInput::default() };
        let now = next(&input, Parameters { at_once, ..Parameters::default() });
        let counts = now.counts;
        prop_assert_eq!(counts.done + counts.failed + counts.rolled_back + counts.left, counts.planned);
        prop_assert_eq!(counts.planned as usize, plan.steps.len());
        prop_assert!(now.next.len() <= at_once as usize);
        let ids: BTreeSet<&str> = now.next.iter().map(|step| step.id.as_str()).collect();
        prop_assert_eq!(ids.len(), now.next.len());
        for step in &now.next {
            let named = |word: &str| approvals.iter().any(|approval| approval == word);
            let is_approved = match step.risk { Risk::SafeAuto => true, Risk::NeedsApproval => named("all") || named(&step.id), Risk::NeverAuto => named(&step.id) };
            prop_assert!(is_approved && step.day <= day, "{}", step.id);
            prop_assert!(!has(&results, &step.id, &[StepOutcome::Done, StepOutcome::Verified, StepOutcome::Failed]), "{}", step.id);
            prop_assert!(step.depends_on.iter().all(|id| has(&results, id, &[StepOutcome::Verified])), "{}", step.id);
        }
        // Only what was done is taken back, last first, under keys of their own.
        let order: Vec<usize> = now.compensations.iter().map(|back| plan.steps.iter().position(|step| step.id == back.step_id).unwrap()).collect();
        prop_assert!(order.windows(2).all(|pair| pair[0] > pair[1]));
        for back in &now.compensations {
            prop_assert!(has(&results, &back.step_id, &[StepOutcome::Done, StepOutcome::Verified, StepOutcome::NotVerified]));
            prop_assert!(plan.steps.iter().all(|step| step.idempotency_key != back.idempotency_key));
        }
    }

    #[test]
    fn hearing_the_same_final_result_again_changes_nothing(heard in prop::collection::vec((any::<prop::sample::Index>(), 2_usize..6), 1..15)) {
        let plan = mixed(9);
        let once = results(&plan, &heard);
        let twice: Vec<StepResult> = once.iter().chain(&once).cloned().collect();
        let of = |results: Vec<StepResult>| {
            let input = ApplyInput { steps: plan.steps.clone(), results, approvals: vec!["all".into()], day: 9, ..ApplyInput::default() };
            next(&input, Parameters::default())
        };
        // A step that was verified or has failed permanently keeps its state, regardless of the order of late events.
        let (first, second) = (of(once.clone()), of(twice));
        if once.iter().all(|result| result.outcome != StepOutcome::Done) {
            prop_assert_eq!(first, second);
        } else {
            prop_assert_eq!(first.counts.planned, second.counts.planned);
        }
    }

    #[test]
    fn kill_switch_hands_out_and_takes_back_nothing(heard in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..6), 0..20)) {
        let plan = mixed(9);
        let input = ApplyInput { steps: plan.steps.clone(), results: results(&plan, &heard), approvals: vec!["all".into(), "d".into()], kill_switch: true, day: 9, ..ApplyInput::default() };
        let now = next(&input, Parameters::default());
        prop_assert_eq!(now.state, PlanState::Halted);
        prop_assert!(now.next.is_empty() && now.compensations.is_empty());
    }
}

fn story(plan: &Plan, outcomes: &[(&str, StepOutcome)], change: impl Fn(&mut ApplyInput)) -> Next {
    let result = |(id, outcome): &(&str, StepOutcome)| {
        let step = plan.steps.iter().find(|step| step.id == *id).unwrap();
        StepResult {
            step_id: (*id).into(),
            idempotency_key: step.idempotency_key.clone(),
            outcome: *outcome,
            detail: None,
        }
    };
    let results = outcomes.iter().map(result).collect();
    let mut input = ApplyInput {
        steps: plan.steps.clone(),
        results,
        approvals: vec!["all".into()],
        day: 9,
        ..ApplyInput::default()
    };
    change(&mut input);
    next(&input, Parameters::default())
}

#[test]
fn failures_above_the_share_take_back_only_after_five_results() {
    use StepOutcome::{Failed, Verified};
    let mut plan = planned((0..12).map(|at| request(&format!("p{at}"), create(&format!("n{at}.html")), &[])).collect());
    plan.steps.iter_mut().for_each(|step| step.is_canary = false);
    let four = [("p0", Verified), ("p1", Verified), ("p2", Failed), ("p3", Failed)];
    assert_eq!(story(&plan, &four, |_| {}).state, PlanState::Running, "two of four is too few to tell");
    let five = [&four[..], &[("p4", Verified)]].concat();
    let back = story(&plan, &five, |_| {});
    assert_eq!((back.state, back.compensations.len()), (PlanState::RollingBack, 3));
    assert_eq!((back.counts.rolled_back, back.counts.failed, back.counts.done), (3, 2, 0));
    let one_of_five = [("p0", Verified), ("p1", Verified), ("p2", Failed), ("p3", Verified), ("p4", Verified)];
    assert_eq!(story(&plan, &one_of_five, |_| {}).state, PlanState::Running, "one of five is the share itself");
}

#[test]
fn roll_back_waits_for_the_step_in_hand_before_it_is_over() {
    use StepOutcome::{NotVerified, Started, Verified};
    let mut plan = planned((0..6).map(|at| request(&format!("p{at}"), create(&format!("n{at}.html")), &[])).collect());
    plan.steps[0].is_canary = true;
    let heard = [("p0", NotVerified), ("p1", Started)];
    let all_back = |input: &mut ApplyInput| input.rolled_back = vec!["p0".into()];
    assert_eq!(story(&plan, &heard, all_back).state, PlanState::RollingBack);
    let done = [&heard[..], &[("p1", Verified)]].concat();
    let later = story(&plan, &done, all_back);
    assert_eq!((later.state, later.compensations[0].step_id.as_str()), (PlanState::RollingBack, "p1"));
    let both = story(&plan, &done, |input| input.rolled_back = vec!["p0".into(), "p1".into()]);
    assert_eq!((both.state, both.counts.rolled_back, both.counts.left), (PlanState::RolledBack, 2, 4));
}

#[test]
fn results_of_no_step_or_another_plan_are_refused_by_their_place() {
    let plan = mixed(3);
    let step = &plan.steps[0];
    let result = |id: &str, key: &str| StepResult {
        step_id: id.into(),
        idempotency_key: key.into(),
        outcome: StepOutcome::Done,
        detail: None,
    };
    let good = result(&step.id, &step.idempotency_key);
    for wrong in [result("nobody", &step.idempotency_key), result(&step.id, "other"), result("", "")] {
        let input =
            ApplyInput { steps: plan.steps.clone(), results: vec![good.clone(), wrong], ..ApplyInput::default() };
        let refused = apply(&input, &Parameters::default().check().unwrap(), &Unattended).unwrap_err();
        assert!(matches!(&refused, EngineError::InvalidInput { field, .. } if field == "results[1]"), "{refused}");
    }
    let doubled = ApplyInput { steps: vec![step.clone(), step.clone()], ..ApplyInput::default() };
    let refused = apply(&doubled, &Parameters::default().check().unwrap(), &Unattended).unwrap_err();
    assert!(matches!(refused, EngineError::InvalidInput { field, .. } if field == "steps"));
    let empty = apply(&ApplyInput::default(), &Parameters::default().check().unwrap(), &Unattended);
    assert!(matches!(empty, Err(EngineError::NoInput { what: "steps", .. })));
}

#[test]
fn attempts_are_counted_against_the_limit() {
    let plan = planned(vec![request("t", title(0, "New"), &[])]);
    for (limit, failures, is_open) in [(1, 0, true), (1, 1, false), (3, 2, true), (3, 3, false), (10, 9, true)] {
        let step = &plan.steps[0];
        let failure = StepResult {
            step_id: "t".into(),
            idempotency_key: step.idempotency_key.clone(),
            outcome: StepOutcome::FailedForNow,
            detail: Some("503".into()),
        };
        let input = ApplyInput { steps: plan.steps.clone(), results: vec![failure; failures], ..ApplyInput::default() };
        let now = next(&input, Parameters { attempts: limit, ..Parameters::default() });
        assert_eq!(now.next.len(), usize::from(is_open), "{failures} failures of {limit}");
        assert_eq!(now.state == PlanState::Finished, !is_open);
    }
}
