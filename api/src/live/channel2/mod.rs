//! Channel 2: Socket.IO, for `socket.io-client` 4, WebSocket or polling first.
//!
//! Every event of a client is acknowledged with `{success, message?}`. Rooms are not those of the library: what a
//! client is told comes over the bus like everything else, so replicas need no adapter among themselves.

mod args;
mod chat;
mod connect;
mod inbox;
mod requests;
mod system;
mod topics;
pub(super) mod wire;

pub(super) use connect::{Context, service};
pub(super) use system::System;
