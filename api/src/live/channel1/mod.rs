//! Channel 1: a plain WebSocket with JSON frames `{type, payload}` in both directions.

mod connection;
mod incoming;
mod execute;
mod refuse;
mod upgrade;

pub(super) use upgrade::handler;
