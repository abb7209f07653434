//! Ends a connection with a reason.

use axum::extract::ws::{CloseFrame, Message, WebSocket};

use crate::live::{close::Close, limits::WRITE};

/// Sends a close frame, waits a moment for the client and ends the connection.
pub(super) async fn refuse(mut socket: WebSocket, close: Close) {
    let frame = CloseFrame { code: close.code(), reason: close.reason().into() };
    let farewell = async {
        if socket.send(Message::Close(Some(frame))).await.is_ok() {
            while let Some(Ok(_)) = socket.recv().await {}
        }
    };
    // Does not wait for a client that does not respond.
    let _ = tokio::time::timeout(WRITE / 10, farewell).await;
}
