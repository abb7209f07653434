//! Browsers that have signed in to an account before. Their sign-ins are counted apart from those of strangers, so an
//! attack on an account does not lock out its owner. The cookie proves only that; it signs nobody in.

use std::net::IpAddr;

use axum::http::HeaderMap;
use data_encoding::HEXLOWER;
use net::addresses::network;
use shared::store::session;
use uuid::Uuid;

use super::{cookie, key::random_token};
use crate::{error::Result, extract::RequestContext, state::AppState};

const PURPOSE: &str = "known device";

/// What is known of the sender of a sign-in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sender {
    /// A browser that has signed in to the account before, with its id.
    Device(String),
    /// An address from which somebody has signed in to the account before.
    Address,
    /// Neither.
    Stranger,
}

/// Returns the cookie's value for a browser that signed in to the account.
#[must_use]
pub fn issue(state: &AppState, user_id: Uuid) -> String {
    let id = random_token();
    format!("{id}.{}", HEXLOWER.encode(&state.keys.derive(PURPOSE, &message(user_id, &id))))
}

/// Determines the sender of a sign-in to the account `user_id`; for an unknown account nobody is known.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn sender(
    state: &AppState, user_id: Option<Uuid>, headers: &HeaderMap, context: &RequestContext,
) -> Result<Sender> {
    let Some(user_id) = user_id else { return Ok(Sender::Stranger) };
    if let Some((id, given)) = cookie::read_device(headers).and_then(|value| value.split_once('.'))
        && is_proved(state, user_id, id, given)
    {
        return Ok(Sender::Device(id.to_owned()));
    }
    let own = network(context.address);
    let known = session::addresses(&state.db, user_id).await?;
    let is_known = known.iter().filter_map(|address| address.parse::<IpAddr>().ok()).any(|known| network(known) == own);
    Ok(if is_known { Sender::Address } else { Sender::Stranger })
}

fn is_proved(state: &AppState, user_id: Uuid, id: &str, given: &str) -> bool {
    let proof = HEXLOWER.decode(given.as_bytes()).unwrap_or_default();
    state.keys.is_derived(PURPOSE, &message(user_id, id), &proof)
}

fn message(user_id: Uuid, id: &str) -> Vec<u8> {
    format!("{user_id} {id}").into_bytes()
}
