//! The report domain in responses.

use chrono::{DateTime, Utc};
use serde::Serialize;
use shared::{
    domain::{report::ReportDomain, site::DomainProof},
    store::report,
};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::Result,
    extract::{Json, Success},
    routes::sites::{DomainRecord, domain_records},
    state::AppState,
};

/// The domain under which the shared reports of a workspace are read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportDomain)]
pub(super) struct DomainView {
    /// Host name in lower case.
    host: String,
    /// Name of the agency.
    name: String,
    /// Beginning of the links.
    url: String,
    /// Whether a DNS record has proved it. Only then reports are served under it.
    is_verified: bool,
    /// Time since which it is proved.
    verified_at: Option<DateTime<Utc>>,
    /// Record that proved it.
    proof: Option<DomainProof>,
    /// Time of the latest check.
    checked_at: Option<DateTime<Utc>>,
    /// What the latest check did not find.
    problem: Option<String>,
    /// Records that lead here and prove it; `advice` says which are needed. Empty once it is proved.
    records: Vec<DomainRecord>,
    /// What to do; empty once it is proved.
    advice: String,
}

/// Response with the report domain.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneReportDomain)]
pub(super) struct Answer {
    success: Success,
    /// `null` if there is none.
    domain: Option<DomainView>,
}

/// Returns the response with the report domain of a workspace.
pub(super) async fn answer(state: &AppState, workspace_id: Uuid) -> Result<Json<Answer>> {
    let found = report::domain(&state.db, workspace_id).await?;
    Ok(Json(Answer { success: Success, domain: found.map(|domain| view(state, domain)) }))
}

fn view(state: &AppState, domain: ReportDomain) -> DomainView {
    let is_verified = domain.verified_at.is_some();
    let (records, advice) = if is_verified { (Vec::new(), String::new()) } else { open(state, &domain) };
    DomainView {
        url: state.settings.sites.origin(&domain.host),
        host: domain.host,
        name: domain.name,
        is_verified,
        verified_at: domain.verified_at,
        proof: domain.proof,
        checked_at: domain.checked_at,
        problem: domain.problem.filter(|_| !is_verified),
        records,
        advice,
    }
}

/// What to do where a CNAME record proves the domain.
const EITHER: &str = "Set the CNAME record at your DNS provider. Where that is not possible, copy the A and AAAA records of its value \
                      and set the TXT record. Then check the records here; new ones can take an hour to be seen.";
/// What to do where the server has its own name only, which proves nothing.
const BOTH: &str = "Set both records at your DNS provider: the CNAME record leads here, and the TXT record proves the domain. Then check \
                    the records here; new ones can take an hour to be seen.";

/// Returns the records of an unproved domain, and what to do with them.
fn open(state: &AppState, ReportDomain { host, token, .. }: &ReportDomain) -> (Vec<DomainRecord>, String) {
    if let Some(own) = state.hosting.report_name(token) {
        return (domain_records(host, token, &own), EITHER.to_owned());
    }
    let own = state.settings.sites.public_host().unwrap_or_default();
    (domain_records(host, token, &own), BOTH.to_owned())
}
