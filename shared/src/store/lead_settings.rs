//! What workspaces do with leads and rent.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*, rental};
use crate::domain::lead_settings::LeadSettings;

/// Returns the settings of the workspace; the defaults if it has none.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<LeadSettings> {
    let sql = "SELECT erase_after_days, offers_rejected, time_zone, payment_days, emails_invoices
                 FROM lead_settings
                WHERE workspace_id = $1";
    Ok(query_opt!(executor.into(), LeadSettings, sql, workspace_id)?.unwrap_or_default())
}

/// Stores the settings of the workspace. Rent that is due later is invoiced by the new time zone.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn put(tx: &mut Tx, workspace_id: Uuid, settings: &LeadSettings, now: DateTime<Utc>) -> Result<()> {
    execute!(
        &mut *tx,
        "INSERT INTO lead_settings (workspace_id, erase_after_days, offers_rejected, time_zone, payment_days, updated_at,
           emails_invoices)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (workspace_id) DO UPDATE SET erase_after_days = excluded.erase_after_days,
           offers_rejected = excluded.offers_rejected, time_zone = excluded.time_zone,
           payment_days = excluded.payment_days, updated_at = excluded.updated_at,
           emails_invoices = excluded.emails_invoices",
        workspace_id,
        settings.erase_after_days,
        settings.offers_rejected,
        &settings.time_zone,
        settings.payment_days,
        now,
        settings.emails_invoices
    )?;
    rental::reschedule(tx, workspace_id, settings).await
}

/// Lists the workspaces that erase personal data, with the number of days.
///
/// # Errors
/// Returns an error if the query fails.
pub(super) async fn erasing(executor: impl Into<Executor<'_>>) -> Result<Vec<(Uuid, i32)>> {
    let sql = "SELECT workspace_id, erase_after_days FROM lead_settings WHERE erase_after_days IS NOT NULL
                ORDER BY workspace_id";
    query_all!(executor.into(), (Uuid, i32), sql)
}
