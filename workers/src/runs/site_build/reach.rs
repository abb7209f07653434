//! Tests whether the form of a site reaches this server from where visitors send it.

use std::time::Duration;

use gate::FormReach;
use net::addresses::AddressGuard;
use tokio_util::sync::CancellationToken;

/// Longest time of a test.
const TIME: Duration = Duration::from_secs(10);
/// Maximum number of bytes of the answer that are read.
const MOST_BYTES: usize = 64 << 10;

/// Sends an empty form to the public address of a form. The server refuses it because it has neither an email address nor a
/// telephone number, and stores nothing: an answer that names these fields comes from the form itself.
pub(super) async fn test(address: &str, stop: &CancellationToken) -> FormReach {
    let asked = async {
        match ask(address).await {
            Ok(()) => FormReach::Reached,
            Err(reason) => FormReach::Failed(reason),
        }
    };
    tokio::select! {
        () = stop.cancelled() => FormReach::Untested,
        done = tokio::time::timeout(TIME, asked) => {
            done.unwrap_or_else(|_| FormReach::Failed(format!("{address} did not answer within 10 seconds")))
        }
    }
}

async fn ask(address: &str) -> Result<(), String> {
    // The operator chose the address, which may be on this machine.
    let all = ["0.0.0.0/0", "::/0"].iter().filter_map(|range| range.parse().ok()).collect();
    let client = net::client::build(&AddressGuard::allowing(all)).map_err(|error| error.to_string())?;
    let sent = client.post(address).header("content-type", "application/json").body("{}").send().await;
    let mut answer = sent.map_err(|error| format!("{address} cannot be reached: {}", error.without_url()))?;
    let status = answer.status();
    let mut body = Vec::new();
    while let Some(part) = answer.chunk().await.map_err(|error| error.without_url().to_string())? {
        body.extend_from_slice(&part);
        if body.len() > MOST_BYTES {
            break;
        }
    }
    let text = String::from_utf8_lossy(&body);
    if status.is_client_error() && text.contains("/email") && text.contains("/consent") {
        return Ok(());
    }
    Err(format!("{address} answered with status {} and not as a lead form", status.as_u16()))
}
