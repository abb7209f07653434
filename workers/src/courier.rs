//! Sends due webhook deliveries. Each worker has a courier; a delivery belongs to the courier that claimed it, so a killed
//! worker delays only its own deliveries, which are retried. A receiver that answers slowly delays nobody else: each delivery ends
//! on its own, and a webhook has few at the same time.

use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, Instant},
};

use chrono::{DateTime, Utc};
use net::addresses::AddressGuard;
use reqwest::{Client, header};
use shared::{
    config::{Backends, Secret},
    domain::{
        notification::{NewNotification, NotificationKind},
        now,
        webhook::{Attempt, Delivery, Webhook},
    },
    events,
    store::{Result, Tx, event, lead, member, notification, webhook, workspace},
    vault::Vault,
    webhooks::{
        DISABLE_AFTER, EVENT_HEADER, ID_HEADER, Message, SIGNATURE_HEADER, SigningSecret, address, message,
        next_attempt,
    },
};
use tokio::{sync::Semaphore, task::JoinSet};
use tokio_util::sync::CancellationToken;
use url::Url;
use uuid::Uuid;

use net::{FetchError, client};

const EVERY: Duration = Duration::from_secs(1);
/// Time limit of a receiver's response.
const PATIENCE: Duration = Duration::from_secs(10);
/// Time after which an attempt without a result is repeated.
const HELD: chrono::Duration = chrono::Duration::minutes(2);
/// Maximum number of concurrent deliveries, and of those to one webhook.
const AT_ONCE: i64 = 128;
const AT_ONCE_EACH: usize = 4;
/// Maximum characters of a stored error.
const ERROR_CHARS: usize = 300;

/// Sends due deliveries until `stop`.
pub(crate) async fn serve(backends: Backends, guard: AddressGuard, secret: Option<Secret>, stop: CancellationToken) {
    let Some(secret) = secret else {
        tracing::info!("this worker sends no webhooks: it was not given the installation's secret (MOTHERLODE_SECRET)");
        return;
    };
    let client = match client::build(&guard) {
        Ok(client) => client,
        Err(error) => {
            tracing::error!(%error, "no webhooks are sent");
            return;
        }
    };
    let vault = Vault::new(&secret);
    let courier = Arc::new(Courier { backends, guard, secret, vault, client });
    stop.run_until_cancelled(deliver_all(&courier)).await;
}

/// Starts deliveries as they are due, without end. What is under way is dropped with it.
async fn deliver_all(courier: &Arc<Courier>) {
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let (mut sending, mut turns) = (JoinSet::new(), HashMap::new());
    loop {
        let ended = tokio::select! {
            _ = ticks.tick() => Ok(Ok(())),
            Some(ended) = sending.join_next() => ended,
        };
        let started = courier.start_due(&mut sending, &mut turns).await;
        let ended = ended.map_err(|error| error.to_string());
        let ended = ended.and_then(|sent: Result<()>| sent.map_err(|error| error.to_string()));
        if let Err(error) = started.map_err(|error| error.to_string()).and(ended) {
            tracing::warn!(error, "webhooks could not be sent; trying again");
        }
    }
}

struct Courier {
    backends: Backends,
    guard: AddressGuard,
    secret: Secret,
    vault: Vault,
    client: Client,
}

impl Courier {
    /// Starts the deliveries that are due, as far as there is room; `turns` has the room of each webhook.
    async fn start_due(
        self: &Arc<Self>, sending: &mut JoinSet<Result<()>>, turns: &mut HashMap<Uuid, Arc<Semaphore>>,
    ) -> Result<()> {
        turns.retain(|_, turn| turn.available_permits() < AT_ONCE_EACH);
        let room = AT_ONCE.saturating_sub_unsigned(u64::try_from(sending.len()).unwrap_or(u64::MAX));
        if room < 1 {
            return Ok(());
        }
        for delivery in webhook::due(&self.backends.db, now(), room).await? {
            let turn = turns.entry(delivery.webhook_id).or_insert_with(|| Arc::new(Semaphore::new(AT_ONCE_EACH)));
            let Ok(turn) = Arc::clone(turn).try_acquire_owned() else { continue };
            let courier = Arc::clone(self);
            sending.spawn(async move {
                let sent = courier.deliver(&delivery).await;
                drop(turn);
                sent
            });
        }
        Ok(())
    }

    async fn deliver(&self, delivery: &Delivery) -> Result<()> {
        let at = now();
        let claimed = webhook::claim(&self.backends.db, delivery, at, at + HELD).await?;
        let Some((webhook, attempts)) = claimed else { return Ok(()) };
        self.seal(&webhook).await?;
        let attempt = self.attempt(&webhook, delivery, at).await;
        metrics::counter!("motherlode_webhook_attempts_total", "ok" => attempt.error.is_none().to_string())
            .increment(1);
        match &attempt.error {
            None => self.delivered(delivery, &attempt).await,
            Some(_) => self.failed(&webhook, delivery, attempts, &attempt).await,
        }
    }

    /// Encrypts the address of a webhook of an earlier version.
    async fn seal(&self, webhook: &Webhook) -> Result<()> {
        if webhook.sealed_url.is_some() {
            return Ok(());
        }
        let sealed = address::seal(&self.vault, webhook.workspace_id, webhook.id, &webhook.url, rand::random());
        let Ok((shown, sealed)) = sealed else { return Ok(()) };
        webhook::seal(&self.backends.db, webhook, &shown, &sealed).await
    }

