//! Upgrade of an HTTP request to a connection.

use axum::{
    extract::{State, WebSocketUpgrade, ws::rejection::WebSocketUpgradeRejection},
    http::Uri,
    response::{IntoResponse, Response},
};
use serde::Deserialize;

use super::{connection, refuse::refuse};
use crate::{
    error::ApiError,
    layer::context::RequestContext,
    live::{
        authenticate,
        close::Close,
        handshakes::Handshakes,
        hub::{Hub, Kind},
        limits::TRANSPORT_BYTES,
    },
    state::AppState,
    uri,
};

/// Query parameters of a connection.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Parameters {
    /// Access token.
    token: String,
    /// Last event seen by the client.
    since: Option<i64>,
    /// Initial channels, separated by commas.
    channels: String,
}

/// Accepts a connection. Browsers do not expose the status of a rejected upgrade, so an invalid token is answered by a
/// close frame.
pub(crate) async fn handler(
    State((state, hub, handshakes)): State<(AppState, Hub, Handshakes)>, context: RequestContext, uri: Uri,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    if uri.path_and_query().is_some_and(|address| address.as_str().len() > uri::MAX_CHARS) {
        return ApiError::UriTooLong.into_response();
    }
    let Ok(upgrade) = upgrade else { return ApiError::NotASocket.into_response() };
    let Ok(parameters) = serde_urlencoded::from_str::<Parameters>(uri.query().unwrap_or_default()) else {
        return ApiError::invalid("/since", "must be the id of an event: a whole number").into_response();
    };
    let waiting = match handshakes.enter(context.address) {
        Ok(waiting) => waiting,
        Err(error) => return error.into_response(),
    };
    let upgrade = upgrade
        .read_buffer_size(2 * 1024)
        .write_buffer_size(0)
        .max_write_buffer_size(16 * 1024 * 1024)
        .max_message_size(TRANSPORT_BYTES)
        .max_frame_size(TRANSPORT_BYTES);
    upgrade.on_upgrade(move |socket| async move {
        let admitted = tokio::time::timeout(handshakes.within, admit(&state, &hub, &context, &parameters)).await;
        match admitted.unwrap_or(Err(Close::TryAgainLater)) {
            Ok((seat, pass)) => {
                drop(waiting);
                let begin = connection::Begin { seat, pass, since: parameters.since, channels: parameters.channels };
                connection::serve(state, hub, socket, begin).await;
            }
            Err(close) => refuse(socket, close).await,
        }
    })
}

async fn admit(
    state: &AppState, hub: &Hub, context: &RequestContext, parameters: &Parameters,
) -> Result<(crate::live::hub::Seat, crate::live::token_claims::TokenClaims), Close> {
    let pass = authenticate::admit(state, &parameters.token).await?;
    let seat = hub.seat(pass.user_id, context.address, Kind::Plain)?;
    Ok((seat, pass))
}
