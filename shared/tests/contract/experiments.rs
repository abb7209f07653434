//! Experiments: written down, listed, judged by the run that has them, changed, deleted.

use shared::{
    domain::{
        experiment::{
            Arm, ExperimentDesign, ExperimentMetric, ExperimentUnit, ExperimentVerdict, Outcome, Power, Range,
        },
        new_id, now,
    },
    store::experiment::{self, Evaluation, ExperimentBody, Filter},
};
use uuid::Uuid;

use crate::world::on_each_database;

fn body(website_id: Uuid) -> ExperimentBody {
    ExperimentBody {
        annotation_id: None,
        title: "New titles".into(),
        hypothesis: "They promise more".into(),
        design: ExperimentDesign::BeforeAfter,
        unit: ExperimentUnit::Page,
        metric: ExperimentMetric::Clicks,
        arms: vec![Arm { website_id, targets: vec!["/a".into()], controls: vec!["/b".into()], pairs: Vec::new() }],
        starts_on: "2026-09-01".parse().expect("a day"),
        days: 28,
        cents_per_unit: Some(12.5),
    }
}

fn judged(id: Uuid, website_id: Uuid) -> Evaluation {
    let outcome = Outcome {
        decision: "Keep the change.".into(),
        relative: Some(Range { effect: 0.1, lo: 0.02, hi: 0.18 }),
        p: 0.01,
        until: "2026-09-28".into(),
        is_preliminary: false,
        arms: Vec::new(),
        pooled: None,
        assumptions: Vec::new(),
        method: "causal".into(),
        method_version: "causal-1".into(),
    };
    Evaluation {
        id,
        arms: vec![Arm { website_id, ..Arm::default() }],
        power: Power { arms: Vec::new(), smallest: Some(0.08), at: now() },
        outcome: Some((ExperimentVerdict::Proved, outcome)),
    }
}

#[tokio::test]
async fn experiments_are_judged_by_the_run_that_has_them_and_by_no_other() {
    on_each_database(|world| async {
        let (db, ws, site) = (&world.db, world.workspace_id, new_id());
        let (id, run_id) = (new_id(), new_id());
        let mut tx = db.begin().await.expect("begin");
        experiment::insert(&mut tx, ws, world.user_id, id, &body(site), now()).await.expect("insert");
        assert!(experiment::begin(&mut tx, ws, id, run_id).await.expect("begin"));
        assert!(!experiment::begin(&mut tx, new_id(), id, run_id).await.expect("begin"), "nobody else's");
        experiment::store_evaluation(&mut tx, ws, new_id(), &judged(id, site), now()).await.expect("judge");
        tx.commit().await.expect("commit");
        let found = experiment::find(db, ws, id).await.expect("find").expect("it");
        assert_eq!((found.verdict, found.run_id, found.cents_per_unit), (None, Some(run_id), Some(12.5)));

        let mut tx = db.begin().await.expect("begin");
        experiment::store_evaluation(&mut tx, ws, run_id, &judged(id, site), now()).await.expect("judge");
        tx.commit().await.expect("commit");
        let found = experiment::find(db, ws, id).await.expect("find").expect("it");
        assert_eq!(found.verdict, Some(ExperimentVerdict::Proved), "{}", world.name);
        assert_eq!(found.outcome.expect("an outcome").relative.expect("an effect").effect, 0.1);

        let list = async |filter: Filter| experiment::list(db, ws, &filter, 9).await.expect("list").items.len();
        assert_eq!(list(Filter::default()).await, 1);
        assert_eq!(list(Filter { website_id: Some(site), ..Filter::default() }).await, 1);
        assert_eq!(list(Filter { website_id: Some(new_id()), ..Filter::default() }).await, 0);
        assert_eq!(list(Filter { verdict: Some(ExperimentVerdict::Likely), ..Filter::default() }).await, 0);

        let mut tx = db.begin().await.expect("begin");
        assert!(experiment::update(&mut tx, ws, id, &body(site), now()).await.expect("update"));
        tx.commit().await.expect("commit");
        let found = experiment::find(db, ws, id).await.expect("find").expect("it");
        assert!(found.verdict.is_none() && found.power.is_none(), "what was told of it no longer stands");
        assert!(!experiment::delete(db, new_id(), id).await.expect("delete"));
        assert!(experiment::delete(db, ws, id).await.expect("delete"));
        world
    })
    .await;
}

#[tokio::test]
async fn open_experiments_on_visits_are_due_once_a_day() {
    on_each_database(|world| async {
        let (db, ws, at) = (&world.db, world.workspace_id, now());
        let (today, yesterday) = (at.date_naive(), at - chrono::Days::new(1));
        let started =
            |days: u64, metric| ExperimentBody { metric, starts_on: today - chrono::Days::new(days), ..body(new_id()) };
        let (open, ended, ahead, of_clicks) = (new_id(), new_id(), new_id(), new_id());
        let ended_run = new_id();
        let mut tx = db.begin().await.expect("begin");
        for (id, body) in [
            (open, started(3, ExperimentMetric::Visits)),
            (ended, started(90, ExperimentMetric::Conversions)),
            (ahead, started(0, ExperimentMetric::Visits)),
            (of_clicks, started(3, ExperimentMetric::Clicks)),
        ] {
            experiment::insert(&mut tx, ws, world.user_id, id, &body, yesterday).await.expect("insert");
        }
        let new = started(3, ExperimentMetric::Visits);
        experiment::insert(&mut tx, ws, world.user_id, new_id(), &new, at).await.expect("insert");
        experiment::begin(&mut tx, ws, ended, ended_run).await.expect("begin");
        experiment::store_evaluation(&mut tx, ws, ended_run, &judged(ended, new_id()), yesterday).await.expect("judge");
        tx.commit().await.expect("commit");

        assert_eq!(
            experiment::evaluate_visits(db, at).await.expect("evaluate"),
            1,
            "{}: only the old open one",
            world.name
        );
        let run_id = experiment::find(db, ws, open).await.expect("find").expect("it").run_id.expect("a run");
        experiment::evaluate_visits(db, at).await.expect("evaluate");
        let again = experiment::find(db, ws, open).await.expect("find").expect("it").run_id;
        assert_eq!(again, Some(run_id), "{}: one run a day", world.name);

        let mut tx = db.begin().await.expect("begin");
        experiment::store_evaluation(&mut tx, ws, run_id, &preliminary(open), at).await.expect("judge");
        tx.commit().await.expect("commit");
        assert_eq!(experiment::evaluate_visits(db, at).await.expect("evaluate"), 0, "{}: done for today", world.name);
        let tomorrow = at + chrono::Days::new(1);
        let due = experiment::evaluate_visits(db, tomorrow).await.expect("evaluate");
        assert_eq!(due, 3, "{}: again, the new one, and the one that began", world.name);
        world
    })
    .await;
}

fn preliminary(id: Uuid) -> Evaluation {
    let judged = judged(id, new_id());
    let outcome = judged.outcome.map(|(verdict, outcome)| (verdict, Outcome { is_preliminary: true, ..outcome }));
    Evaluation { outcome, ..judged }
}