    async fn attempt(&self, webhook: &Webhook, delivery: &Delivery, at: DateTime<Utc>) -> Attempt {
        let begun = Instant::now();
        let Ok(address) = webhook.address(&self.vault) else {
            let error = "The stored address cannot be decrypted, because the installation's secret has changed. Create the webhook again.";
            return Attempt { response_code: None, error: Some(error.to_owned()), duration_ms: 0 };
        };
        let sent = tokio::time::timeout(PATIENCE, self.send(webhook, &address, delivery, at)).await;
        let (response_code, error) = match sent {
            Ok(Ok(status)) if (200..300).contains(&status) => (Some(status), None),
            Ok(Ok(status)) => (Some(status), Some(refusal(status))),
            Ok(Err(error)) => (None, Some(error.to_string().chars().take(ERROR_CHARS).collect())),
            Err(_) => (None, Some(format!("The receiver took longer than {} s to answer.", PATIENCE.as_secs()))),
        };
        Attempt { response_code, error, duration_ms: i64::try_from(begun.elapsed().as_millis()).unwrap_or(i64::MAX) }
    }

    /// Sends one request; returns the status of the response and ignores its body.
    async fn send(
        &self, webhook: &Webhook, address: &str, delivery: &Delivery, at: DateTime<Utc>,
    ) -> std::result::Result<i32, FetchError> {
        let url = Url::parse(address).map_err(|_| FetchError::Unknown(webhook.shown_url()))?;
        self.guard.check(&url)?;
        let Message { url, body } = message(url, &delivery.body);
        let body = body.into_bytes();
        let secret = SigningSecret::derive(&self.secret, &webhook.nonce);
        let request = self
            .client
            .post(url.clone())
            .header(header::CONTENT_TYPE, "application/json")
            .header(ID_HEADER, delivery.id.to_string())
            .header(EVENT_HEADER, &delivery.event)
            .header(SIGNATURE_HEADER, secret.sign(at.timestamp(), &body))
            .body(body);
        let response = request.send().await.map_err(|error| FetchError::of(&url, &error))?;
        Ok(i32::from(response.status().as_u16()))
    }

    async fn delivered(&self, delivery: &Delivery, attempt: &Attempt) -> Result<()> {
        let mut tx = self.backends.db.begin().await?;
        webhook::mark_delivered(&mut tx, delivery, attempt, now()).await?;
        tx.commit().await
    }

    async fn failed(&self, webhook: &Webhook, delivery: &Delivery, attempts: i32, attempt: &Attempt) -> Result<()> {
        let at = now();
        let next_at = next_attempt(attempts, rand::random(), at);
        let members = match next_at {
            Some(_) => Vec::new(),
            None => member::list(&self.backends.db, webhook.workspace_id).await?,
        };
        let mut tx = self.backends.db.begin().await?;
        if next_at.is_none() {
            // Before the rows that it changes, like whoever routes leads.
            workspace::lock(&mut tx, webhook.workspace_id).await?;
        }
        let failures = webhook::mark_failed(&mut tx, delivery, attempt, next_at, at).await?;
        let mut stored = Vec::new();
        if next_at.is_none() {
            let members: Vec<_> = members.into_iter().map(|member| member.user_id).collect();
            stored = give_up(&mut tx, webhook, &members, (attempt, failures), at).await?;
        }
        tx.commit().await?;
        events::publish_stored(&self.backends.bus, stored);
        Ok(())
    }
}

/// Ends a delivery without attempts left: takes its lead back, disables a webhook that only fails, and notifies the members of
/// the workspace.
async fn give_up(
    tx: &mut Tx, of: &Webhook, members: &[uuid::Uuid], (attempt, failures): (&Attempt, i32), at: DateTime<Utc>,
) -> Result<Vec<event::StoredEvent>> {
    let last = attempt.error.as_deref().unwrap_or_default();
    let reason = format!("{failures} attempts failed, one after another. The last: {last}");
    let is_disabled = failures >= DISABLE_AFTER && webhook::disable(tx, of.id, &reason, at).await?;
    let mut raised = lead::take_back(tx, (of.workspace_id, of.id), at, at).await?;
    let leads = match raised.len() {
        0 if !is_disabled => return Ok(Vec::new()),
        0 => String::new(),
        1 => " One lead waits for a buyer again.".to_owned(),
        many => format!(" {many} leads wait for a buyer again."),
    };
    let title = if is_disabled { "Webhook disabled" } else { "Lead not delivered" };
    let message = format!("{}: {reason}{leads}", of.shown_url());
    let new = NewNotification::new(NotificationKind::Webhook, "error", title, message)
        .about("webhook", of.id, "/settings?tab=webhooks")
        .within(of.workspace_id);
    for user_id in members {
        raised.push(notification::insert(tx, *user_id, &new, at).await?);
    }
    event::append(tx, &raised, at).await
}

fn refusal(status: i32) -> String {
    if (300..400).contains(&status) {
        return format!("The receiver answered {status}. Redirects are not followed: set the final address.");
    }
    format!("The receiver answered {status}.")
}
