//! Cases of runs: what they computed from.

use serde_json::json;
use shared::{
    domain::{
        new_id, now,
        run::{NewRun, RunKind},
    },
    store::run::{self, CASES_KEPT, Effect, Finish, NewRunCase, Outcome},
};
use uuid::Uuid;

use crate::world::{World, on_each_database};

fn case(action: &str) -> NewRunCase {
    NewRunCase {
        engine_id: "keyword".to_owned(),
        action: action.to_owned(),
        program: "1.2.3".to_owned(),
        seed: Some(7),
        has_model: false,
        input: b"in".to_vec(),
        answer: b"out".to_vec(),
    }
}

async fn ended(world: &World, action: &str) -> Uuid {
    let new = NewRun::new(world.workspace_id, world.user_id, RunKind::Probe, json!({}));
    run::insert(&world.db, &new).await.expect("run");
    let run = world.claim(&[new.id], 10).await.runs.remove(0);
    let finish = Finish { run, outcome: Outcome::Succeeded(json!({})), effects: vec![Effect::from(case(action))] };
    run::finish(&world.db, &[finish], now()).await.expect("finish");
    new.id
}

#[tokio::test]
async fn cases_of_the_latest_runs_of_an_action_are_kept() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let other = ended(&world, "cluster").await;
        let mut all = Vec::new();
        for _ in 0..CASES_KEPT + 2 {
            all.push(ended(&world, "analyse").await);
        }
        let mut kept = Vec::new();
        for id in &all {
            kept.extend(run::case(db, ws, *id).await.expect("case").map(|_| *id));
        }
        assert_eq!(kept, all[2..], "{}", world.name);
        let found = run::case(db, ws, other).await.expect("case").expect("of another action");
        let seen = (found.engine_id.as_str(), found.action.as_str(), found.program.as_str(), found.has_model);
        assert_eq!(seen, ("keyword", "cluster", "1.2.3", false));
        assert_eq!(found.seed, Some(7));
        assert_eq!((found.input.as_slice(), found.answer.as_slice()), (b"in".as_slice(), b"out".as_slice()));
        assert!(run::case(db, new_id(), other).await.expect("case").is_none(), "of another workspace");
        world
    })
    .await;
}
