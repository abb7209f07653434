//! Ends a connection with a reason.

use axum::extract::ws::{CloseFrame, Message, WebSocket};

use crate::live::{close::Close, limits::WRITE};

/// Says why, waits a moment for the client to hear it, and ends.
pub(super) async fn refuse(mut socket: WebSocket, close: Close) {
    let frame = CloseFrame { code: close.code(), reason: close.reason().into() };
    let farewell = async {
        if socket.send(Message::Close(Some(frame))).await.is_ok() {
            while let Some(Ok(_)) = socket.recv().await {}
        }
    };
    // A client that does not answer is left.
    let _ = tokio::time::timeout(WRITE / 10, farewell).await;
}
