//! Checks the own host names of a site.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::Serialize;
use shared::{
    domain::site::{DomainProof, SiteDomain},
    store::site,
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    get::{self, Answer},
    start, view,
};
use crate::{
    error::Result,
    extract::{Changes, Json, Member, Path},
    hosting::names::{txt_name, txt_value},
    state::AppState,
};

/// Kind of a DNS record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
#[schema(as = DomainRecordKind)]
enum RecordKind {
    /// Names the host that serves the site.
    Cname,
    /// Holds a text that proves the name.
    Txt,
}

/// A DNS record to add.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = DomainRecord)]
pub(crate) struct Record {
    /// Kind.
    kind: RecordKind,
    /// Name.
    name: String,
    /// Value.
    value: String,
}

/// An own host name of a site, with what proves it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SiteDomain)]
pub(super) struct DomainView {
    /// Host name in lower case.
    host: String,
    /// Whether a DNS record has proved it. Only then it is served, and gets a certificate.
    is_verified: bool,
    /// Time since which it is proved.
    verified_at: Option<DateTime<Utc>>,
    /// Record that proved it.
    proof: Option<DomainProof>,
    /// Time of the latest check.
    checked_at: Option<DateTime<Utc>>,
    /// What the latest check did not find.
    problem: Option<String>,
    /// Records of which one is enough; empty once it is proved.
    records: Vec<Record>,
    /// What to do; empty once it is proved.
    advice: String,
}

impl DomainView {
    /// Returns the view of a host name of the site with this own name.
    pub(super) fn of(domain: SiteDomain, own: &str) -> Self {
        let is_verified = domain.verified_at.is_some();
        let host = domain.host;
        let (records, advice) = if is_verified {
            (Vec::new(), String::new())
        } else {
            (records(&host, &domain.token, own), advice(&host, own))
        };
        Self {
            is_verified,
            verified_at: domain.verified_at,
            proof: domain.proof,
            checked_at: domain.checked_at,
            problem: domain.problem.filter(|_| !is_verified),
            records,
            advice,
            host,
        }
    }
}

/// Returns the records of a host name: one that leads to `own`, and one with the token.
pub(crate) fn records(host: &str, token: &str, own: &str) -> Vec<Record> {
    vec![
        Record { kind: RecordKind::Cname, name: host.to_owned(), value: own.to_owned() },
        Record { kind: RecordKind::Txt, name: txt_name(host), value: txt_value(token) },
    ]
}

fn advice(host: &str, own: &str) -> String {
    format!(
        "At your DNS provider, point {host} to {own} with a CNAME record. Where that is not possible, copy the A and AAAA records of \
         {own} and add the TXT record, which proves the name. The TXT record also proves it before you move it. Then check the \
         records here; new ones can take an hour to be seen."
    )
}

/// Verify the host names of a site.
///
/// Looks up the DNS records of its own host names that are not verified, and records what was found. A verified one is served, and
/// gets a certificate. Requests for a host name check it too, once a minute. Requires an editor.
#[utoipa::path(
    post, path = "/api/sites/{id}/domains/verify", tag = "sites", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let workspace_id = member.workspace_id;
    view::found(&state, workspace_id, id).await?;
    let claims = site::unproved_domains(&state.db, workspace_id, id).await?;
    if state.hosting.check_names(claims).await? {
        start::changed(&state, id);
    }
    get::answer(&state, workspace_id, id).await
}
