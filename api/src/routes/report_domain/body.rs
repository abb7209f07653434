//! Validation of the report domain in requests.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    error::{ApiError, FieldError, Result},
    routes::sites::domain,
    state::AppState,
};

const NAME_CHARS: usize = 80;

/// A report domain.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ReportDomainInput)]
pub(super) struct Input {
    /// Host name, without `https://` and without a path.
    #[schema(examples("reports.agency.example"))]
    host: String,
    /// Name of the agency, at most 80 characters, for pages that are not found.
    #[schema(examples("Lovelace Media"))]
    name: String,
}

impl Input {
    /// Returns the host name in lower case, in the form that browsers send, and the name; or every field at fault.
    pub(super) fn checked(self, state: &AppState) -> Result<(String, String)> {
        let host = domain(state, &self.host).map_err(|detail| FieldError::new("/host", detail));
        let name = self.name.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_name = (1..=NAME_CHARS).contains(&name.chars().count());
        let wrong = (!is_name).then(|| FieldError::new("/name", "must have 1 to 80 characters"));
        match (host, wrong) {
            (Ok(host), None) => Ok((host, name)),
            (host, wrong) => Err(ApiError::Invalid(host.err().into_iter().chain(wrong).collect())),
        }
    }
}
