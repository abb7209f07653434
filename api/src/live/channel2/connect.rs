//! Connecting and disconnecting.

use std::{fmt, sync::Arc};

use axum::Router;
use serde::Deserialize;
use socketioxide::{
    ParserConfig, SocketIo,
    extract::{SocketRef, State, TryData},
    handler::ConnectHandler,
};

use super::{
    System,
    inbox::{self, Inbox, Messages, Queued},
    requests::Requests,
    wire::SocketWire,
};
use crate::{
    layer::context::RequestContext,
    live::{
        authenticate,
        close::Close,
        handshakes::SocketSession,
        hub::{Hub, Kind, Seat},
        limits::{MESSAGE_BYTES, OUTBOX, PING_EVERY},
        outlet::Wire,
        token_claims::TokenClaims,
    },
    state::AppState,
};

/// Dependencies of the handlers.
#[derive(Debug, Clone)]
pub(in crate::live) struct Context {
    pub(in crate::live) state: AppState,
    pub(in crate::live) hub: Hub,
    pub(in crate::live) system: System,
}

/// Data that a client sends when it connects.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Auth {
    token: String,
    /// Last event seen by the client.
    since: Option<i64>,
}

/// An authenticated connection before it is registered with the hub.
#[derive(Debug, Clone)]
struct Admitted {
    seat: Arc<Seat>,
    pass: TokenClaims,
    since: Option<i64>,
    messages: Messages,
}

/// Reason why a connection is refused; the client finds the text in its `connect_error`.
#[derive(Debug)]
struct Refused(Close);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.reason())
    }
}

/// Returns the router of `/socket.io/`, and the handle that closes all its connections.
pub(in crate::live) fn service(context: Context) -> (Router, SocketIo) {
    let within = context.state.settings.limits.authenticate;
    let (service, io) = SocketIo::builder()
        .with_state(context)
        .with_parser(ParserConfig::common().max_incoming_binaries(4).max_incoming_binary_buf_size(MESSAGE_BYTES))
        .ping_interval(PING_EVERY)
        .ping_timeout(PING_EVERY / 2)
        .connect_timeout(within)
        .max_buffer_size(OUTBOX * 2)
        .max_payload(MESSAGE_BYTES as u64)
        .ws_max_message_size(MESSAGE_BYTES)
        .ws_max_frame_size(MESSAGE_BYTES)
        .ws_read_buffer_size(2 * 1024)
        .build_svc();
    io.ns("/", connected.with(admit));
    let router = Router::new().route_service("/socket.io", service.clone()).route_service("/socket.io/", service);
    (router, io)
}

async fn admit(socket: SocketRef, TryData(auth): TryData<Auth>, State(context): State<Context>) -> Result<(), Refused> {
    let Auth { token, since } = auth.unwrap_or_default();
    let pass = authenticate::admit(&context.state, &token).await.map_err(Refused)?;
    let address = socket.req_parts().extensions.get::<RequestContext>().map(|request| request.address);
    let address = address.ok_or(Refused(Close::TryAgainLater))?;
    let seat = context.hub.seat(pass.user_id, address, Kind::Socket).map_err(Refused)?;
    if let Some(session) = socket.req_parts().extensions.get::<Arc<SocketSession>>() {
        session.authenticated();
    }
    let (inbox, messages) = Inbox::new();
    socket.extensions.insert(Admitted { seat: Arc::new(seat), pass, since, messages: messages.into() });
    receive(&socket, inbox);
    Ok(())
}

/// Queues the client's messages in its inbox. Registered before the connect acknowledgement, because a client may send
/// as soon as it has that, and messages without a handler would be lost.
fn receive(socket: &SocketRef, inbox: Inbox) {
    socket.extensions.insert(inbox);
    socket.on_fallback(async |_: Queued| {});
    // Closing the inbox ends the task that handles the messages, and unregisters the connection.
    socket.on_disconnect(async |socket: SocketRef| {
        socket.extensions.remove::<Inbox>();
    });
}

async fn connected(socket: SocketRef, State(context): State<Context>) {
    let admitted = socket.extensions.remove::<Admitted>();
    let messages = admitted.as_ref().and_then(|admitted| admitted.messages.take());
    let (Some(Admitted { seat, pass, since, .. }), Some(messages)) = (admitted, messages) else {
        // The middleware admits nobody without them.
        let _ = socket.disconnect();
        return;
    };
    let connection = context.hub.connect(seat, pass, Wire::Socket(SocketWire::new(socket)), since);
    tokio::spawn(inbox::serve(Requests::new(context, connection), messages));
}
