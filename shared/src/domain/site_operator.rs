//! Who runs the sites of a workspace.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// Who runs the sites of a workspace. Empty texts are unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct SiteOperator {
    /// Legal name of the company or person.
    pub legal_name: String,
    /// Name under which it appears, if another one.
    pub brand_name: String,
    /// Email address for visitors.
    pub email: String,
    /// Telephone number.
    pub phone: String,
    /// Postal address, lines divided by line feeds.
    pub postal_address: String,
    /// Postal code of the state, such as `OK`.
    pub state: String,
    /// ISO 3166 code of the country, such as `US`.
    pub country: String,
    /// Email address for questions about personal data.
    pub privacy_email: String,
    /// Name of the person who reviews pages of regulated trades.
    pub reviewer_name: String,
    /// Qualification of the reviewer.
    pub reviewer_credentials: String,
    /// Time of the last change; `None` before the first.
    pub updated_at: Option<DateTime<Utc>>,
}

impl SiteOperator {
    /// Returns the required fields that are empty, such as `legalName`. Without any, sites can be created.
    #[must_use]
    pub fn missing(&self) -> Vec<&'static str> {
        let required =
            [("legalName", &self.legal_name), ("email", &self.email), ("postalAddress", &self.postal_address)];
        required.into_iter().filter(|(_, text)| text.trim().is_empty()).map(|(name, _)| name).collect()
    }

    /// Returns what to enter before sites can be created; `None` if nothing is missing.
    #[must_use]
    pub fn incomplete(&self) -> Option<String> {
        let missing = self.missing();
        if missing.is_empty() {
            return None;
        }
        let words = missing.into_iter().map(|field| match field {
            "legalName" => "the legal name",
            "email" => "the email address",
            _ => "the postal address (or a statement why there is none)",
        });
        let words = words.collect::<Vec<_>>().join(", ");
        Some(format!(
            "Every site names who runs it. Enter {words} under Dominator Pipeline, Operator (PUT /api/site-operator)."
        ))
    }
}
