//! Opens a connection for a run.

use std::sync::Arc;

use providers::{
    Credentials as Keys, Micros, PriceBook, Provider, ProviderError, Secret,
    call::{Caller, Hooks},
    models::Assistant,
    provider::{Access, CredentialKind, TokenPrice},
};
use shared::{
    domain::{
        connection::{Connection, ConnectionStatus},
        price::PriceOverride,
    },
    store::{connection, event, price},
    vault::Credentials,
};
use uuid::Uuid;

use super::{Ledger, google, limits};
use crate::{context::RunContext, error::JobError};

/// A connection with its credentials and a caller that keeps its budget.
#[derive(Debug)]
pub(crate) struct Opened {
    /// Connection.
    pub(crate) connection: Connection,
    /// Provider.
    pub(crate) provider: Provider,
    /// Decrypted credentials.
    pub(crate) credentials: Credentials,
    /// Makes calls.
    pub(crate) caller: Caller,
    /// Prices of the installation.
    pub(crate) prices: PriceBook,
}

impl Opened {
    /// Returns what the provider's client needs to make calls.
    pub(crate) fn access(&self) -> Access {
        let is_google = self.provider.profile().credentials == CredentialKind::OAuth;
        Access {
            caller: self.caller.clone(),
            credentials: self.keys(),
            session: is_google.then(|| Arc::new(google::session(self))),
            prices: self.prices.clone(),
            base: self.connection.base_url.clone(),
        }
    }

    /// Returns a language model of the provider. `price` is what a million tokens of input and of output cost, in
    /// millionths of a dollar, where the price list lacks the model.
    ///
    /// # Errors
    /// Returns [`ProviderError::InvalidField`] if the provider has no language models.
    pub(crate) fn assistant(&self, model: &str, price: (Option<u64>, Option<u64>)) -> Result<Assistant, ProviderError> {
        let mut access = self.access();
        if let (Some(input), Some(output)) = price {
            let price = TokenPrice { input: Micros(input), output: Micros(output) };
            access.prices = access.prices.with_model(self.provider, model, price);
        }
        Assistant::connect(self.provider, &access)
    }

    fn keys(&self) -> Keys {
        match self.provider.profile().credentials {
            CredentialKind::OAuth => Keys::None,
            CredentialKind::LoginPassword => {
                Keys::LoginPassword { login: self.secret("login"), password: self.secret("password") }
            }
            CredentialKind::Key | CredentialKind::OptionalKey => {
                Some(self.secret("key")).filter(|key| !key.is_empty()).map_or(Keys::None, Keys::Key)
            }
        }
    }

    /// Returns a field of the credentials, empty if it is missing.
    pub(crate) fn secret(&self, name: &str) -> Secret {
        Secret::new(self.credentials.get(name).map_or("", |secret| secret.reveal()))
    }
}

/// Opens a connection of the run's workspace.
///
/// # Errors
/// Returns [`JobError::Permanent`] if it was removed or its key must be entered again.
pub(crate) async fn open(context: &RunContext, connection_id: Uuid) -> Result<Opened, JobError> {
    open_within(context, connection_id, None).await
}

/// Opens a connection for a run that must not cost more than a budget in millionths of a dollar, whatever it has spent
/// before and however many attempts a call needs.
///
/// # Errors
/// As for [`open`].
pub(crate) async fn open_within(
    context: &RunContext, connection_id: Uuid, budget_micros: Option<i64>,
) -> Result<Opened, JobError> {
    let workspace_id = context.run.workspace_id;
    let found = connection::find(&context.db, workspace_id, connection_id).await?;
    let connection = found.ok_or_else(|| JobError::permanent("disconnected", "The connection was removed."))?;
    let provider = connection.provider.parse::<Provider>().map_err(|error| JobError::defect(&error))?;
    let credentials = unlock(context, &connection).await?;
    let run = (context.run.id, context.run.attempt);
    let ledger = Ledger::new(context.db.clone(), workspace_id, connection_id, run);
    let ledger = Arc::new(ledger.within(budget_micros));
    let hooks = Hooks {
        purse: Some(ledger.clone()),
        cache: Some(ledger.clone()),
        evidence: Some(ledger),
        limiter: Some(limits::of(connection_id)),
    };
    let caller = Caller::new(context.outside.guard.clone()).map_err(|error| JobError::defect(&error))?;
    let caller = caller.with_hooks(hooks).with_cancel(context.stop());
    let own = price::list(&context.db).await?;
    let prices = PriceBook::overridden(own.iter().map(PriceOverride::parts));
    Ok(Opened { connection, provider, credentials, caller, prices })
}

async fn unlock(context: &RunContext, connection: &Connection) -> Result<Credentials, JobError> {
    let Some(sealed) = &connection.credentials else { return Ok(Credentials::default()) };
    let Some(vault) = &context.vault else {
        let detail = "This worker was not given the installation's secret (MOTHERLODE_SECRET), so it cannot use keys.";
        return Err(JobError::permanent("no-secret", detail));
    };
    match vault.open(connection.workspace_id, connection.id, sealed) {
        Ok(credentials) => Ok(credentials),
        Err(locked) => {
            let detail = "The stored key cannot be decrypted, because the installation's secret has changed. \
                          Enter the key again.";
            let mut tx = context.db.begin().await?;
            let (id, error) = (connection.id, ConnectionStatus::Error);
            let event = connection::set_status(&mut tx, connection.workspace_id, id, error, Some(detail)).await?;
            event::append(&mut tx, &event.into_iter().collect::<Vec<_>>(), shared::domain::now()).await?;
            tx.commit().await?;
            tracing::warn!(connection.id = %id, error = %locked, "a connection cannot be used");
            Err(JobError::permanent("locked", detail))
        }
    }
}
