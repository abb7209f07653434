//! `motherlode ping`: health check of a container without other programs.

use std::{
    net::{SocketAddr, ToSocketAddrs},
    process::ExitCode,
    time::Duration,
};

use anyhow::{Context, bail};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use url::Url;

use crate::out;
use crate::out::Form;

const PATIENCE: Duration = Duration::from_secs(3);
const MOST_BYTES: u64 = 64 * 1024;

/// An HTTP response.
#[derive(Debug)]
pub(crate) struct Answer {
    /// Status code.
    pub(crate) status: u16,
    /// Body.
    pub(crate) body: String,
}

/// Sends the request; fails unless the status is 200.
pub(crate) async fn run(url: &str, form: Form) -> anyhow::Result<ExitCode> {
    let parsed = Url::parse(url).with_context(|| format!("{url} is no address"))?;
    if parsed.scheme() != "http" {
        bail!("only http:// addresses can be asked");
    }
    let (host, port) = (parsed.host_str().unwrap_or_default(), parsed.port().unwrap_or(80));
    let address = (host.trim_matches(['[', ']']), port).to_socket_addrs().ok().and_then(|mut all| all.next());
    let address = address.with_context(|| format!("{host} is not known"))?;
    let answer = ask(address, parsed.path()).await.with_context(|| format!("{url} does not answer"))?;
    let is_ready = answer.status == 200;
    match form {
        Form::Json => out::json(&json!({ "ok": is_ready, "status": answer.status }))?,
        Form::Text => out::line(format_args!("{url} answers {}", answer.status))?,
    }
    Ok(if is_ready { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Sends a GET request.
pub(crate) async fn ask(address: SocketAddr, path: &str) -> anyhow::Result<Answer> {
    tokio::time::timeout(PATIENCE, exchange(address, path)).await.context("no answer in time")?
}

async fn exchange(address: SocketAddr, path: &str) -> anyhow::Result<Answer> {
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").as_bytes()).await?;
    let mut bytes = Vec::new();
    stream.take(MOST_BYTES).read_to_end(&mut bytes).await?;
    let text = String::from_utf8_lossy(&bytes);
    let status = text.split(' ').nth(1).and_then(|status| status.parse().ok()).context("that is no HTTP server")?;
    let body = text.split_once("\r\n\r\n").map_or("", |(_, body)| body).to_owned();
    Ok(Answer { status, body })
}
