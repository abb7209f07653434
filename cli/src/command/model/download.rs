//! Downloads: streamed, limited in size and hashed.

use std::{path::Path, sync::Arc, time::Duration};

use anyhow::{Context, bail};
use bytes::Bytes;
use reqwest::{Client, Response, StatusCode, header};
use rustls::{ClientConfig, RootCertStore, crypto::ring};
use url::Url;

use super::{
    megabytes,
    progress::Progress,
    sink::{Sink, Written},
};
use crate::out;

const CONNECT: Duration = Duration::from_secs(15);
/// Maximum time without data.
const SILENCE: Duration = Duration::from_secs(60);

/// Creates a client that trusts the built-in roots and those of this machine, such as a company's proxy.
pub(super) fn client() -> anyhow::Result<Client> {
    let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let client = Client::builder()
        .tls_backend_preconfigured(tls)
        .connect_timeout(CONNECT)
        .read_timeout(SILENCE)
        .user_agent(concat!("motherlode/", env!("CARGO_PKG_VERSION")));
    client.build().context("the client for downloads cannot start")
}

/// Returns a URL without its secrets.
pub(super) fn shown(url: &Url) -> Url {
    let mut shown = url.clone();
    let _no_host = (shown.set_username(""), shown.set_password(None));
    shown.set_query(None);
    shown.set_fragment(None);
    shown
}

/// Requests a URL; fails unless the response is successful.
pub(super) async fn open(client: &Client, url: &Url, accept: &str) -> anyhow::Result<Response> {
    let answer = client.get(url.clone()).header(header::ACCEPT, accept).send().await;
    let answer =
        answer.map_err(reqwest::Error::without_url).with_context(|| format!("{} is not reached", shown(url)))?;
    match answer.status() {
        StatusCode::OK => Ok(answer),
        status => bail!("{} answers {status}", shown(url)),
    }
}

/// Downloads a short text; returns it with its final URL.
pub(super) async fn text(client: &Client, url: &Url, accept: &str, most: usize) -> anyhow::Result<(Url, String)> {
    let mut answer = open(client, url, accept).await?;
    let from = answer.url().clone();
    let mut bytes = Vec::new();
    while let Some(piece) = next(&mut answer, url).await? {
        bytes.extend_from_slice(&piece);
        if bytes.len() > most {
            bail!("{} answers with more than {}", shown(url), megabytes(most as u64));
        }
    }
    Ok((from, String::from_utf8_lossy(&bytes).into_owned()))
}

/// Downloads a URL to a new file of at most `most` bytes.
pub(super) async fn file(client: &Client, url: &Url, target: &Path, most: u64) -> anyhow::Result<Written> {
    let mut sink = Sink::create(target, most)?;
    let mut answer = open(client, url, "*/*").await?;
    let total = answer.content_length();
    if total.is_some_and(|total| total > most) {
        bail!("{} holds more than the {} that it may have", shown(url), megabytes(most));
    }
    out::note(format_args!("Downloading {}", shown(url)));
    let mut progress = Progress::new(total);
    while let Some(piece) = next(&mut answer, url).await? {
        sink.take(&piece)?;
        progress.at(sink.bytes());
    }
    sink.finish()
}

async fn next(answer: &mut Response, url: &Url) -> anyhow::Result<Option<Bytes>> {
    let piece = answer.chunk().await.map_err(reqwest::Error::without_url);
    piece.with_context(|| format!("the download of {} broke off", shown(url)))
}
