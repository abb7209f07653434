//! Experiments on the sample: power, verdict, and random splits.

use serde_json::json;
use shared::{
    domain::{
        annotation::AnnotationKind,
        experiment::{Arm, Experiment, ExperimentDesign, ExperimentMetric, ExperimentUnit, ExperimentVerdict, Outcome},
        new_id, now,
        run::{NewRun, RunKind, RunStatus},
        visit::{Channel, Counts, Device, Origin},
    },
    store::{
        annotation::{self, AnnotationBody},
        experiment::{self, ExperimentBody},
        insight, visit,
    },
};
use uuid::Uuid;

use crate::{
    engine::{SAMPLE, ask, run_import, upload, website},
    installation::{Installation, in_each_mode},
};

fn body(design: ExperimentDesign, unit: ExperimentUnit, arm: Arm, starts_on: &str) -> ExperimentBody {
    ExperimentBody {
        annotation_id: None,
        title: "New titles".into(),
        hypothesis: String::new(),
        design,
        unit,
        metric: ExperimentMetric::Clicks,
        arms: vec![arm],
        starts_on: starts_on.parse().expect("a day"),
        days: 28,
        cents_per_unit: None,
    }
}

async fn judged(at: &Installation, body: &ExperimentBody) -> Experiment {
    let (db, ws, id) = (&at.backends.db, at.world.workspace_id, new_id());
    let run = NewRun::new(ws, at.world.user_id, RunKind::Experiment, json!({"experimentId": id}));
    let mut tx = db.begin().await.expect("begin");
    experiment::insert(&mut tx, ws, at.world.user_id, id, body, now()).await.expect("insert");
    experiment::begin(&mut tx, ws, id, run.id).await.expect("begin");
    tx.commit().await.expect("commit");
    at.enqueue(std::slice::from_ref(&run)).await;
    let ended = at.ended(run.id).await;
    assert_eq!(ended.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, ended.error);
    experiment::find(db, ws, id).await.expect("find").expect("it")
}

/// Adds a change of a page on a day of the experiments.
async fn note(at: &Installation, site: Uuid, title: &str, page: &str) {
    note_of(at, site, "2026-10-12", AnnotationKind::Edit, title, page).await;
}

async fn note_of(at: &Installation, site: Uuid, day: &str, kind: AnnotationKind, title: &str, page: &str) {
    let body = AnnotationBody {
        website_id: Some(site),
        day: day.parse().expect("a day"),
        at: None,
        kind,
        title: title.into(),
        detail: String::new(),
        pages: vec![page.into()],
    };
    let mut tx = at.backends.db.begin().await.expect("begin");
    annotation::insert(&mut tx, at.world.workspace_id, at.world.user_id, &body, now()).await.expect("insert");
    tx.commit().await.expect("commit");
}

