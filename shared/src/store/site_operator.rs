//! Who runs the sites of a workspace.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{Executor, Result, macros::*};
use crate::domain::site_operator::SiteOperator;

/// Returns who runs the sites of the workspace; `None` if nobody has entered it.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Option<SiteOperator>> {
    query_opt!(
        executor.into(),
        SiteOperator,
        "SELECT legal_name, brand_name, email, phone, postal_address, state, country, privacy_email, reviewer_name,
                reviewer_credentials, updated_at FROM site_operators WHERE workspace_id = $1",
        workspace_id
    )
}

/// Stores who runs the sites of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn put(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, user_id: Uuid, operator: &SiteOperator, now: DateTime<Utc>,
) -> Result<()> {
    execute!(
        executor.into(),
        "INSERT INTO site_operators (workspace_id, legal_name, brand_name, email, phone, postal_address, state, country,
           privacy_email, reviewer_name, reviewer_credentials, updated_by, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         ON CONFLICT (workspace_id) DO UPDATE SET legal_name = excluded.legal_name, brand_name = excluded.brand_name,
           email = excluded.email, phone = excluded.phone, postal_address = excluded.postal_address,
           state = excluded.state, country = excluded.country, privacy_email = excluded.privacy_email,
           reviewer_name = excluded.reviewer_name, reviewer_credentials = excluded.reviewer_credentials,
           updated_by = excluded.updated_by, updated_at = excluded.updated_at",
        workspace_id,
        &operator.legal_name,
        &operator.brand_name,
        &operator.email,
        &operator.phone,
        &operator.postal_address,
        &operator.state,
        &operator.country,
        &operator.privacy_email,
        &operator.reviewer_name,
        &operator.reviewer_credentials,
        user_id,
        now
    )
    .map(|_| ())
}
