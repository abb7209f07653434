//! One attempt: sends a request and reads the response within its limits.

use net::{FetchError, addresses::Unfit};
use reqwest::header;

use super::{Charge, Rejection, Request, Response, backoff::retry_after};
use crate::{clock::Clock, error::ProviderError, secret::Redactor};

/// Sends a request and returns the response once its head has arrived.
pub(super) async fn open(client: &reqwest::Client, request: &Request) -> Result<reqwest::Response, Rejection> {
    let builder = request.build(client)?;
    builder.send().await.map_err(|error| network(request, &error))
}

/// Sends a request and reads the whole response.
pub(super) async fn exchange(
    client: &reqwest::Client, request: &Request, clock: &dyn Clock,
) -> Result<Response, Rejection> {
    let response = open(client, request).await?;
    read(response, request, clock).await
}

/// Reads a response that has arrived.
pub(super) async fn read(
    mut response: reqwest::Response, request: &Request, clock: &dyn Clock,
) -> Result<Response, Rejection> {
    let status = response.status().as_u16();
    let received_at = clock.now();
    let asked = response.headers().get(header::RETRY_AFTER).and_then(|value| value.to_str().ok());
    let retry_after = asked.and_then(|value| retry_after(value, received_at));
    let too_large = || Rejection { error: ProviderError::TooLarge { most: request.most_bytes }, charge: None };
    let mut body = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(|error| network(request, &error))? {
        if body.len() + piece.len() > request.most_bytes {
            return Err(too_large());
        }
        body.extend_from_slice(&piece);
    }
    // Of new secrets, one may be the same as before.
    let has_secrets = request.is_private && status < 300;
    let body = if has_secrets { body } else { request.redactor().bytes(&body) };
    Ok(Response { status, body, retry_after, received_at })
}

/// Converts an error of the connection. Only if no connection was made, the provider cannot have charged.
pub(super) fn network(request: &Request, error: &reqwest::Error) -> Rejection {
    let redactor: Redactor = request.redactor();
    let charge = (error.is_connect() || error.is_builder()).then_some(Charge::NONE);
    let error = match FetchError::of(&request.url, error) {
        FetchError::Unfit(unfit) => bad_address(&unfit),
        FetchError::Unknown(_) => ProviderError::Network("no server is known by this name".to_owned()),
        FetchError::Unreachable { reason, .. } => ProviderError::Network(super::short(&redactor.text(&reason))),
        other => ProviderError::Network(super::short(&redactor.text(&other.to_string()))),
    };
    Rejection { error, charge }
}

pub(super) fn bad_address(unfit: &Unfit) -> ProviderError {
    ProviderError::BadAddress(unfit.to_string())
}
