//! Applying and undoing a plan restores the sites.

use engines::common::{EngineError, Unattended};
use engines::execution::{
    Action, Parameters, PlanInput, Request, StepOutcome, StepResult, Undo, UndoInput, perform, plan, undo,
};
use proptest::prelude::*;

use super::{planned, request, sites, title};

fn any_action() -> impl Strategy<Value = Action> {
    let site = prop_oneof![Just("a".to_owned()), Just("b".to_owned())];
    let path = (0_u32..6).prop_map(|page| format!("page-{page}.html"));
    let text = "[A-Za-z <&\"é]{1,12}";
    (0_u8..9, site, path, text, "/[a-c]{1,2}", "/[a-c]{1,2}").prop_map(
        |(kind, site, path, text, from, to)| match kind {
            0 => Action::CreatePage { site, path, content: format!("<head></head><body>{text}</body>") },
            1 => Action::AddTitle { site, path, title: text },
            2 => Action::AddInternalLink { site, path, target: to, anchor: text },
            3 => Action::FixRedirect { site, from, to },
            4 => Action::PublishVariant { site, path, variant: "v".into(), content: text },
            5 => Action::DeploySite { site, release: text, gate_passed: true },
            6 => Action::SubmitSitemap { site, url: to },
            7 => Action::PauseSite { site },
            _ => Action::DeletePage { site, path },
        },
    )
}

fn undone(steps: Vec<engines::execution::Step>, sites: engines::execution::Sites) -> Undo {
    let done = |step: &engines::execution::Step| StepResult {
        step_id: step.id.clone(),
        idempotency_key: step.idempotency_key.clone(),
        outcome: StepOutcome::Verified,
        detail: None,
    };
    let results = steps.iter().map(done).collect();
    undo(&UndoInput { steps, results, sites, ..UndoInput::default() }, &Unattended).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn what_was_done_can_be_taken_back_without_a_trace(actions in prop::collection::vec(any_action(), 1..20)) {
        let before = sites();
        let requests: Vec<Request> = actions.into_iter().enumerate().map(|(at, action)| request(&at.to_string(), action, &[])).collect();
        let count = requests.len();
        let input = PlanInput { plan_id: "p".into(), requests, sites: before.clone(), ..PlanInput::default() };
        let plan = plan(&input, &Parameters::default().check().unwrap(), &Unattended).unwrap();
        prop_assert_eq!(plan.steps.len() + plan.blocked.len(), count);
        if plan.steps.is_empty() {
            return Ok(());
        }
        let mut world = before.clone();
        for step in &plan.steps {
            prop_assert_eq!(&perform(&mut world, &step.action).unwrap(), &step.compensation);
        }
        let way_back = undone(plan.steps, world.clone());
        prop_assert!(way_back.blocked.is_empty(), "{:?}", way_back.blocked);
        for step in &way_back.steps {
            perform(&mut world, &step.compensation.action).unwrap();
        }
        prop_assert_eq!(world, before);
    }

    #[test]
    fn a_refused_action_changes_nothing(action in any_action()) {
        let before = sites();
        let mut world = before.clone();
        if perform(&mut world, &action).is_err() {
            prop_assert_eq!(world, before);
        }
    }
}

#[test]
fn somebody_elses_change_is_not_overwritten() {
    let plan = planned(vec![request("t", title(0, "New"), &[])]);
    let mut world = sites();
    perform(&mut world, &plan.steps[0].action).unwrap();
    world.get_mut("a").unwrap().files.insert("page-0.html".into(), "edited by hand".into());
    let way_back = undone(plan.steps, world);
    assert!(way_back.steps.is_empty() && way_back.blocked[0].reason.contains("changed in the meantime"));
}

#[test]
fn nothing_done_is_nothing_to_undo() {
    let steps = planned(vec![request("t", title(0, "New"), &[])]).steps;
    let input = UndoInput { steps, ..UndoInput::default() };
    assert!(matches!(undo(&input, &Unattended), Err(EngineError::NoInput { .. })));
    let named = UndoInput { only: vec!["x".into()], ..input };
    assert!(undo(&named, &Unattended).unwrap_err().to_string().contains("only"));
}
