//! Tests whether the form of a site reaches this server from where visitors send it.

use std::time::Duration;

use gate::FormReach;
use net::addresses::AddressGuard;
use tokio_util::sync::CancellationToken;

/// Longest time of a test.
const TIME: Duration = Duration::from_secs(10);
/// Pauses before further tests of an address at which nothing answers: the server may be starting again.
const PAUSES: [Duration; 4] =
    [Duration::from_millis(500), Duration::from_secs(1), Duration::from_secs(2), Duration::from_secs(4)];
/// Maximum number of bytes of the answer that are read.
const MOST_BYTES: usize = 64 << 10;

/// Sends an empty form to the public address of a form. The server refuses it because it has neither an email address nor a
/// telephone number, and stores nothing: an answer that names these fields comes from the form itself.
pub(super) async fn test(address: &str, stop: &CancellationToken) -> FormReach {
    tokio::select! {
        () = stop.cancelled() => FormReach::Untested,
        tested = again(address) => tested.map_or_else(|fault| FormReach::Failed(fault.reason), |()| FormReach::Reached),
    }
}

/// Why a form was not reached.
struct Fault {
    reason: String,
    /// Whether nothing answered at the address, which may be over in a moment.
    is_silent: bool,
}

/// Asks until something answers, or after the last pause.
async fn again(address: &str) -> Result<(), Fault> {
    for pause in PAUSES {
        match timed(address).await {
            Err(fault) if fault.is_silent => tokio::time::sleep(pause).await,
            done => return done,
        }
    }
    timed(address).await
}

async fn timed(address: &str) -> Result<(), Fault> {
    let late = || Fault { reason: format!("{address} did not answer within 10 seconds"), is_silent: false };
    tokio::time::timeout(TIME, ask(address)).await.unwrap_or_else(|_| Err(late()))
}

async fn ask(address: &str) -> Result<(), Fault> {
    let other = |reason: String| Fault { reason, is_silent: false };
    // The operator chose the address, which may be on this machine.
    let all = ["0.0.0.0/0", "::/0"].iter().filter_map(|range| range.parse().ok()).collect();
    let client = net::client::build(&AddressGuard::allowing(all)).map_err(|error| other(error.to_string()))?;
    let sent = client.post(address).header("content-type", "application/json").body("{}").send().await;
    let mut answer = sent.map_err(|error| Fault {
        is_silent: error.is_connect() || error.is_request(),
        reason: format!("{address} cannot be reached: {}", error.without_url()),
    })?;
    let status = answer.status();
    let mut body = Vec::new();
    while let Some(part) = answer.chunk().await.map_err(|error| other(error.without_url().to_string()))? {
        body.extend_from_slice(&part);
        if body.len() > MOST_BYTES {
            break;
        }
    }
    let text = String::from_utf8_lossy(&body);
    if status.is_client_error() && text.contains("/email") && text.contains("/consent") {
        return Ok(());
    }
    // A proxy answers for a server that is starting.
    let is_silent = matches!(status.as_u16(), 502..=504);
    Err(Fault {
        reason: format!("{address} answered with status {} and not as a lead form", status.as_u16()),
        is_silent,
    })
}

#[cfg(test)]
mod tests {
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpListener,
    };

    use super::*;

    /// Answers each request at a port with these bytes.
    async fn answer(listener: TcpListener, response: &'static str) {
        while let Ok((mut socket, _)) = listener.accept().await {
            let mut request = [0; 4096];
            let _ = socket.read(&mut request).await;
            let _ = socket.write_all(response.as_bytes()).await;
        }
    }

    const FORM: &str =
        "HTTP/1.1 422 Unprocessable Content\r\ncontent-length: 17\r\nconnection: close\r\n\r\n[/email /consent]";

    #[tokio::test]
    async fn server_that_is_starting_is_asked_again() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        drop(listener);
        let started = tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(700)).await;
            answer(TcpListener::bind(address).await.expect("the port"), FORM).await;
        });
        let reached = test(&format!("http://{address}/f/x"), &CancellationToken::new()).await;
        started.abort();
        assert!(matches!(reached, FormReach::Reached), "{reached:?}");
    }

    #[tokio::test]
    async fn another_page_at_the_address_is_no_form_at_once() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let other = "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
        let server = tokio::spawn(answer(listener, other));
        let begun = std::time::Instant::now();
        let reached = test(&format!("http://{address}/f/x"), &CancellationToken::new()).await;
        server.abort();
        let FormReach::Failed(reason) = reached else { panic!("{reached:?}") };
        assert!(reason.contains("status 404") && begun.elapsed() < PAUSES[3], "{reason}");
    }
}
