//! How sure an insight is shown to be: as sure as the engine's claims have turned out to be, not as sure as it says.

use std::collections::BTreeSet;

use engines::{
    common::Unattended,
    learning::{CalibrateInput, LEAST_OUTCOMES, calibrate},
};
use shared::{domain::insight::Nature, store::forecast};
use uuid::Uuid;

use super::insight_view::InsightView;
use crate::{
    error::{ApiError, Result},
    state::AppState,
};

/// Claims that a correction is learned from, the newest.
const MOST: i64 = 500;

/// Corrects what claims say by what came of earlier ones of their engine. With fewer outcomes than
/// [`LEAST_OUTCOMES`] an engine is taken at its word.
pub(super) async fn calibrated(
    state: &AppState, workspace_id: Uuid, mut insights: Vec<InsightView>,
) -> Result<Vec<InsightView>> {
    let engines: BTreeSet<String> =
        insights.iter().filter(|one| one.nature == Nature::Claim).map(|one| one.engine_id.clone()).collect();
    for engine_id in engines {
        let fit = forecast::claims(&state.db, workspace_id, &engine_id, MOST).await?;
        if fit.len() >= LEAST_OUTCOMES {
            let mut own: Vec<&mut InsightView> =
                insights.iter_mut().filter(|one| one.engine_id == engine_id && one.nature == Nature::Claim).collect();
            let apply = own.iter().map(|one| one.confidence).collect();
            let corrected = corrected(fit, apply).await?;
            own.iter_mut().zip(corrected).for_each(|(one, confidence)| one.correct(confidence));
        }
    }
    Ok(insights)
}

async fn corrected(fit: Vec<(f64, f64)>, apply: Vec<f64>) -> Result<Vec<f64>> {
    let input = CalibrateInput { fit: fit.into_iter().map(<[f64; 2]>::from).collect(), apply };
    let learned = tokio::task::spawn_blocking(move || calibrate(&input, &Unattended)).await;
    let answer = learned.map_err(|error| ApiError::Unexpected(error.into()))?;
    Ok(answer.map_err(|error| ApiError::Unexpected(error.into()))?.calibrated)
}
