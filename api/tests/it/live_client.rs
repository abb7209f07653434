//! Clients of the live channels over real sockets.

use std::{net::SocketAddr, time::Duration};

use api::{live::Live, router, state::AppState};
use axum::Router;
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use shared::{bus::Bus, config::Backends};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream,
    tungstenite::{Error, Message},
};

use crate::world::World;

const PATIENCE: Duration = Duration::from_secs(8);

/// Serves a router on a port of its own until the test's runtime ends.
pub(crate) async fn listen(router: &Router) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let service = router.clone().into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, service).await });
    address
}

/// Another server on the same database, with a bus connection of its own where there is a server between.
pub(crate) async fn replica(world: &World) -> (SocketAddr, Live) {
    let bus = match (&world.state.bus, std::env::var("REDIS_URL_TEST")) {
        (Bus::Redis(_), Ok(url)) => Bus::redis(&url).expect("Redis"),
        (bus, _) => bus.clone(),
    };
    let backends = Backends {
        db: world.state.db.clone(),
        queue: world.state.queue.clone(),
        bus,
        limiter: world.state.limiter.clone(),
        limiter_clock: world.state.limiter_clock,
    };
    let state = AppState::new(world.state.settings.clone(), backends, None, world.state.stop.clone());
    let live = Live::start(&state);
    (listen(&router::main_router(&state, &live)).await, live)
}

/// A WebSocket.
pub(crate) struct Socket(pub(crate) WebSocketStream<MaybeTlsStream<TcpStream>>);

/// What a connection ended with.
pub(crate) type Close = Option<(u16, String)>;

impl Socket {
    pub(crate) async fn open(address: SocketAddr, path: &str) -> Self {
        Self::try_open(address, path).await.expect("an open socket")
    }

    pub(crate) async fn try_open(address: SocketAddr, path: &str) -> Result<Self, Error> {
        tokio_tungstenite::connect_async(format!("ws://{address}{path}")).await.map(|(socket, _)| Self(socket))
    }

    pub(crate) async fn text(&mut self, text: impl Into<String>) {
        self.0.send(Message::text(text.into())).await.expect("a sent message");
    }

