//! Calibrated confidence of insights, learned from the outcomes of earlier claims.

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

/// Maximum number of claims for calibration, newest first.
const MOST: i64 = 500;

/// Calibrates the confidence of claims with the outcomes of earlier claims of their engine. Engines with fewer than
/// [`LEAST_OUTCOMES`] outcomes keep their stated confidence.
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