fn arm(website_id: Uuid, targets: &[&str]) -> Arm {
    Arm { website_id, targets: targets.iter().map(|page| (*page).to_owned()).collect(), ..Arm::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn experiment_reports_power_then_verdict_with_its_days() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let id = upload(&at, "sample-site.zip", SAMPLE).await;
        let site = website(&at).await;
        assert_eq!(run_import(&at, id, RunKind::Import, Some(site)).await.status, RunStatus::Succeeded);
        let before_after = ExperimentDesign::BeforeAfter;

        let ahead = judged(&at, &body(before_after, ExperimentUnit::Site, arm(site, &[]), "2027-01-01")).await;
        let power = ahead.power.expect("power").0;
        assert_eq!(power.arms[0].days_before, 90, "{}", at.world.name);
        assert!(power.smallest.is_some_and(|smallest| smallest > 0.0), "{power:?}");
        assert!(ahead.outcome.is_none() && ahead.verdict.is_none(), "no day of it is there");

        let pages = arm(site, &["/services/ac-repair/"]);
        let past = judged(&at, &body(before_after, ExperimentUnit::Page, pages, "2026-10-04")).await;
        let outcome = past.outcome.expect("an outcome").0;
        let days = &outcome.arms[0].days;
        assert!(past.verdict.is_some() && !outcome.decision.is_empty());
        assert_eq!((outcome.arms[0].targets, outcome.until.as_str()), (1, "2026-10-31"), "{}", at.world.name);
        assert_eq!(days.iter().filter(|day| day.expected.is_some()).count(), 28);
        assert!(days.iter().all(|day| day.lo.zip(day.hi).is_none_or(|(lo, hi)| lo <= hi)));
        assert!(outcome.arms[0].placebos.is_some(), "fake changes were tried");
        assert!(!outcome.is_preliminary);

        let title = ExperimentBody {
            metric: ExperimentMetric::ClicksAtPosition,
            ..body(before_after, ExperimentUnit::Page, arm(site, &["/services/ac-repair/"]), "2026-10-04")
        };
        let at_position = judged(&at, &title).await;
        let by_position = at_position.outcome.expect("an outcome").0;
        let counted = |outcome: &Outcome| outcome.arms[0].days.iter().map(|day| day.observed).collect::<Vec<_>>();
        assert_eq!(counted(&by_position), counted(&outcome), "the clicks are the same");
        assert_ne!(by_position.arms[0].days, outcome.arms[0].days, "what is expected of them is not");

        note(&at, site, "Elsewhere", "/contact/").await;
        note(&at, site, "Another text", "https://www.sample.example/services/ac-repair/").await;
        let pages = arm(site, &["/services/ac-repair/"]);
        let disturbed = judged(&at, &body(before_after, ExperimentUnit::Page, pages, "2026-10-04")).await;
        assert_eq!(disturbed.outcome.expect("an outcome").0.arms[0].overlapping, ["Another text"], "{}", at.world.name);

        let split =
            judged(&at, &body(ExperimentDesign::Split, ExperimentUnit::Page, arm(site, &[]), "2027-01-01")).await;
        let drawn = &split.arms.0[0];
        assert!(drawn.targets.len() >= 2 && drawn.controls.len() >= 2);
        assert_eq!(drawn.pairs.len(), drawn.targets.len() + drawn.controls.len());
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn effect_of_a_split_is_measured_on_its_pages() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let site = website(&at).await;
        let import = upload(&at, "sample-site.zip", SAMPLE).await;
        assert_eq!(run_import(&at, import, RunKind::Import, Some(site)).await.status, RunStatus::Succeeded);

        let split = body(ExperimentDesign::Split, ExperimentUnit::Page, arm(site, &[]), "2026-10-04");
        let read = judged(&at, &split).await.outcome.expect("an outcome").0;
        let sides = &read.arms[0];
        assert!(sides.permutation_p.is_some(), "{}", at.world.name);
        let total = 28.0 * sides.daily.effect;
        assert!((sides.total.effect - total).abs() <= 1e-9 * total.abs(), "{sides:?}");
        let share = sides.relative.expect("a share");
        assert_eq!(share.effect > 0.0, sides.daily.effect > 0.0, "{sides:?}");
        assert_eq!(read.relative.expect("of all sites"), share, "one site's figures are those that its word is about");

        note(&at, site, "Another text", "/contact/").await;
        let title = ExperimentBody {
            metric: ExperimentMetric::ClicksAtPosition,
            ..body(
                ExperimentDesign::BeforeAfter,
                ExperimentUnit::Page,
                arm(site, &["/services/ac-repair/"]),
                "2026-10-04",
            )
        };
        let by_position = judged(&at, &title).await.outcome.expect("an outcome").0;
        // The impact engine measures a change like an experiment on the same pages.
        note_of(&at, site, "2026-10-04", AnnotationKind::Title, "Better titles", "/services/ac-repair/").await;
        let asked = json!({"input": {"change": "2026-10-04"}});
        let (ended, result) = ask(&at, site, "causal", "impact", asked).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{:?}", ended.error);
        assert_eq!(result["effect"].as_f64(), Some(by_position.arms[0].daily.effect), "{}", at.world.name);
        let found = insight::list(&at.backends.db, at.world.workspace_id, Some("causal"), None, None, 10).await;
        let titles: Vec<String> = found.expect("insights").items.into_iter().map(|one| one.body.0.title).collect();
        assert!(titles.iter().all(|title| !title.contains("Another text")), "{titles:?}");

        worker.stop().await;
        at
    })
    .await;
}