    /// The next text, or how the connection ended.
    pub(crate) async fn next_text(&mut self) -> Result<String, Close> {
        loop {
            let next = tokio::time::timeout(PATIENCE, self.0.next()).await.expect("something within the patience");
            match next {
                Some(Ok(Message::Text(text))) => return Ok(text.to_string()),
                Some(Ok(Message::Close(frame))) => {
                    return Err(frame.map(|frame| (frame.code.into(), frame.reason.to_string())));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }
}

/// A client of channel 1.
pub(crate) struct Plain(pub(crate) Socket);

impl Plain {
    /// Connects and waits until the hub knows it.
    pub(crate) async fn connect(address: SocketAddr, token: &str) -> Self {
        Self::connect_with(address, &format!("/ws?token={token}")).await
    }

    pub(crate) async fn connect_with(address: SocketAddr, path: &str) -> Self {
        let mut client = Self(Socket::open(address, path).await);
        client.expect("connected").await;
        client
    }

    pub(crate) async fn say(&mut self, event: &str, payload: Value) {
        self.0.text(json!({"type": event, "payload": payload}).to_string()).await;
    }

    pub(crate) async fn subscribe(&mut self, channel: &str) {
        self.say("subscribe", json!({"channel": channel})).await;
        assert_eq!(self.expect("subscribed").await["payload"]["channel"], json!(channel));
    }

    /// The next frame.
    pub(crate) async fn next(&mut self) -> Value {
        let text = self.0.next_text().await.expect("a frame");
        let frame: Value = serde_json::from_str(&text).expect("JSON");
        assert!(frame["type"].is_string() && frame["timestamp"].is_string(), "{frame}");
        frame
    }

    /// The next frame, which must be of this type.
    pub(crate) async fn expect(&mut self, event: &str) -> Value {
        let frame = self.next().await;
        assert_eq!(frame["type"], json!(event), "{frame}");
        frame
    }

    /// That nothing but the answer to a ping comes: what was to come before it has come.
    pub(crate) async fn expect_nothing(&mut self) {
        tokio::time::sleep(Duration::from_millis(400)).await;
        self.say("ping", json!({"n": 1})).await;
        self.expect("pong").await;
    }

    /// How the connection ends; frames before that are passed over.
    pub(crate) async fn ended(&mut self) -> Close {
        loop {
            if let Err(close) = self.0.next_text().await {
                return close;
            }
        }
    }
}

/// A client of channel 2 over a WebSocket, speaking Engine.IO 4 and Socket.IO 5.
pub(crate) struct Io {
    pub(crate) socket: Socket,
    next_ack: u64,
    /// Events that came while something else was awaited.
    waiting: Vec<Value>,
}

impl Io {
    /// Connects to the namespace; `Err` is the message of the refusal.
    pub(crate) async fn try_connect(address: SocketAddr, auth: &Value) -> Result<Self, String> {
        let mut socket = Socket::open(address, "/socket.io/?EIO=4&transport=websocket").await;
        let open = socket.next_text().await.expect("an open packet");
        assert!(open.starts_with("0{"), "{open}");
        socket.text(format!("40{auth}")).await;
        let mut answer = socket.next_text().await.expect("an answer");
        while answer == "2" {
            socket.text("3").await;
            answer = socket.next_text().await.expect("an answer");
        }
        match answer.strip_prefix("44") {
            Some(refusal) => {
                let refusal: Value = serde_json::from_str(refusal).expect("JSON");
                Err(refusal["message"].as_str().unwrap_or_default().to_owned())
            }
            None => {
                assert!(answer.starts_with("40{"), "{answer}");
                let mut client = Self { socket, next_ack: 0, waiting: Vec::new() };
                client.event("connected").await;
                Ok(client)
            }
        }
    }

    /// Connects and sends a subscription as soon as the connect acknowledgement has come; whether it was acknowledged.
    pub(crate) async fn subscribe_at_once(address: SocketAddr, token: &str) -> bool {
        let mut socket = Socket::open(address, "/socket.io/?EIO=4&transport=websocket").await;
        socket.next_text().await.expect("an open packet");
        socket.text(format!("40{}", json!({"token": token}))).await;
        while !socket.next_text().await.expect("an acknowledgement").starts_with("40{") {}
        socket.text(r#"427["dashboard:subscribe"]"#).await;
        let acknowledged = async { while !socket.next_text().await.is_ok_and(|text| text.starts_with("437[")) {} };
        tokio::time::timeout(Duration::from_secs(5), acknowledged).await.is_ok()
    }

    pub(crate) async fn connect(address: SocketAddr, token: &str) -> Self {
        Self::try_connect(address, &json!({"token": token})).await.expect("a connection")
    }

    /// Sends an event with arguments and waits for its acknowledgement.
    pub(crate) async fn ask(&mut self, event: &str, args: &[Value]) -> Value {
        let ack = self.next_ack;
        self.next_ack += 1;
        self.send(event, args, Some(ack)).await;
        let start = format!("43{ack}");
        loop {
            let packet = self.packet().await;
            if let Some(answer) = packet.strip_prefix(&start) {
                let answer: Vec<Value> = serde_json::from_str(answer).expect("JSON");
                return answer.into_iter().next().unwrap_or_default();
            }
            self.keep(&packet);
        }
    }

    pub(crate) async fn send(&mut self, event: &str, args: &[Value], ack: Option<u64>) {
        let mut data = vec![json!(event)];
        data.extend_from_slice(args);
        let ack = ack.map(|ack| ack.to_string()).unwrap_or_default();
        self.socket.text(format!("42{ack}{}", json!(data))).await;
    }

    /// The arguments of the next event of this name; others are kept.
    pub(crate) async fn event(&mut self, name: &str) -> Vec<Value> {
        loop {
            if let Some(place) = self.waiting.iter().position(|event| event[0] == json!(name)) {
                let event = self.waiting.remove(place);
                return event.as_array().expect("a list")[1..].to_vec();
            }
            let packet = self.packet().await;
            self.keep(&packet);
        }
    }

    /// Names of events that have come and were not asked for.
    pub(crate) async fn others(&mut self) -> Vec<String> {
        tokio::time::sleep(Duration::from_millis(400)).await;
        self.ask("ping", &[json!(1)]).await;
        std::mem::take(&mut self.waiting).iter().filter_map(|event| event[0].as_str().map(str::to_owned)).collect()
    }

    fn keep(&mut self, packet: &str) {
        if let Some(event) = packet.strip_prefix("42") {
            self.waiting.push(serde_json::from_str(event).expect("JSON"));
        }
    }

    async fn packet(&mut self) -> String {
        loop {
            let packet = self.socket.next_text().await.expect("a packet");
            if packet == "2" {
                self.socket.text("3").await;
                continue;
            }
            return packet;
        }
    }
}
