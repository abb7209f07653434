//! Listeners and graceful shutdown.

use std::{io, net::SocketAddr, pin::pin, time::Duration};

use axum::{Router, body::Body, extract::ConnectInfo};
use hyper::{Request, body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use shared::{
    config::{ApiSettings, Backends},
    telemetry::Metrics,
};
use tokio::{
    net::{TcpListener, TcpStream},
    task::JoinSet,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::ServiceExt;

use crate::{live::Live, router, state::AppState};

/// Maximum time for running requests to finish during shutdown.
const GRACE: Duration = Duration::from_secs(10);
/// Timeout for request headers and for idle connections.
const HEAD: Duration = Duration::from_mins(1);
/// Pause of accepting connections after the system ran out of resources.
const PAUSE: Duration = Duration::from_secs(1);
const UPKEEP_EVERY: Duration = Duration::from_secs(5);

/// Error of serving the API.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The port is used by another program.
    #[error("port {port} is in use: stop the program that listens there, or choose another port with {flag}")]
    PortInUse {
        /// Port.
        port: u16,
        /// Flag that selects another port.
        flag: &'static str,
        /// Error of the system.
        #[source]
        source: io::Error,
    },
    /// The system refuses to listen on the address.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// Address.
        address: SocketAddr,
        /// Error of the system.
        #[source]
        source: io::Error,
    },
    /// A listener failed.
    #[error("the listener broke: {0}")]
    Broken(#[from] io::Error),
}

/// Serves both ports until `stop` is cancelled, then waits for running requests.
/// # Errors
/// Returns an error if a port is not available.
pub async fn serve(
    settings: ApiSettings, backends: Backends, metrics: Option<Metrics>, stop: CancellationToken,
) -> Result<(), ServeError> {
    let main = bind(SocketAddr::new(settings.listen, settings.port), "--port").await?;
    let live = match settings.live_port {
        Some(port) => Some(bind(SocketAddr::new(settings.listen, port), "--live-port").await?),
        None => None,
    };
    serve_on(main, live, settings, backends, metrics, stop).await
}

/// Same as [`serve`], with listeners opened by the caller.
/// # Errors
/// Returns an error if a listener fails.
pub async fn serve_on(
    main: TcpListener, live_listener: Option<TcpListener>, settings: ApiSettings, backends: Backends,
    metrics: Option<Metrics>, stop: CancellationToken,
) -> Result<(), ServeError> {
    let state = AppState::new(settings, backends, metrics, stop.clone());
    announce(&state).await;
    let live = Live::start(&state);
    let mut listeners = JoinSet::new();
    listeners.spawn(open(main, router::main_router(&state, &live), stop.clone(), HEAD));
    if let Some(listener) = live_listener {
        listeners.spawn(open(listener, router::live_router(&state, &live), stop.clone(), HEAD));
    }
    let upkeep = tokio::spawn(upkeep(state.clone()));
    let ended = until_stopped(&mut listeners, &stop, &live).await;
    upkeep.abort();
    ended
}

async fn bind(address: SocketAddr, flag: &'static str) -> Result<TcpListener, ServeError> {
    TcpListener::bind(address).await.map_err(|source| match source.kind() {
        io::ErrorKind::AddrInUse => ServeError::PortInUse { port: address.port(), flag, source },
        _ => ServeError::Listen { address, source },
    })
}

/// Accepts connections until `stop` is cancelled, then waits for running requests.
async fn open(listener: TcpListener, router: Router, stop: CancellationToken, head: Duration) -> io::Result<()> {
    let mut protocol = http1::Builder::new();
    protocol.timer(TokioTimer::new()).header_read_timeout(head);
    let connections = TaskTracker::new();
    loop {
        let (stream, peer) = tokio::select! {
            () = stop.cancelled() => break,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    pause(&error).await;
                    continue;
                }
            },
        };
        connections.spawn(serve_connection(protocol.clone(), stream, peer, router.clone(), stop.clone()));
    }
    drop(listener);
    connections.close();
    connections.wait().await;
    Ok(())
}

/// Serves a connection until the client closes it or, during shutdown, its running request ends.
async fn serve_connection(
    protocol: http1::Builder, stream: TcpStream, peer: SocketAddr, router: Router, stop: CancellationToken,
) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection keeps small packets back");
    }
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request)
    });
    let mut connection = pin!(protocol.serve_connection(TokioIo::new(stream), service).with_upgrades());
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection broke");
    }
}

/// Pauses after errors of the system; errors of a single client are ignored.
async fn pause(error: &io::Error) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    if !matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) {
        tracing::error!(%error, "no connection can be accepted at present");
        tokio::time::sleep(PAUSE).await;
    }
}

/// Waits for the listeners. Live connections never end by themselves, so they are closed after the timeout.
async fn until_stopped(
    listeners: &mut JoinSet<io::Result<()>>, stop: &CancellationToken, live: &Live,
) -> Result<(), ServeError> {
    tokio::select! {
        () = stop.cancelled() => {}
        Some(ended) = listeners.join_next() => return flatten(ended),
    }
    live.close().await;
    let all = async {
        while let Some(ended) = listeners.join_next().await {
            flatten(ended)?;
        }
        Ok(())
    };
    tokio::time::timeout(GRACE, all).await.unwrap_or_else(|_| {
        tracing::warn!("some requests did not end in time and were dropped");
        Ok(())
    })
}

fn flatten(ended: Result<io::Result<()>, tokio::task::JoinError>) -> Result<(), ServeError> {
    Ok(ended.map_err(io::Error::other)??)
}

async fn announce(state: &AppState) {
    let Some(code) = &state.setup_code else { return };
    if matches!(shared::store::user::none_yet(&state.db).await, Ok(true)) {
        tracing::warn!("Setup code for the first account: {code}");
    }
}

async fn upkeep(state: AppState) {
    let mut ticks = tokio::time::interval(UPKEEP_EVERY);
    loop {
        ticks.tick().await;
        if let Some(metrics) = &state.metrics {
            metrics.upkeep();
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    #[tokio::test]
    async fn a_client_that_never_ends_its_request_is_dropped() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let stop = CancellationToken::new();
        let server = tokio::spawn(open(listener, Router::new(), stop.clone(), Duration::from_millis(50)));
        let mut client = TcpStream::connect(address).await.unwrap();
        client.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n").await.unwrap();
        let mut answer = Vec::new();
        let ended = tokio::time::timeout(Duration::from_secs(5), client.read_to_end(&mut answer)).await;
        assert!(ended.is_ok(), "the connection is still open");
        stop.cancel();
        assert!(server.await.unwrap().is_ok());
    }
}
