//! The live hub: sends events to connected users with permission, on two channels.
//!
//! Lifecycle of an event: it arrives over the bus, on the topic of its user or workspace; the user's [`feed`] reads it
//! once and detects missing stored events; each connection's [`outlet`] sends it if the client subscribed to its
//! [`channel`], and drops a client that does not read. The database is the source of truth: a client that was
//! disconnected requests missed events by `since`, or reads the tables.
//!
//! To add an event: publish it ([`shared::events`]) under a type with a prefix in [`channel`]'s table.
//!
//! The hub stores nothing, and sends only published events.

mod authenticate;
mod caller;
mod channel;
mod channel1;
mod channel2;
mod close;
mod feed;
mod feeds;
mod flood;
mod handshakes;
mod hub;
mod limits;
mod offer;
mod outlet;
mod relayed;
mod reply;
pub(crate) mod schema;
mod slots;
mod status;
mod token_claims;

use axum::{
    Router,
    extract::Request,
    middleware::{Next, from_fn, from_fn_with_state},
    response::{IntoResponse, Response},
    routing::get,
};
use socketioxide::SocketIo;

use crate::{error::ApiError, state::AppState, uri};
use channel2::{Context, System};
use handshakes::Handshakes;
use hub::Hub;

/// Time for clients to receive the shutdown notice.
const FAREWELL: std::time::Duration = std::time::Duration::from_secs(3);

/// Both live channels.
#[derive(Clone)]
pub struct Live {
    state: AppState,
    hub: Hub,
    handshakes: Handshakes,
    sockets: Router,
    io: SocketIo,
}

/// Port of a router.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Port {
    /// The main port.
    Main,
    /// The live port, on which channel 1 is also at the root.
    Live,
}

impl Live {
    /// Starts the hub. Its tasks end when the state's `stop` is cancelled.
    #[must_use]
    pub fn start(state: &AppState) -> Self {
        let hub = Hub::new(state.db.clone(), state.bus.clone(), state.stop.clone());
        let handshakes = Handshakes::new(&state.settings);
        let context = Context { state: state.clone(), hub: hub.clone(), system: System::default() };
        let (sockets, io) = channel2::service(context);
        let sockets = sockets.layer(from_fn_with_state(handshakes.clone(), handshakes::receive));
        Self { state: state.clone(), hub, handshakes, sockets, io }
    }

    /// Adds the channels to a port's router.
    pub fn mount(&self, router: Router, port: Port) -> Router {
        let plain = get(channel1::handler);
        let mut own = Router::new().route("/ws", plain.clone());
        if port == Port::Live {
            own = own.route("/", plain);
        }
        let own = own.with_state((self.state.clone(), self.hub.clone(), self.handshakes.clone()));
        let sockets = self.sockets.clone().layer(from_fn(refuse_long_address));
        router.merge(own).merge(sockets)
    }

    /// Closes every connection at shutdown.
    pub async fn close(&self) {
        if tokio::time::timeout(FAREWELL, self.io.close()).await.is_err() {
            tracing::warn!("some Socket.IO connections did not end in time");
        }
    }
}

async fn refuse_long_address(request: Request, next: Next) -> Response {
    let length = request.uri().path_and_query().map_or(0, |address| address.as_str().len());
    if length > uri::MAX_CHARS {
        return ApiError::UriTooLong.into_response();
    }
    next.run(request).await
}

impl std::fmt::Debug for Live {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Live").field("hub", &self.hub).finish_non_exhaustive()
    }
}
