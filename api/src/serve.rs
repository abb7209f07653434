//! Listening, and stopping well.

use std::{io, net::SocketAddr, time::Duration};

use axum::Router;
use shared::{
    config::{ApiSettings, Backends},
    telemetry::Metrics,
};
use tokio::{net::TcpListener, task::JoinSet};
use tokio_util::sync::CancellationToken;

use crate::{live::Live, router, state::AppState};

/// How long requests at work may take to end once the server is to stop.
const GRACE: Duration = Duration::from_secs(10);
const UPKEEP_EVERY: Duration = Duration::from_secs(5);

/// Why the API cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Another program has the port.
    #[error("port {port} is in use: stop the program that listens there, or choose another port with {flag}")]
    PortInUse {
        /// Which port.
        port: u16,
        /// The flag that chooses another.
        flag: &'static str,
        /// What the system says.
        #[source]
        source: io::Error,
    },
    /// The system does not let us listen there.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// A listener broke.
    #[error("the listener broke: {0}")]
    Broken(#[from] io::Error),
}

/// Serves both ports until `stop` is cancelled, then lets requests at work end.
///
/// # Errors
/// When a port cannot be had.
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

/// As [`serve`], on listeners that the caller has opened.
///
/// # Errors
/// When a listener breaks.
pub async fn serve_on(
    main: TcpListener, live_listener: Option<TcpListener>, settings: ApiSettings, backends: Backends,
    metrics: Option<Metrics>, stop: CancellationToken,
) -> Result<(), ServeError> {
    let state = AppState::new(settings, backends, metrics, stop.clone());
    announce(&state).await;
    let live = Live::start(&state);
    let mut doors = JoinSet::new();
    doors.spawn(open(main, router::main_door(&state, &live), stop.clone()));
    if let Some(listener) = live_listener {
        doors.spawn(open(listener, router::live_door(&state, &live), stop.clone()));
    }
    let upkeep = tokio::spawn(upkeep(state.clone()));
    let ended = until_stopped(&mut doors, &stop, &live).await;
    upkeep.abort();
    ended
}

async fn bind(address: SocketAddr, flag: &'static str) -> Result<TcpListener, ServeError> {
    TcpListener::bind(address).await.map_err(|source| match source.kind() {
        io::ErrorKind::AddrInUse => ServeError::PortInUse { port: address.port(), flag, source },
        _ => ServeError::Listen { address, source },
    })
}

async fn open(listener: TcpListener, router: Router, stop: CancellationToken) -> io::Result<()> {
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, service).with_graceful_shutdown(stop.cancelled_owned()).await
}

/// Waits for the doors. Live connections never end by themselves, so they are closed once it is time.
async fn until_stopped(
    doors: &mut JoinSet<io::Result<()>>, stop: &CancellationToken, live: &Live,
) -> Result<(), ServeError> {
    tokio::select! {
        () = stop.cancelled() => {}
        Some(ended) = doors.join_next() => return flatten(ended),
    }
    live.close().await;
    let all = async {
        while let Some(ended) = doors.join_next().await {
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
        tracing::warn!("Set-up code for the first account: {code}");
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
