//! What a workspace does with leads and rent.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::{
    domain::{buyer::is_time_zone, lead_settings::LeadSettings, now},
    store::{audit::Action, lead_settings, workspace},
};
use utoipa::ToSchema;

use crate::{
    auth::session,
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, RequestContext, Success},
    state::AppState,
};

/// What a workspace does with leads and rent.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewLeadSettings)]
pub(super) struct Input {
    /// Days after which the personal data of leads are erased, 1 to 3,650; `null` for never.
    erase_after_days: Option<i32>,
    /// Whether a rejected lead is offered to the next buyer.
    offers_rejected: bool,
    /// IANA time zone of the days on which rent is invoiced.
    #[schema(examples("America/Chicago"))]
    time_zone: String,
    /// Days in which an invoice is to be paid, 0 to 90.
    payment_days: i32,
    /// Whether an invoice is emailed to the tenant on the day of issue. Default: false.
    #[serde(default)]
    emails_invoices: bool,
}

/// Response with the settings.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneLeadSettings)]
pub(super) struct Answer {
    success: Success,
    settings: LeadSettings,
}

/// Get the settings of leads.
///
/// Erasure of personal data, rejected leads, and how rent is invoiced.
#[utoipa::path(get, path = "/api/lead-settings", tag = "leads", responses((status = 200, body = Answer)))]
pub(super) async fn get(State(state): State<AppState>, member: Member) -> Result<Json<Answer>> {
    let settings = lead_settings::find(&state.db, member.workspace_id).await?;
    Ok(Json(Answer { success: Success, settings }))
}

/// Change the settings of leads.
///
/// Requires an editor. Personal data that are older than the new number of days are erased within ten minutes, which cannot be
/// undone.
#[utoipa::path(
    put, path = "/api/lead-settings", tag = "leads", request_body = Input, responses((status = 200, body = Answer))
)]
pub(super) async fn put(
    State(state): State<AppState>, context: RequestContext, member: Member<Changes>, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let settings = checked(input)?;
    let mut tx = state.db.begin().await?;
    workspace::lock(&mut tx, member.workspace_id).await?;
    lead_settings::put(&mut tx, member.workspace_id, &settings, now()).await?;
    let detail = json!({"workspaceId": member.workspace_id, "eraseAfterDays": settings.erase_after_days});
    session::note(&mut tx, Some(member.caller.user_id), Action::LeadSettingsChanged, &context, detail).await?;
    tx.commit().await?;
    Ok(Json(Answer { success: Success, settings }))
}

fn checked(input: Input) -> Result<LeadSettings> {
    let mut errors = Vec::new();
    let mut demand = |is_right: bool, pointer: &str, detail: &str| {
        if !is_right {
            errors.push(FieldError::new(pointer, detail));
        }
    };
    let is_days = input.erase_after_days.is_none_or(|days| (1..=3_650).contains(&days));
    demand(is_days, "/eraseAfterDays", "must be 1 to 3,650, or null");
    demand(is_time_zone(&input.time_zone), "/timeZone", "must be an IANA time zone, such as America/Chicago");
    demand((0..=90).contains(&input.payment_days), "/paymentDays", "must be 0 to 90");
    if !errors.is_empty() {
        return Err(ApiError::Invalid(errors));
    }
    Ok(LeadSettings {
        erase_after_days: input.erase_after_days,
        offers_rejected: input.offers_rejected,
        time_zone: input.time_zone,
        payment_days: input.payment_days,
        emails_invoices: input.emails_invoices,
    })
}
