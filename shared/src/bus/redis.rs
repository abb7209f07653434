//! Topics between processes, over Redis pub/sub.
//!
//! One task sends messages in batches; another owns the subscriber's connection, reconnects it, and notifies every
//! subscriber of the gap.

use std::time::Duration;

use futures::StreamExt;
use redis::{Client, aio::MultiplexedConnection};
use tokio::sync::mpsc;

use super::{
    BusError, Message,
    local::{LocalBus, Subscription},
};

/// Prefix of topic names on the server.
type Prefix = std::sync::Arc<str>;
/// Maximum number of unsent messages; more are dropped, as with a broken connection.
const OUTBOX: usize = 65_536;
/// Messages per round trip.
const AT_ONCE: usize = 512;
const RECONNECT_AFTER: Duration = Duration::from_millis(250);

/// A bus on a Redis server.
#[derive(Debug, Clone)]
pub struct RedisBus {
    client: Client,
    local: LocalBus,
    outbox: mpsc::Sender<(String, Message)>,
    joined: mpsc::UnboundedSender<String>,
    left: mpsc::UnboundedSender<String>,
}

impl RedisBus {
    pub(super) fn start(url: &str, namespace: &str) -> Result<Self, BusError> {
        let prefix: Prefix = format!("{namespace}:bus:").into();
        let client = Client::open(url)?;
        let (outbox, to_send) = mpsc::channel(OUTBOX);
        let (joined, joins) = mpsc::unbounded_channel();
        let (left, leaves) = mpsc::unbounded_channel();
        let local = LocalBus::default();
        tokio::spawn(send(client.clone(), prefix.clone(), to_send));
        tokio::spawn(listen(client.clone(), prefix, local.clone(), joins, leaves));
        Ok(Self { client, local, outbox, joined, left })
    }

    pub(super) fn publish(&self, topic: &str, message: Message) {
        if self.outbox.try_send((topic.to_owned(), message)).is_err() {
            metrics::counter!("motherlode_bus_messages_dropped_total").increment(1);
        }
    }

    pub(super) fn subscribe(&self, topic: &str) -> Subscription {
        let (subscription, first) = self.local.subscribe(topic);
        if first {
            // The subscribing task lives as long as the process.
            let _ = self.joined.send(topic.to_owned());
        }
        subscription.tell_when_last(self.left.clone())
    }

    pub(super) async fn ping(&self) -> Result<(), BusError> {
        let mut connection = connect(&self.client).await?;
        let _: String = redis::cmd("PING").query_async(&mut connection).await?;
        Ok(())
    }
}

async fn connect(client: &Client) -> Result<MultiplexedConnection, redis::RedisError> {
    let config = redis::AsyncConnectionConfig::new()
        .set_connection_timeout(Some(Duration::from_secs(5)))
        .set_response_timeout(Some(Duration::from_secs(10)));
    client.get_multiplexed_async_connection_with_config(&config).await
}

async fn send(client: Client, prefix: Prefix, mut outbox: mpsc::Receiver<(String, Message)>) {
    let mut connection: Option<MultiplexedConnection> = None;
    let mut batch = Vec::with_capacity(AT_ONCE);
    while outbox.recv_many(&mut batch, AT_ONCE).await > 0 {
        let mut pipeline = redis::pipe();
        for (topic, message) in batch.drain(..) {
            pipeline.cmd("PUBLISH").arg(format!("{prefix}{topic}")).arg(message.as_ref()).ignore();
        }
        if connection.is_none() {
            connection = connect(&client).await.ok();
        }
        let sent = match &mut connection {
            Some(open) => pipeline.query_async::<()>(open).await,
            None => Err(redis::RedisError::from(std::io::Error::from(std::io::ErrorKind::NotConnected))),
        };
        if let Err(error) = sent {
            tracing::warn!(%error, "live messages could not be sent; clients read the database instead");
            metrics::counter!("motherlode_bus_messages_dropped_total").increment(1);
            connection = None;
            tokio::time::sleep(RECONNECT_AFTER).await;
        }
    }
}

async fn listen(
    client: Client, prefix: Prefix, local: LocalBus, mut joins: mpsc::UnboundedReceiver<String>,
    mut leaves: mpsc::UnboundedReceiver<String>,
) {
    let mut warned = false;
    loop {
        match listen_once(&client, &prefix, &local, &mut joins, &mut leaves).await {
            Ok(()) => return,
            Err(error) => {
                if !warned {
                    tracing::warn!(%error, "the bus' connection broke; connecting again");
                }
                warned = true;
            }
        }
        tokio::time::sleep(RECONNECT_AFTER).await;
    }
}

/// Serves one connection; returns `Ok` when the bus is dropped.
async fn listen_once(
    client: &Client, prefix: &str, local: &LocalBus, joins: &mut mpsc::UnboundedReceiver<String>,
    leaves: &mut mpsc::UnboundedReceiver<String>,
) -> Result<(), redis::RedisError> {
    let pubsub = tokio::time::timeout(Duration::from_secs(5), client.get_async_pubsub())
        .await
        .map_err(|_| redis::RedisError::from(std::io::Error::from(std::io::ErrorKind::TimedOut)))??;
    let (mut sink, mut stream) = pubsub.split();
    for topic in local.names() {
        sink.subscribe(format!("{prefix}{topic}")).await?;
    }
    local.gap();
    loop {
        tokio::select! {
            message = stream.next() => match message {
                Some(message) => relay(local, prefix, &message),
                None => return Err(std::io::Error::from(std::io::ErrorKind::ConnectionReset).into()),
            },
            topic = joins.recv() => match topic {
                Some(topic) => sink.subscribe(format!("{prefix}{topic}")).await?,
                None => return Ok(()),
            },
            topic = leaves.recv() => match topic {
                // Somebody may have subscribed again in the meantime.
                Some(topic) if !local.names().contains(&topic) => sink.unsubscribe(format!("{prefix}{topic}")).await?,
                Some(_) => {}
                None => return Ok(()),
            },
        }
    }
}

fn relay(local: &LocalBus, prefix: &str, message: &redis::Msg) {
    let topic = message.get_channel_name().strip_prefix(prefix).unwrap_or_default();
    match message.get_payload::<String>() {
        Ok(payload) => local.publish(topic, &payload.into()),
        Err(error) => tracing::warn!(%error, bus.topic = topic, "a message on the bus is not text"),
    }
}
