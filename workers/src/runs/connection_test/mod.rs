//! Tests a connection: one call that costs little or nothing.

mod ask;

use providers::{ProviderError, provider::Tested};
use serde::Deserialize;
use serde_json::{Value, json};
use shared::{
    domain::connection::ConnectionStatus,
    store::connection::ConnectionTested,
    vault::{Credentials, Sealed},
};
use uuid::Uuid;

use crate::{
    collect::provider::{Opened, open, refusal::sentence},
    context::RunContext,
    error::JobError,
    runs::done::Done,
};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Asked {
    connection_id: Uuid,
}

/// What a test found.
#[derive(Debug)]
struct Found {
    /// Sentence about the account.
    message: String,
    /// Account, such as its balance or its properties.
    account: Value,
    /// Credentials obtained in place of the previous ones.
    credentials: Option<Credentials>,
}

impl From<Tested> for Found {
    fn from(tested: Tested) -> Self {
        Self { message: tested.message, account: tested.account, credentials: None }
    }
}

pub(crate) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let Asked { connection_id } = context.payload()?;
    let opened = open(context, connection_id).await?;
    // A stored response says nothing about the key.
    let opened = Opened { caller: opened.caller.clone().without_cache(), ..opened };
    context.progress(20, "testing", opened.provider.name());
    let tested = match ask::ask(&opened).await {
        Ok(found) => succeeded(context, &opened, found)?,
        Err(ProviderError::Cancelled) => return Err(JobError::Cancelled),
        Err(error) if error.is_transient() => return Err(JobError::transient(error.kind(), sentence(&error))),
        Err(error) => failed(connection_id, &error),
    };
    let result = json!({"connectionId": connection_id, "status": tested.status, "message": tested.message});
    Ok(Done { result, effects: vec![tested.into()] })
}

fn succeeded(context: &RunContext, opened: &Opened, found: Found) -> Result<ConnectionTested, JobError> {
    let sealed = match &found.credentials {
        Some(credentials) => Some(seal(context, opened, credentials)?),
        None => None,
    };
    Ok(ConnectionTested {
        connection_id: opened.connection.id,
        status: ConnectionStatus::Connected,
        message: Some(found.message),
        account: Some(found.account),
        credentials: sealed,
    })
}

fn seal(context: &RunContext, opened: &Opened, credentials: &Credentials) -> Result<Sealed, JobError> {
    let vault = context.vault.as_ref().ok_or_else(|| JobError::defect(&"a worker without a secret opened a key"))?;
    let (workspace_id, id) = (opened.connection.workspace_id, opened.connection.id);
    vault.seal(workspace_id, id, credentials, rand::random()).map_err(|error| JobError::defect(&error))
}

fn failed(connection_id: Uuid, error: &ProviderError) -> ConnectionTested {
    let status = match error {
        ProviderError::BadKey | ProviderError::Forbidden(_) => ConnectionStatus::Revoked,
        ProviderError::ExpiredToken => ConnectionStatus::Expired,
        _ => ConnectionStatus::Error,
    };
    ConnectionTested { connection_id, status, message: Some(sentence(error)), account: None, credentials: None }
}
