//! Listeners on real ports.

use std::{net::SocketAddr, time::Duration};

use api::ServeError;
use shared::{
    config::{ApiSettings, ClientLimits},
    domain::{
        new_id,
        run::{NewRun, RunKind},
    },
    store::{Db, run},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use tokio_util::sync::CancellationToken;

use crate::world::{embedded, settings};

async fn ask(address: SocketAddr, request: &str) -> String {
    let mut connection = TcpStream::connect(address).await.expect("a connection");
    connection.write_all(request.as_bytes()).await.expect("a request");
    let mut answer = Vec::new();
    connection.read_to_end(&mut answer).await.expect("an answer");
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn both_ports_answer_and_stop_on_request() {
    let (backends, cleanup) = embedded().await;
    backends.db.migrate().await.expect("migrations");
    let main = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let live = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let (main_address, live_address) = (main.local_addr().expect("one"), live.local_addr().expect("one"));
    let stop = CancellationToken::new();
    let db: Db = backends.db.clone();
    let server = tokio::spawn(api::serve_on(main, Some(live), settings(), backends, None, stop.clone()));
    for address in [main_address, live_address] {
        let answer = ask(address, "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    let metrics = ask(main_address, "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").await;
    assert!(metrics.starts_with("HTTP/1.1 404"), "let in from this machine: {metrics}");
    // A client that keeps its connection open does not prevent shutdown.
    let mut idle = TcpStream::connect(main_address).await.expect("a connection");
    idle.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await.expect("a request");
    let mut first = [0; 12];
    idle.read_exact(&mut first).await.expect("an answer");
    stop.cancel();
    let ended = tokio::time::timeout(Duration::from_secs(5), server).await.expect("it stops").expect("no panic");
    assert!(ended.is_ok(), "{ended:?}");
    db.close().await;
    cleanup.run().await;
}

#[tokio::test]
async fn port_in_use_is_reported_with_advice() {
    let (backends, cleanup) = embedded().await;
    backends.db.migrate().await.expect("migrations");
    let taken = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = taken.local_addr().expect("an address").port();
    let settings = ApiSettings { port, live_port: None, ..settings() };
    let error = api::serve(settings, backends, None, CancellationToken::new()).await.expect_err("the port is taken");
    assert!(matches!(error, ServeError::PortInUse { .. }));
    let text = error.to_string();
    assert!(text.starts_with(&format!("port {port} is in use:")) && text.contains("--port"), "{text}");
    cleanup.run().await;
}

#[tokio::test]
async fn metrics_show_requests_by_route_the_queue_and_the_pool() {
    let (backends, cleanup) = embedded().await;
    let db = backends.db.clone();
    db.migrate().await.expect("migrations");
    let (workspace, user) = (new_id(), new_id());
    let probe = NewRun::new(workspace, user, RunKind::Probe, serde_json::json!({}));
    run::insert(&db, &probe).await.expect("a run");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let metrics = shared::telemetry::init_metrics().expect("the first recorder of this process");
    let stop = CancellationToken::new();
    let server = tokio::spawn(api::serve_on(listener, None, settings(), backends, Some(metrics), stop.clone()));
    let get = async |path: &str| {
        ask(address, &format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")).await
    };
    get(&format!("/api/websites/{}?token=hidden", new_id())).await;
    let text = get("/metrics").await;
    for line in [
        "motherlode_http_requests_total{method=\"GET\",route=\"/api/websites/{id}\",status=\"401\"} 1",
        "motherlode_http_request_duration_seconds_count{method=\"GET\",route=\"/api/websites/{id}\",status=\"401\"} 1",
        "motherlode_queue_runs{lane=\"interactive\",status=\"queued\"} 1",
        "motherlode_queue_runs{lane=\"batch\",status=\"queued\"} 0",
        "motherlode_db_pool_connections{state=\"all\"}",
        "motherlode_live_connections{channel=\"1\"} 0",
    ] {
        assert!(text.contains(line), "{line} is not in {text}");
    }
    assert!(!text.contains("hidden"), "{text}");
    stop.cancel();
    server.await.expect("no panic").expect("a clean end");
    db.close().await;
    cleanup.run().await;
}

/// A server with these limits; dropping it stops it.
struct Door {
    address: SocketAddr,
    stop: CancellationToken,
}

impl Drop for Door {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

async fn door(limits: ClientLimits) -> Door {
    let (backends, _folder) = embedded().await;
    backends.db.migrate().await.expect("migrations");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let stop = CancellationToken::new();
    let settings = ApiSettings { limits, ..settings() };
    tokio::spawn(api::serve_on(listener, None, settings, backends, None, stop.clone()));
    Door { address, stop }
}

/// Whether the server ends the connection within five seconds.
async fn is_ended(connection: &mut TcpStream) -> bool {
    let mut rest = Vec::new();
    tokio::time::timeout(Duration::from_secs(5), connection.read_to_end(&mut rest)).await.is_ok()
}

async fn is_answered(address: SocketAddr) -> bool {
    let answer = ask(address, "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    tokio::time::timeout(Duration::from_secs(2), answer).await.is_ok_and(|answer| answer.starts_with("HTTP/1.1 200"))
}

#[tokio::test]
async fn half_sent_request_is_ended_in_time() {
    let door = door(ClientLimits { head: Duration::from_millis(200), ..ClientLimits::default() }).await;
    let mut silent = TcpStream::connect(door.address).await.expect("a connection");
    let mut half = TcpStream::connect(door.address).await.expect("a connection");
    half.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n").await.expect("a request");
    // One byte at a time does not extend the limit.
    let mut slow = TcpStream::connect(door.address).await.expect("a connection");
    let drip = async {
        while slow.write_all(b"x").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    assert!(tokio::time::timeout(Duration::from_secs(5), drip).await.is_ok());
    assert!(is_ended(&mut silent).await && is_ended(&mut half).await);
    // The time between two requests has another limit.
    let mut idle = TcpStream::connect(door.address).await.expect("a connection");
    let mut first = [0; 12];
    for _ in 0..2 {
        idle.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await.expect("a request");
        idle.read_exact(&mut first).await.expect("an answer");
        tokio::time::sleep(Duration::from_millis(400)).await;
    }
    idle.write_all(b"GET /hea").await.expect("half a request");
    assert!(is_ended(&mut idle).await, "the second half never came");
}

#[tokio::test]
async fn idle_connection_is_ended_in_time() {
    let (head, idle) = (Duration::from_millis(100), Duration::from_millis(400));
    let door = door(ClientLimits { head, idle, ..ClientLimits::default() }).await;
    let mut client = TcpStream::connect(door.address).await.expect("a connection");
    client.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await.expect("a request");
    assert!(is_ended(&mut client).await);
}

#[tokio::test]
async fn connections_without_requests_shut_nobody_out() {
    let door = door(ClientLimits { connections: 20, ..ClientLimits::default() }).await;
    let mut silent = Vec::new();
    for _ in 0..60 {
        let mut connection = TcpStream::connect(door.address).await.expect("a connection");
        connection.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n").await.expect("half a request");
        silent.push(connection);
    }
    for _ in 0..5 {
        assert!(is_answered(door.address).await);
    }
    assert!(is_ended(&mut silent[0]).await, "the oldest made room");
}

#[tokio::test]
async fn reader_that_never_reads_is_ended_in_time() {
    let door = door(ClientLimits { write: Duration::from_millis(300), ..ClientLimits::default() }).await;
    let client = TcpStream::connect(door.address).await.expect("a connection");
    let request = b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let flood = async {
        loop {
            client.writable().await.expect("a socket");
            match client.try_write(request) {
                Ok(_) => tokio::time::sleep(Duration::from_millis(1)).await,
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                Err(_) => return,
            }
        }
    };
    assert!(tokio::time::timeout(Duration::from_secs(20), flood).await.is_ok(), "it is still held");
}

#[tokio::test]
async fn half_sent_body_is_ended_in_time() {
    let door = door(ClientLimits { body: Duration::from_millis(200), ..ClientLimits::default() }).await;
    let mut client = TcpStream::connect(door.address).await.expect("a connection");
    let head = "POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{";
    client.write_all(head.as_bytes()).await.expect("half a request");
    assert!(is_ended(&mut client).await);
}
