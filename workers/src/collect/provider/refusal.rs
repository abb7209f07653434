//! What a run does when a provider refuses the credentials of a connection.

use providers::ProviderError;
use shared::{
    domain::{connection::ConnectionStatus, now},
    store::sync,
};
use uuid::Uuid;

use crate::{context::RunContext, error::JobError};

/// Records on the connection that the provider refuses its credentials, and notifies the run's user the first time. Other
/// errors change nothing: a provider also forbids single calls that the account's plan does not include.
///
/// # Errors
/// Returns an error if a query fails.
pub(crate) async fn note(context: &RunContext, connection_id: Uuid, error: &ProviderError) -> Result<(), JobError> {
    let status = match error {
        ProviderError::ExpiredToken => ConnectionStatus::Expired,
        ProviderError::BadKey => ConnectionStatus::Revoked,
        _ => return Ok(()),
    };
    Ok(sync::access_lost(&context.db, &context.run, connection_id, status, &sentence(error), now()).await?)
}

/// Returns an error as a sentence.
pub(crate) fn sentence(error: &ProviderError) -> String {
    let text = error.to_string();
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).chain(['.']).collect()
}
