//! Comparisons with a sentence model that is installed while the workers run.

use std::path::Path;

use serde_json::{Value, json};
use shared::{
    config::{FleetSettings, ModelChoice},
    domain::{
        new_id,
        run::{NewRun, Run, RunKind, RunStatus},
    },
    store::run,
};
use workers::models;

use crate::{
    installation::{Installation, in_each_mode},
    tiny,
};

async fn compare(at: &Installation) -> (Run, f64) {
    let payload = json!({"input": {"a": "roof repair", "b": "cafe leaks"}});
    let new = NewRun {
        engine_id: Some("semantic".into()),
        action: Some("similarity".into()),
        ..NewRun::new(at.world.workspace_id, at.world.user_id, RunKind::Engine, payload)
    };
    at.enqueue(std::slice::from_ref(&new)).await;
    let ended = at.ended(new.id).await;
    let result = run::result(&at.backends.db, at.world.workspace_id, new.id).await.expect("result");
    (ended, result.as_ref().and_then(|result: &Value| result["score"].as_f64()).unwrap_or(f64::NAN))
}

fn install(models: &Path) {
    let dir = models.join(models::DEFAULT);
    std::fs::create_dir_all(&dir).expect("a folder");
    let (config, vocabulary, weights) = tiny::files();
    for (name, bytes) in models::FILES.iter().zip([config, vocabulary, weights]) {
        std::fs::write(dir.join(name), bytes).expect("a file");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn model_is_loaded_when_present_and_stays_in_memory() {
    in_each_mode(|at| async {
        let models = std::env::temp_dir().join(format!("motherlode-models-{}", new_id()));
        let worker = at.worker_with(FleetSettings { model: ModelChoice::Installed(models.clone()), ..at.settings() });
        let (ended, by_words) = compare(&at).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{:?}", ended.error);
        install(&models);
        let (_, by_vectors) = compare(&at).await;
        assert!((by_words - by_vectors).abs() > 1e-6, "{by_words} {by_vectors}");
        std::fs::remove_dir_all(&models).expect("gone");
        assert_eq!(compare(&at).await.1.to_bits(), by_vectors.to_bits(), "it lies in memory");
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unreadable_model_fails_the_run_without_fallback() {
    in_each_mode(|at| async {
        let nowhere = std::env::temp_dir().join(format!("motherlode-models-{}", new_id()));
        let worker = at.worker_with(FleetSettings { model: ModelChoice::At(nowhere), ..at.settings() });
        let (ended, _) = compare(&at).await;
        assert_eq!(ended.status, RunStatus::Failed);
        assert!(ended.error.expect("an error").0.detail.contains("operator"), "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}
