//! Domains of reports: each serves the shared reports of one workspace, and nothing else.
//!
//! A request for such a host reaches the app only for the page of a report, its content and its PDF, and the page's own scripts
//! and styles. The workspace goes with the request, and the handlers find no report of another one. Everything else, and every
//! token that is wrong, gets the same page under the agency's name. So there is no sign-in, no API, no file of the app, and no
//! word about the software.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::Response,
};
use serde_json::json;
use shared::{
    domain::{
        now,
        report::{ReportDomain, SHARED_REPORTS},
    },
    escape,
    store::{
        Result, Tx,
        audit::{self, Action, NewAudit},
        member, report,
    },
};
use uuid::Uuid;

use super::Hosting;
use crate::extract::RequestContext;

/// Policy of pages under such a host, without hosts of the app.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self'; \
                      object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const POLICY_OF_MISSING: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
/// Folder of the scripts and styles of the page.
const ASSETS: &str = "/assets/report/";

/// The domain of a request: handlers serve reports of its workspace only.
#[derive(Debug, Clone)]
pub(crate) struct ReportHost(Arc<Named>);

#[derive(Debug)]
struct Named {
    workspace_id: Uuid,
    name: String,
}

impl From<ReportDomain> for ReportHost {
    fn from(ReportDomain { workspace_id, name, .. }: ReportDomain) -> Self {
        Self(Arc::new(Named { workspace_id, name }))
    }
}

impl ReportHost {
    /// Returns the workspace whose reports are served.
    pub(crate) fn workspace_id(&self) -> Uuid {
        self.0.workspace_id
    }

    /// Serves a request for this host.
    pub(super) async fn respond(&self, mut request: Request, next: Next) -> Response {
        let is_head = request.method() == Method::HEAD;
        if !(is_head || request.method() == Method::GET) || !is_offered(request.uri().path()) {
            return self.missing(is_head);
        }
        request.extensions_mut().insert(self.clone());
        let mut response = next.run(request).await;
        if response.status() == StatusCode::NOT_FOUND {
            return self.missing(is_head);
        }
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
        // The domain is the agency's: whether it keeps TLS in the future is not decided here.
        headers.remove(header::STRICT_TRANSPORT_SECURITY);
        response
    }

    fn missing(&self, is_head: bool) -> Response {
        let page = page(&self.0.name);
        let mut response = Response::new(if is_head { Body::empty() } else { Body::from(page) });
        *response.status_mut() = StatusCode::NOT_FOUND;
        missing_headers(response.headers_mut());
        response
    }
}

fn missing_headers(headers: &mut HeaderMap) {
    for (name, value) in [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_SECURITY_POLICY, POLICY_OF_MISSING),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("x-robots-tag"), "noindex"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

/// Returns true for paths that lead to a report, if their token is right.
fn is_offered(path: &str) -> bool {
    let token = path.strip_prefix(SHARED_REPORTS).or_else(|| {
        let rest = path.strip_prefix("/api/public/reports/")?;
        Some(rest.strip_suffix("/pdf").unwrap_or(rest))
    });
    match token {
        Some(token) => is_name(token, b"-_"),
        None => path.strip_prefix(ASSETS).is_some_and(|file| is_name(file, b"-_.") && !file.starts_with('.')),
    }
}

/// Returns true for letters, digits and these signs, so that no other layer reads another path.
fn is_name(text: &str, signs: &[u8]) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || signs.contains(&byte))
}

fn page(name: &str) -> String {
    let name = escape::html(name);
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"><meta name=\"robots\" content=\"noindex\"><meta \
         name=\"color-scheme\" content=\"light dark\"><title>Page not found · {name}</title><style>body{{font:1rem/1.5 \
         system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1.5rem}}h1{{font-size:1.5rem;line-height:1.25}}\
         </style></head><body><main><p>{name}</p><h1>Page not found</h1><p>This link has ended or is incomplete. Ask \
         {name} for a new one.</p></main></body></html>"
    )
}

impl Hosting {
    /// Returns the name below the domain of built-in hosting to which a CNAME record of a report domain leads; `None` without a
    /// domain that others can reach.
    pub(crate) fn report_name(&self, token: &str) -> Option<String> {
        self.0.has_domain.then(|| self.own_name(&format!("reports-{token}")))
    }

    /// Checks the DNS records of a report domain, and records the result; a proof also in the audit log, for the member whose
    /// request asked for the check, or otherwise for the first owner. Returns true if it is proved now.
    ///
    /// # Errors
    /// Returns an error if a query fails.
    pub(crate) async fn check_report_domain(
        &self, claim: &ReportDomain, by: Option<(Uuid, &RequestContext)>,
    ) -> Result<bool> {
        let own = self.report_name(&claim.token);
        let found = self.0.names.prove((&claim.host, &claim.token), own.as_deref()).await;
        let result = found.as_ref().copied().map_err(String::as_str);
        let mut tx = self.0.db.begin().await?;
        let is_proved = report::record_domain(&mut tx, claim, result, now()).await? && found.is_ok();
        if is_proved {
            note_proof(&mut tx, claim, by).await?;
        }
        tx.commit().await?;
        Ok(is_proved)
    }
}

/// Creates an entry of the audit log for a report domain that is proved now.
async fn note_proof(tx: &mut Tx, claim: &ReportDomain, by: Option<(Uuid, &RequestContext)>) -> Result<()> {
    let user_id = match by {
        Some((user_id, _)) => Some(user_id),
        None => member::first_owner(&mut *tx, claim.workspace_id).await?,
    };
    let address = by.map(|(_, context)| context.address.to_string());
    let line = NewAudit {
        user_id,
        action: Action::ReportDomainVerified,
        address: address.as_deref().unwrap_or_default(),
        user_agent: by.map_or("motherlode", |(_, context)| &context.user_agent),
        detail: json!({"workspaceId": claim.workspace_id, "host": claim.host}),
    };
    audit::insert(tx, &line, now()).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_reports_and_their_files_are_offered() {
        for path in [
            "/shared/reports/aB-_9",
            "/api/public/reports/abc",
            "/api/public/reports/abc/pdf",
            "/assets/report/index-1a2B.js",
            "/assets/report/inter_latin.woff2",
        ] {
            assert!(is_offered(path), "{path}");
        }
        for path in [
            "",
            "/",
            "/login",
            "/shared/reports",
            "/shared/reports/",
            "/shared/reports/a/b",
            "/shared/reports/..",
            "/shared/reports/a%2Fb",
            "/api/public/reports/",
            "/api/public/reports/pdf/",
            "/api/public/reports/a/pdf/pdf",
            "/api/api/public/reports/abc",
            "/api/reports",
            "/assets/index-1.js",
            "/assets/report/",
            "/assets/report/../index.js",
            "/assets/report/.gitkeep",
            "/assets/report/a/b.js",
            "//shared/reports/abc",
            "/index.html",
            "/shared.html",
            "/favicon.svg",
            "/manifest.webmanifest",
            "/metrics",
            "/healthz",
            "/ws",
            "/internal/tls-ask",
        ] {
            assert!(!is_offered(path), "{path}");
        }
    }

    #[test]
    fn name_of_the_agency_is_escaped() {
        let text = page("A & <b>\"Sons\"</b>");
        assert!(text.contains("A &amp; &lt;b&gt;") && !text.contains("<b>"), "{text}");
    }
}
