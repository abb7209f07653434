//! Loads Core Web Vitals that connections have stored.

use engines::content::{PageVitals, VitalsBasis};
use shared::{
    domain::{
        analytics::{Vitals, VitalsDevice},
        speed::{self, SpeedSummary},
    },
    store::{speed as tests, vitals},
};
use uuid::Uuid;

use super::day;
use crate::{context::RunContext, error::JobError};

/// Most tests in the laboratory of a device.
const MOST_TESTS: i64 = 20_000;

/// Loads the latest figures of the Chrome UX Report, and the medians of the latest tests in the laboratory.
pub(super) async fn vitals(context: &RunContext, website_id: Uuid) -> Result<Vec<PageVitals>, JobError> {
    let (db, workspace_id) = (&context.db, context.run.workspace_id);
    let mut rows = Vec::new();
    for device in [VitalsDevice::Phone, VitalsDevice::Desktop] {
        rows.extend(vitals::latest(db, workspace_id, website_id, device).await?.into_iter().map(field));
        let tests = tests::history(db, workspace_id, website_id, Some(device), MOST_TESTS).await?;
        rows.extend(speed::summaries(&tests).into_iter().map(lab));
    }
    Ok(rows)
}

fn field(row: Vitals) -> PageVitals {
    PageVitals {
        url: row.url,
        is_origin: row.is_origin,
        basis: VitalsBasis::Field,
        device: row.device.as_str().to_owned(),
        lcp: row.lcp,
        inp: row.inp,
        cls: row.cls,
        from: day(row.first_day),
        to: day(row.day),
        source: "Chrome UX Report".to_owned(),
    }
}

fn lab(summary: SpeedSummary) -> PageVitals {
    let SpeedSummary { median, tests, .. } = summary;
    let version = median.lighthouse.map(|version| format!(", Lighthouse {version}")).unwrap_or_default();
    let what = if tests == 1 { "1 lab test".to_owned() } else { format!("median of {tests} lab tests") };
    PageVitals {
        url: median.url,
        is_origin: false,
        basis: VitalsBasis::Lab,
        device: median.device.as_str().to_owned(),
        lcp: median.lcp,
        inp: None,
        cls: median.cls,
        from: None,
        to: day(median.day),
        source: format!("PageSpeed Insights, {what}{version}"),
    }
}
