//! Channel 2: Socket.IO, for `socket.io-client` 4, WebSocket or polling first.
//!
//! Every event of a client is acknowledged with `{success, message?}`. The library's rooms are not used: all events
//! come over the bus, so replicas need no adapter.

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
