//! Reasons why fetching stopped.

use providers::{ProviderError, call::Refusal};
use shared::{
    domain::{connection::ConnectionStatus, now},
    store::{StoreError, sync},
};

use crate::{collect::provider::Opened, context::RunContext, error::JobError};

/// Why fetching stopped.
#[derive(Debug)]
pub(super) enum Stop {
    /// The provider.
    Provider(ProviderError),
    /// Anything else.
    Job(JobError),
}

impl From<ProviderError> for Stop {
    fn from(error: ProviderError) -> Self {
        Self::Provider(error)
    }
}

impl From<JobError> for Stop {
    fn from(error: JobError) -> Self {
        Self::Job(error)
    }
}

impl From<StoreError> for Stop {
    fn from(error: StoreError) -> Self {
        Self::Job(error.into())
    }
}

impl Stop {
    /// Converts to the error of the run. If the provider refuses the connection, its status changes and its user is
    /// notified.
    pub(super) async fn into_error(self, context: &RunContext, opened: &Opened) -> Result<JobError, JobError> {
        let error = match self {
            Self::Job(error) => return Ok(error),
            Self::Provider(ProviderError::Cancelled) => return Ok(JobError::Cancelled),
            Self::Provider(error) => error,
        };
        let detail = sentence(&format!("{}: {error}", opened.provider.name()));
        let status = match &error {
            ProviderError::ExpiredToken => Some(ConnectionStatus::Expired),
            ProviderError::BadKey | ProviderError::Forbidden(_) => Some(ConnectionStatus::Revoked),
            _ => None,
        };
        if let Some(status) = status {
            sync::access_lost(&context.db, &context.run, opened.connection.id, status, &detail, now()).await?;
        }
        Ok(match may_pass(&error) {
            true => JobError::transient(error.kind(), detail),
            false => JobError::permanent(error.kind(), detail),
        })
    }
}

/// Returns true if a later attempt may succeed. A response that is cut off is fetched again.
const fn may_pass(error: &ProviderError) -> bool {
    let is_passing = matches!(
        error,
        ProviderError::Timeout { .. }
            | ProviderError::Unreadable(_)
            | ProviderError::Incomplete(_)
            | ProviderError::Refused(Refusal::Unavailable(_))
    );
    is_passing || error.is_transient()
}

fn sentence(text: &str) -> String {
    format!("{}.", text.trim_end_matches('.'))
}
