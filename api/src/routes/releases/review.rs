//! Review of releases, in requests and responses.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use shared::domain::{
    release::{Release, Review},
    site_operator::SiteOperator,
};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, FieldError, Result},
    routes::site_operator,
    state::AppState,
};

/// Maximum number of characters of a name or qualification.
const CHARS: usize = 200;

/// What a person states with an approval. Omitted fields default to the responsible person of the site operator.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = ReviewStatement)]
pub(crate) struct Statement {
    /// Name of the person who reviewed the pages, at most 200 characters.
    #[schema(examples("Jane Doe"))]
    pub(crate) name: Option<String>,
    /// Qualification of that person, at most 200 characters.
    #[schema(examples("licensed attorney in Oklahoma"))]
    pub(crate) credentials: Option<String>,
    /// Must be `true`: the person has reviewed these pages.
    pub(crate) is_confirmed: bool,
}

/// Body of an approval.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = ReleaseApproval)]
pub(crate) struct Approval {
    /// Who reviewed the pages. Regulated trades need it.
    pub(crate) review: Option<Statement>,
}

/// A recorded review of a release.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReleaseReview)]
pub(super) struct ReviewView {
    name: String,
    credentials: String,
    reviewed_at: DateTime<Utc>,
}

impl ReviewView {
    /// Returns the review of a release.
    pub(super) fn of(release: &Release) -> Option<Self> {
        Some(Self {
            name: release.reviewer_name.clone()?,
            credentials: release.reviewer_credentials.clone().unwrap_or_default(),
            reviewed_at: release.reviewed_at?,
        })
    }
}

/// Returns the stated review, or every field at fault.
pub(crate) async fn checked(state: &AppState, workspace_id: Uuid, given: Option<Statement>) -> Result<Option<Review>> {
    let Some(given) = given else { return Ok(None) };
    let operator = site_operator::view::find(state, workspace_id).await?;
    let mut errors = Vec::new();
    let review = read(given, &operator, "/review", &mut errors);
    if errors.is_empty() { Ok(Some(review)) } else { Err(ApiError::Invalid(errors)) }
}

/// Returns a stated review with the defaults of the operator, and adds every field at fault to `errors`.
pub(crate) fn read(given: Statement, operator: &SiteOperator, pointer: &str, errors: &mut Vec<FieldError>) -> Review {
    if !given.is_confirmed {
        let detail = "must be true: somebody has reviewed the pages";
        errors.push(FieldError::new(format!("{pointer}/isConfirmed"), detail));
    }
    let mut text = |given: Option<String>, otherwise: &str, field: &str, what: &str| {
        let text = given.as_deref().unwrap_or(otherwise).split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() || text.chars().count() > CHARS {
            let detail = format!("Enter {what} of the person who reviewed the pages, at most 200 characters.");
            errors.push(FieldError::new(format!("{pointer}/{field}"), detail));
        }
        text
    };
    let name = text(given.name, &operator.reviewer_name, "name", "the name");
    let credentials = text(given.credentials, &operator.reviewer_credentials, "credentials", "the qualification");
    Review { name, credentials }
}

/// Returns the error of an approval that needs a review.
pub(crate) fn missing() -> ApiError {
    let detail = "The trade is regulated: a named person reviews the pages. Approve with 'review': name, credentials and \
                  isConfirmed.";
    ApiError::Conflict(FieldError::new("/review", detail))
}
