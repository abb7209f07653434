//! The live hub: what happens is told to whoever may know and is connected, on two channels.
//!
//! The life of an event: it comes over the bus, on the topic of its user or of its workspace; the user's [`feed`]
//! reads it once and sees that none of the kept ones is missing; each connection's [`outlet`] takes it if the client
//! subscribed to where [`channel`] says it goes, and drops a client that does not read. The database stays the
//! truth: a client that was away asks for what it missed by `since`, or reads the tables.
//!
//! To add an event: publish it ([`shared::events`]) under a type that has a beginning in [`channel`]'s table.
//!
//! Nothing here keeps anything, and nothing is told that was not published.

mod authenticate;
mod caller;
mod channel;
mod channel1;
mod channel2;
mod close;
mod feed;
mod feeds;
mod flood;
mod hub;
mod limits;
mod offer;
mod outlet;
mod relayed;
mod reply;
pub(crate) mod schema;
mod status;
mod token_claims;

use axum::{
    Router,
    extract::Request,
    middleware::{Next, from_fn},
    response::{IntoResponse, Response},
    routing::get,
};
use socketioxide::SocketIo;

use crate::{error::ApiError, state::AppState, uri};
use channel2::{Context, System};
use hub::Hub;

/// How long clients may take to hear that the server stops.
const FAREWELL: std::time::Duration = std::time::Duration::from_secs(3);

/// Both live channels.
#[derive(Clone)]
pub struct Live {
    state: AppState,
    hub: Hub,
    sockets: Router,
    io: SocketIo,
}

/// Which port a router is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Port {
    /// The main port.
    Main,
    /// The live port, where channel 1 is at the root too.
    Live,
}

impl Live {
    /// Makes the hub. Its tasks end when the state's `stop` is cancelled.
    #[must_use]
    pub fn start(state: &AppState) -> Self {
        let hub = Hub::new(state.db.clone(), state.bus.clone(), state.stop.clone());
        let context = Context { state: state.clone(), hub: hub.clone(), system: System::default() };
        let (sockets, io) = channel2::service(context);
        Self { state: state.clone(), hub, sockets, io }
    }

    /// Adds the channels to a port's router.
    pub fn mount(&self, router: Router, port: Port) -> Router {
        let plain = get(channel1::handler);
        let mut own = Router::new().route("/ws", plain.clone());
        if port == Port::Live {
            own = own.route("/", plain);
        }
        let own = own.with_state((self.state.clone(), self.hub.clone()));
        let sockets = self.sockets.clone().layer(from_fn(refuse_long_address));
        router.merge(own).merge(sockets)
    }

    /// Ends every connection: the server stops.
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