/// Returns the experiment after another run has evaluated it.
async fn judged_again(at: &Installation, id: Uuid, before: Option<Uuid>) -> Experiment {
    for _ in 0..600 {
        let found = experiment::find(&at.backends.db, at.world.workspace_id, id).await.expect("find").expect("it");
        let is_other = found.run_id.is_some() && found.run_id != before;
        if is_other && at.world.run(found.run_id.expect("a run")).await.status.is_final() {
            return experiment::find(&at.backends.db, at.world.workspace_id, id).await.expect("find").expect("it");
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("{}: nobody judged it again", at.world.name);
}

#[tokio::test(flavor = "multi_thread")]
async fn experiment_is_judged_again_when_days_are_imported_or_undone() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let (db, ws, id) = (&at.backends.db, at.world.workspace_id, new_id());
        let site = website(&at).await;
        let body = body(ExperimentDesign::BeforeAfter, ExperimentUnit::Site, arm(site, &[]), "2026-10-04");
        let mut tx = db.begin().await.expect("begin");
        experiment::insert(&mut tx, ws, at.world.user_id, id, &body, now()).await.expect("insert");
        tx.commit().await.expect("commit");

        let import = upload(&at, "sample-site.zip", SAMPLE).await;
        assert_eq!(run_import(&at, import, RunKind::Import, Some(site)).await.status, RunStatus::Succeeded);
        let come = judged_again(&at, id, None).await;
        assert!(come.verdict.is_some() && come.outcome.is_some_and(|outcome| !outcome.is_preliminary));

        let more = upload(&at, "sample-site.zip", SAMPLE).await;
        assert_eq!(run_import(&at, more, RunKind::Import, Some(site)).await.status, RunStatus::Succeeded);
        let same = experiment::find(db, ws, id).await.expect("find").expect("it");
        assert_eq!(same.run_id, come.run_id, "what is told to its end is not asked again");

        for import in [more, import] {
            let before = experiment::find(db, ws, id).await.expect("find").expect("it").run_id;
            let undone = run_import(&at, import, RunKind::ImportUndo, Some(site)).await;
            assert_eq!(undone.status, RunStatus::Succeeded);
            judged_again(&at, id, before).await;
        }
        let gone = experiment::find(db, ws, id).await.expect("find").expect("it");
        assert!(gone.verdict.is_none() && gone.outcome.is_none(), "{}: no day of it is left", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

/// Records visits of 60 days on three pages; from 20 days ago on, those of `/a` double and convert twice as often.
async fn record_visits(at: &Installation, site: Uuid) -> chrono::NaiveDate {
    let today = now().date_naive();
    let before = |days: u64| today.checked_sub_days(chrono::Days::new(days)).expect("a day");
    let start = before(20);
    let mut batch = visit::Batch::default();
    for back in 0..60 {
        for (page, often) in [("/a", 40), ("/b", 30), ("/c", 50)] {
            let wave = i64::try_from((back * 7 + often) % 5).expect("small");
            let is_changed = page == "/a" && before(back) >= start;
            let visits = (i64::try_from(often).expect("small") + wave) * if is_changed { 2 } else { 1 };
            let origin = Origin {
                page: page.to_owned(),
                channel: Channel::Search,
                source: "google.com".to_owned(),
                device: Device::Mobile,
            };
            let conversions = visits / if is_changed { 5 } else { 10 } + wave % 3;
            let counts =
                Counts { visits, views: visits, engaged: visits, contacts: conversions, conversions, value_cents: 0 };
            batch.started.push(visit::Started { website_id: site, day: before(back), origin, counts });
        }
    }
    let mut tx = at.backends.db.begin().await.expect("begin");
    visit::record(&mut tx, &batch).await.expect("record");
    tx.commit().await.expect("commit");
    start
}

#[tokio::test(flavor = "multi_thread")]
async fn experiment_measures_visits_and_conversions_of_the_beacon() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let site = website(&at).await;
        let start = record_visits(&at, site).await.to_string();
        for metric in [ExperimentMetric::Visits, ExperimentMetric::Conversions] {
            // The beacon knows the path, the experiment names the address.
            let arm = arm(site, &["https://www.sample.example/a"]);
            let asked = ExperimentBody {
                metric,
                days: 14,
                ..body(ExperimentDesign::BeforeAfter, ExperimentUnit::Page, arm, &start)
            };
            let found = judged(&at, &asked).await;
            assert_eq!(found.verdict, Some(ExperimentVerdict::Proved), "{}: {metric}", at.world.name);
            let outcome = found.outcome.expect("an outcome").0;
            assert_eq!(outcome.arms[0].targets, 1);
            let effect = outcome.relative.expect("an effect");
            assert!(effect.lo > 0.5, "{}: {metric}: {effect:?}", at.world.name);
        }
        let whole = ExperimentBody {
            metric: ExperimentMetric::Visits,
            days: 40,
            ..body(ExperimentDesign::BeforeAfter, ExperimentUnit::Site, arm(site, &[]), &start)
        };
        let outcome = judged(&at, &whole).await.outcome.expect("an outcome").0;
        let yesterday = now().date_naive().pred_opt().expect("a day").to_string();
        assert_eq!(outcome.until, yesterday, "{}: today is not over", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

/// Records 60 days of visits from search that nothing changes, and of fewer from AI assistants, which begin on the third
/// day; from 20 days ago on, those of `/a` are three times as many.
async fn record_referrals(at: &Installation, site: Uuid) -> chrono::NaiveDate {
    let today = now().date_naive();
    let before = |days: u64| today.checked_sub_days(chrono::Days::new(days)).expect("a day");
    let start = before(20);
    let mut batch = visit::Batch::default();
    for back in 0..60_u64 {
        for (page, often) in [("/a", 12), ("/b", 10), ("/c", 15)] {
            let wave = i64::try_from((back * 7 + u64::try_from(often).expect("small")) % 5).expect("small");
            let times = if page == "/a" && before(back) >= start { 3 } else { 1 };
            let mut add = |channel, source: &str, visits| {
                let origin =
                    Origin { page: page.to_owned(), channel, source: source.to_owned(), device: Device::Desktop };
                let counts = Counts { visits, views: visits, ..Counts::default() };
                batch.started.push(visit::Started { website_id: site, day: before(back), origin, counts });
            };
            add(Channel::Search, "google.com", 400 + wave * 10);
            if back < 58 {
                add(Channel::Ai, "chatgpt.com", (often + wave) * times);
            }
        }
    }
    let mut tx = at.backends.db.begin().await.expect("begin");
    visit::record(&mut tx, &batch).await.expect("record");
    tx.commit().await.expect("commit");
    start
}

#[tokio::test(flavor = "multi_thread")]
async fn experiment_measures_visits_from_ai_assistants() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let (name, site) = (at.world.name, website(&at).await);
        let start = record_referrals(&at, site).await.to_string();
        let asked = |metric, unit, targets: &[&str]| ExperimentBody {
            metric,
            days: 14,
            ..body(ExperimentDesign::BeforeAfter, unit, arm(site, targets), &start)
        };
        let found = judged(&at, &asked(ExperimentMetric::AiVisits, ExperimentUnit::Page, &["/a"])).await;
        assert_eq!(found.verdict, Some(ExperimentVerdict::Proved), "{name}");
        let outcome = found.outcome.expect("an outcome").0;
        let effect = outcome.relative.expect("an effect");
        assert!(effect.lo > 1.0 && effect.hi < 3.5, "{name}: three times as many: {effect:?}");
        assert_eq!((outcome.arms[0].targets, outcome.arms[0].controls), (1, 2), "{name}");
        let whole = judged(&at, &asked(ExperimentMetric::AiVisits, ExperimentUnit::Site, &[])).await;
        let arms = whole.power.expect("a power analysis").0.arms;
        assert_eq!(arms[0].days_before, 39, "{name}: days on which only other visits began are zeros, not missing");
        let searches = judged(&at, &asked(ExperimentMetric::Visits, ExperimentUnit::Page, &["/b"])).await;
        assert_ne!(searches.verdict, Some(ExperimentVerdict::Proved), "{name}: the other visits did not change");
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn impact_of_a_change_measures_the_chosen_metric() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let (name, site) = (at.world.name, website(&at).await);
        let start = record_referrals(&at, site).await.to_string();
        note_of(&at, site, &start, AnnotationKind::Edit, "new guide", "/a").await;
        // Three times as many of a dozen visits from assistants are a few percent of all visits.
        for (metric, least, most) in [("ai_visits", 1.0, 3.0), ("visits", 0.0, 0.2)] {
            let payload = json!({"input": {"change": start, "metric": metric}});
            let (ended, result) = ask(&at, site, "causal", "impact", payload).await;
            assert_eq!(ended.status, RunStatus::Succeeded, "{name}: {metric}: {:?}", ended.error);
            let effect = result["relative"]["effect"].as_f64().unwrap_or_default();
            assert!(effect > least && effect < most, "{name}: {metric}: {result}");
        }
        let found = insight::list(&at.backends.db, at.world.workspace_id, Some("causal"), None, None, 10).await;
        let mut titles: Vec<String> = found.expect("insights").items.into_iter().map(|one| one.body.0.title).collect();
        titles.sort();
        assert_eq!(titles.len(), 2, "{name}: each metric has its own: {titles:?}");
        assert!(titles[0].starts_with("Visits from AI assistants: new guide: likely"), "{name}: {titles:?}");
        assert!(titles[1].starts_with("Visits: new guide: "), "{name}: {titles:?}");
        worker.stop().await;
        at
    })
    .await;
}
