//! One question from a program: the same kinds of refusals, for every engine.

use engines::ActionId;
use engines::action::Body;
use engines::command::{AskError, CommandError, Options, ask, run};
use engines::common::{EngineId, Unattended};
use serde_json::{Value, json};

fn asked(action: ActionId, case: &Value) -> Result<Value, AskError> {
    let body: Body = case.as_object().cloned().unwrap();
    ask(action, body, None, None, &Unattended)
}

#[test]
fn empty_case_is_refused_with_a_kind_and_a_detail_where_data_is_needed() {
    for action in ActionId::ALL {
        match asked(*action, &json!({})) {
            Err(AskError::Refused { kind, detail }) => {
                assert!(
                    ["no-input", "invalid-case", "invalid-input", "invalid-parameter", "no-usable-row"].contains(&kind),
                    "{action:?}: {kind}"
                );
                assert!(detail.len() > 15, "{action:?}: {detail}");
            }
            // The reference data is built in, and a ledger may hold nothing yet.
            Ok(answer) => {
                let stands_alone =
                    [ActionId::LocalScan, ActionId::LocalScore, ActionId::LearningReport, ActionId::LearningCurves];
                assert!(stands_alone.contains(action), "{action:?}: {answer}");
            }
            Err(AskError::Cancelled) => panic!("{action:?}"),
        }
    }
}

#[test]
fn every_engine_lists_its_tasks_when_one_is_unknown() {
    for engine in EngineId::ALL {
        for task in ["", "nobody", "ANALYSE", " analyse", "analyse;drop"] {
            let mut output = Vec::new();
            let refused = run(engine, task, &mut "{}".as_bytes(), &mut output, &Options::default(), &Unattended);
            let Err(CommandError::UnknownTask { engine: named, task: asked, known }) = refused else {
                panic!("{engine} {task}")
            };
            assert_eq!((named, asked.as_str()), (engine, task));
            assert_eq!(known, ActionId::of(engine).map(|action| action.info().name).collect::<Vec<_>>());
            assert!(output.is_empty());
        }
    }
}

#[test]
fn unknown_field_beside_the_fields_of_strict_inputs_is_refused_by_name() {
    for (action, case) in [
        (ActionId::KeywordCluster, json!({"texts": ["a b"], "nobodyKnowsThis": 1})),
        (ActionId::ExecutionPlan, json!({"planId": "p", "nobodyKnowsThis": 1})),
        (ActionId::ExecutionApply, json!({"steps": [], "nobodyKnowsThis": 1})),
        (ActionId::ExecutionVerify, json!({"checks": [], "nobodyKnowsThis": 1})),
        (ActionId::ExecutionUndo, json!({"steps": [], "nobodyKnowsThis": 1})),
        (ActionId::LocalScan, json!({"nobodyKnowsThis": 1})),
        (ActionId::LocalExplain, json!({"vertical": "plumbing", "place": "Tulsa", "nobodyKnowsThis": 1})),
        (ActionId::LocalTenants, json!({"vertical": "plumbing", "nobodyKnowsThis": 1})),
    ] {
        let refused = asked(action, &case).unwrap_err();
        assert!(
            matches!(&refused, AskError::Refused { kind: "invalid-case", detail } if detail.contains("nobodyKnowsThis")),
            "{action:?}: {refused}"
        );
    }
}

#[test]
fn field_deep_inside_is_named_by_its_path() {
    for (action, case, path) in [
        (
            ActionId::KeywordAnalyse,
            json!({"queries": [{"query": "a"}, {"query": "b", "clicks": "many"}]}),
            "queries[1].clicks",
        ),
        (
            ActionId::CompetitiveShare,
            json!({"site": "a", "snapshots": [{"query": "q", "results": [{"position": "first"}]}]}),
            "snapshots[0].results[0].position",
        ),
        (ActionId::StrategicPortfolio, json!({"opportunities": [{"id": "a"}, {"id": 3}]}), "opportunities[1].id"),
        (
            ActionId::ContentScore,
            json!({"query": "q", "draft": {"blocks": [{"kind": "novel"}]}}),
            "draft.blocks[0].kind",
        ),
        (
            ActionId::SemanticOverlap,
            json!({"pages": [{"url": "/a", "headings": [{"level": -1}]}]}),
            "pages[0].headings[0].level",
        ),
        (
            ActionId::LocalScan,
            json!({"overrides": {"payouts": [{"vertical": "plumbing", "unit": "hug", "amountCents": 1}]}}),
            "overrides.payouts[0].unit",
        ),
        (
            ActionId::ExecutionUndo,
            json!({"results": [{"stepId": "s", "idempotencyKey": "k", "outcome": "maybe"}]}),
            "results[0].outcome",
        ),
    ] {
        let refused = asked(action, &case).unwrap_err();
        assert!(
            matches!(&refused, AskError::Refused { kind: "invalid-case", detail } if detail.contains(path)),
            "{action:?}: {refused}"
        );
    }
}

#[test]
fn id_in_a_question_is_no_field_of_the_case() {
    let with_id = asked(ActionId::SemanticSimilarity, &json!({"id": 7, "a": "roof", "b": "roof"}));
    assert!(with_id.is_ok_and(|answer| answer.get("id").is_none()));
}
