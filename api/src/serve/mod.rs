//! Listeners and graceful shutdown.

mod body;
mod connections;
mod stream;

use std::{convert::Infallible, io, io::Write, net::SocketAddr, pin::pin, sync::Arc, time::Duration};

use axum::{Router, body::Body, extract::ConnectInfo, http::StatusCode, response::Response};
use hyper::{Request, body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use shared::{
    config::{ApiSettings, Backends, ClientLimits},
    telemetry::Metrics,
};
use tokio::{
    net::{TcpListener, TcpStream},
    task::JoinSet,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::ServiceExt;

use crate::{layer::context::LocalAddress, live::Live, router, state::AppState};
use body::{Answered, Timed};
use connections::{Connections, Full};
use stream::{Activity, Limited};

/// Maximum time for running requests to finish during shutdown.
const GRACE: Duration = Duration::from_secs(10);
/// Maximum bytes of the head of a request.
const HEAD_BYTES: usize = 64 * 1024;
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
    let connections = Connections::new(&state.settings);
    let endpoint = |router| Endpoint::new(router, connections.clone(), state.settings.limits.clone(), stop.clone());
    listeners.spawn(open(main, endpoint(router::main_router(&state, &live))));
    if let Some(listener) = live_listener {
        listeners.spawn(open(listener, endpoint(router::live_router(&state, &live))));
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

/// How the connections of a listener are served; cheap to clone.
#[derive(Clone)]
struct Endpoint {
    protocol: http1::Builder,
    router: Router,
    connections: Connections,
    limits: ClientLimits,
    stop: CancellationToken,
}

impl Endpoint {
    fn new(router: Router, connections: Connections, limits: ClientLimits, stop: CancellationToken) -> Self {
        let mut protocol = http1::Builder::new();
        // hyper's limit includes the time between two requests; the stream has the shorter one of a head.
        protocol.timer(TokioTimer::new()).header_read_timeout(limits.idle.max(limits.head)).max_buf_size(HEAD_BYTES);
        Self { protocol, router, connections, limits, stop }
    }
}

/// Accepts connections until `stop` is cancelled, then waits for running requests.
async fn open(listener: TcpListener, endpoint: Endpoint) -> io::Result<()> {
    let tasks = TaskTracker::new();
    loop {
        let (stream, peer) = tokio::select! {
            () = endpoint.stop.cancelled() => break,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    pause(&error).await;
                    continue;
                }
            },
        };
        match endpoint.connections.take(peer.ip()) {
            Ok(slot) => {
                tasks.spawn(serve_connection(endpoint.clone(), stream, peer, Arc::new(Activity::new(slot))));
            }
            Err(full) => refuse(stream, full),
        }
    }
    drop(listener);
    tasks.close();
    tasks.wait().await;
    Ok(())
}

/// Refuses a connection with a short answer, which its client may not read.
fn refuse(stream: TcpStream, full: Full) {
    let (status, reason) = match full {
        Full::Address => ("429 Too Many Requests", "address"),
        Full::All => ("503 Service Unavailable", "all"),
    };
    metrics::counter!("motherlode_connections_refused_total", "reason" => reason).increment(1);
    let answer = format!("HTTP/1.1 {status}\r\nConnection: close\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n");
    let sent = stream.into_std().and_then(|mut stream| stream.write_all(answer.as_bytes()));
    if let Err(error) = sent {
        tracing::debug!(%error, "a refused client did not take the answer");
    }
}

/// Serves a connection until the client closes it, it has to make room or, during shutdown, its running request ends.
async fn serve_connection(endpoint: Endpoint, stream: TcpStream, peer: SocketAddr, activity: Arc<Activity>) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection keeps small packets back");
    }
    let local = stream.local_addr().map(|local| LocalAddress(local.ip())).ok();
    let stream = TokioIo::new(Limited::new(stream, activity.clone(), &endpoint.limits));
    let service = service_fn(|mut request: Request<Incoming>| {
        activity.begin();
        request.extensions_mut().insert(ConnectInfo(peer));
        if let Some(local) = local {
            request.extensions_mut().insert(local);
        }
        answer(endpoint.router.clone(), request.map(|body| Timed::new(body, endpoint.limits.body)), activity.clone())
    });
    let mut connection = pin!(endpoint.protocol.serve_connection(stream, service).with_upgrades());
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = activity.slot().evicted() => return,
        () = endpoint.stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection broke");
    }
}

/// Answers a request. After an upgrade the connection stays busy.
async fn answer(router: Router, request: Request<Timed>, activity: Arc<Activity>) -> Result<Response, Infallible> {
    let response = router.oneshot(request.map(Body::new)).await?;
    if response.status() == StatusCode::SWITCHING_PROTOCOLS {
        return Ok(response);
    }
    Ok(response.map(|body| Body::new(Answered::new(body, activity))))
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
    if matches!(shared::store::user::none_yet(&state.db).await, Ok(true)) {
        tracing::warn!("Setup code for the first account: {}", state.setup_code);
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
