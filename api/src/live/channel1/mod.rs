//! Channel 1: a plain WebSocket with JSON frames `{type, payload}` in both directions.

mod connection;
mod execute;
mod incoming;
mod refuse;
mod upgrade;

pub(super) use upgrade::handler;
