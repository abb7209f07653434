//! A server of one's own for each case.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
};

use api::{live::Live, router, state::AppState};
use axum::{
    Router,
    body::{Body, Bytes},
    extract::ConnectInfo,
    http::{HeaderMap, Method, Request, StatusCode, header},
};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use shared::{
    bus::Bus,
    config::{ApiSettings, Backends, ClientLimits, Registration, Secret},
    domain::new_id,
    limit::Limiter,
    queue::Queue,
    store::{Db, PgLimits},
};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;
use uuid::Uuid;

use crate::{
    conform,
    databases::{new_postgres, new_sqlite, on_database, sql},
};

/// A password that is long enough.
pub(crate) const PASSWORD: &str = "correct horse";

/// A server with a database of its own.
#[derive(Clone)]
pub(crate) struct World {
    pub(crate) state: AppState,
    pub(crate) main: Router,
    pub(crate) live: Router,
    /// Address of requests by default: different in every world, because rate limits count by address.
    pub(crate) address: IpAddr,
}

pub(crate) enum Cleanup {
    Folder(PathBuf),
    Database { admin: String, name: String },
}

fn server(variable: &str) -> Option<String> {
    let address = std::env::var(variable).ok();
    let is_required = std::env::var("MOTHERLODE_REQUIRE_SERVERS").is_ok_and(|value| value == "1");
    assert!(address.is_some() || !is_required, "{variable} is not set, but MOTHERLODE_REQUIRE_SERVERS=1");
    address
}

/// The settings of most worlds: reached from this machine only.
pub(crate) fn settings() -> ApiSettings {
    ApiSettings {
        listen: IpAddr::V4(Ipv4Addr::LOCALHOST),
        port: 3000,
        live_port: Some(5001),
        public_url: "http://127.0.0.1:3000".to_owned(),
        hosts: Vec::new(),
        ws_url: None,
        secret: Secret::new("a secret for tests alone".to_owned()),
        trusted_proxies: Vec::new(),
        metrics_token: None,
        upload_dir: None,
        web_dir: None,
        sends_mail: false,
        issuer: None,
        google: None,
        outside: shared::config::OutsideSettings::default(),
        registration: Registration::Open,
        limits: ClientLimits::default(),
        workspace: shared::config::WorkspaceLimits::default(),
        sites: shared::config::SiteSettings {
            public_url: Some("http://127.0.0.1:3000".to_owned()),
            ..shared::config::SiteSettings::default()
        },
    }
}

/// Runs a case in the embedded mode, and in the distributed one where its servers are.
pub(crate) async fn on_each<F, Fut>(case: F)
where
    F: Fn(World) -> Fut,
    Fut: Future<Output = ()>,
{
    on_each_with(settings(), case).await;
}

/// As [`on_each`], with other settings.
pub(crate) async fn on_each_with<F, Fut>(settings: ApiSettings, case: F)
where
    F: Fn(World) -> Fut,
    Fut: Future<Output = ()>,
{
    let (backends, cleanup) = embedded().await;
    run(settings.clone(), backends, cleanup, &case).await;
    if let (Some(postgres), Some(redis)) = (server("DATABASE_URL_TEST"), server("REDIS_URL_TEST")) {
        let (backends, cleanup) = distributed(postgres, &redis).await;
        run(settings, backends, cleanup, &case).await;
    }
}

async fn run<F, Fut>(settings: ApiSettings, backends: Backends, cleanup: Cleanup, case: &F)
where
    F: Fn(World) -> Fut,
    Fut: Future<Output = ()>,
{
    let db = backends.db.clone();
    db.migrate().await.expect("migrations");
    let stop = CancellationToken::new();
    let state = AppState::new(settings, backends, None, stop.clone());
    let hub = Live::start(&state);
    let random = Uuid::new_v4().into_bytes();
    let world = World {
        main: router::main_router(&state, &hub),
        live: router::live_router(&state, &hub),
        address: IpAddr::V4(Ipv4Addr::new(127, random[0], random[1], random[2])),
        state,
    };
    case(world).await;
    stop.cancel();
    hub.close().await;
    db.close().await;
    cleanup.run().await;
}

impl Cleanup {
    pub(crate) async fn run(self) {
        match self {
            Self::Folder(folder) => std::fs::remove_dir_all(folder).expect("the folder goes"),
            Self::Database { admin, name } => sql(&admin, &format!("DROP DATABASE {name} WITH (FORCE)")).await,
        }
    }
}

pub(crate) async fn embedded() -> (Backends, Cleanup) {
    let folder = std::env::temp_dir().join(format!("motherlode-api-{}", new_id()));
    std::fs::create_dir_all(&folder).expect("a folder for the database");
    let db = new_sqlite(&folder).await;
    let backends = Backends {
        db,
        queue: Queue::memory(),
        bus: Bus::local(),
        limiter: Limiter::local(),
        limiter_clock: one_moment,
    };
    (backends, Cleanup::Folder(folder))
}

async fn distributed(admin: String, redis: &str) -> (Backends, Cleanup) {
    let name = format!("api_{}", new_id().simple());
    new_postgres(&admin, &name).await;
    let limits = PgLimits { max_connections: 6 };
    let backends = Backends {
        db: Db::connect_postgres(&on_database(&admin, &name), limits).expect("PostgreSQL"),
        queue: Queue::redis(redis).expect("Redis"),
        bus: Bus::redis(redis).expect("Redis"),
        // Limits of accounts are counted by their addresses, which cases share.
        limiter: Limiter::redis_named(redis, &format!("test:{name}")).expect("Redis"),
        limiter_clock: one_moment,
    };
    (backends, Cleanup::Database { admin, name })
}

/// The limits' windows end by the clock of the day: a case that runs over such a moment would count again.
fn one_moment() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH
}

/// A state without a database, for tests that need none.
pub(crate) fn offline() -> AppState {
    let limits = PgLimits { max_connections: 1 };
    let db = Db::connect_postgres("postgres://nobody@127.0.0.1:1/none", limits).expect("an address");
    let backends = Backends {
        db,
        queue: Queue::memory(),
        bus: Bus::local(),
        limiter: Limiter::local(),
        limiter_clock: one_moment,
    };
    AppState::new(settings(), backends, None, CancellationToken::new())
}

/// A signed-in account.
#[derive(Debug, Clone)]
pub(crate) struct Account {
    pub(crate) id: Uuid,
    pub(crate) workspace_id: Uuid,
    pub(crate) email: String,
    pub(crate) token: String,
    pub(crate) refresh: String,
    pub(crate) cookie: String,
    pub(crate) body: Value,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) bytes: Bytes,
}

/// A request to be.
pub(crate) struct Call<'a> {
    world: &'a World,
    door: &'a Router,
    request: axum::http::request::Builder,
    body: Body,
    peer: SocketAddr,
}

impl World {
    pub(crate) fn call(&self, method: Method, path: &str) -> Call<'_> {
        let request = Request::builder().method(method).uri(path).header(header::HOST, "127.0.0.1:3000");
        let peer = SocketAddr::new(self.address, 40_000);
        Call { world: self, door: &self.main, request, body: Body::empty(), peer }
    }

    pub(crate) fn get(&self, path: &str) -> Call<'_> {
        self.call(Method::GET, path)
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Call<'_> {
        self.call(Method::POST, path).json(body)
    }

    pub(crate) fn patch(&self, path: &str, body: &Value) -> Call<'_> {
        self.call(Method::PATCH, path).json(body)
    }

    /// The registration form for an address.
    pub(crate) fn form(email: &str) -> Value {
        json!({"email": email, "password": PASSWORD, "firstName": "Ada", "lastName": "Lovelace"})
    }

    pub(crate) async fn register(&self, email: &str) -> Account {
        let mut form = Self::form(email);
        // Asked for where the address of the server is not this machine's.
        form["setupCode"] = json!(self.state.setup_code);
        let reply = self.post("/api/auth/register", &form).send().await;
        assert_eq!(reply.status, StatusCode::CREATED, "{}", reply.text());
        Account::from(&reply)
    }

    pub(crate) async fn login(&self, email: &str, password: &str) -> Reply {
        self.post("/api/auth/login", &json!({"email": email, "password": password})).send().await
    }

    pub(crate) async fn refresh(&self, token: &str) -> Reply {
        self.post("/api/auth/refresh", &json!({"refreshToken": token})).send().await
    }
}

impl From<&Reply> for Account {
    fn from(reply: &Reply) -> Self {
        let body = reply.json();
        let text = |pointer: &str| body.pointer(pointer).and_then(Value::as_str).expect(pointer).to_owned();
        Self {
            id: text("/user/id").parse().expect("an id"),
            workspace_id: text("/user/workspaces/0/id").parse().expect("an id"),
            email: text("/user/email"),
            token: text("/data/tokens/accessToken"),
            refresh: text("/data/tokens/refreshToken"),
            cookie: reply.cookie(),
            body,
        }
    }
}

impl<'a> Call<'a> {
    /// Through the live port.
    pub(crate) fn on_live_port(mut self) -> Self {
        self.door = &self.world.live;
        self
    }

    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.request = self.request.header(name, value);
        self
    }

    /// Asks for another host than the server's own.
    pub(crate) fn host(mut self, host: &str) -> Self {
        let headers = self.request.headers_mut().expect("a request");
        headers.insert(header::HOST, host.parse().expect("a header"));
        self
    }

    pub(crate) fn bearer(self, token: &str) -> Self {
        self.header("authorization", &format!("Bearer {token}"))
    }

    pub(crate) fn cookie(self, cookie: &str) -> Self {
        self.header("cookie", cookie)
    }

    /// Headers of the app's own pages.
    pub(crate) fn on_own_page(self) -> Self {
        self.header("sec-fetch-site", "same-origin").header("origin", "http://127.0.0.1:3000")
    }

    pub(crate) fn by_peer(mut self, address: &str) -> Self {
        self.peer = SocketAddr::new(address.parse().expect("an address"), 40_000);
        self
    }

    pub(crate) fn json(self, body: &Value) -> Self {
        self.raw("application/json", body.to_string())
    }

    pub(crate) fn raw(mut self, kind: &str, body: impl Into<Body>) -> Self {
        self.request = self.request.header(header::CONTENT_TYPE, kind);
        self.body = body.into();
        self
    }

    pub(crate) async fn send(self) -> Reply {
        let mut request = self.request.body(self.body).expect("a request");
        request.extensions_mut().insert(ConnectInfo(self.peer));
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let reply = Reply::read(self.door.clone().oneshot(request).await.expect("routers do not fail")).await;
        if reply.header("content-type").starts_with("application/json") {
            conform::check(&method, &path, reply.status, &reply.json());
        }
        reply
    }
}

impl Reply {
    pub(crate) async fn read(response: axum::response::Response) -> Self {
        let (parts, body) = response.into_parts();
        let bytes = axum::body::to_bytes(body, 64 << 20).await.expect("the body's end");
        Self { status: parts.status, headers: parts.headers, bytes }
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        let kind = self.header("content-type");
        assert!(kind.starts_with("application/json"), "{kind}: {}", self.text());
        serde_json::from_slice(&self.bytes).expect("JSON")
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// The cookie that it sets, as a client sends it back.
    pub(crate) fn cookie(&self) -> String {
        self.header("set-cookie").split(';').next().unwrap_or_default().to_owned()
    }

    /// The body of a success.
    #[track_caller]
    pub(crate) fn success(&self, status: StatusCode) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        let body = self.json();
        assert_eq!(body["success"], json!(true));
        body
    }

    /// The body of an error, which must be a whole problem document that names the fields at `pointers`.
    #[track_caller]
    pub(crate) fn problem(&self, status: u16, slug: &str, pointers: &[&str]) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text());
        let body = self.json();
        assert_eq!(body["type"], json!(slug), "{body}");
        assert_eq!(body["status"], json!(status));
        assert_eq!(body["success"], json!(false));
        assert_eq!(body["requestId"], json!(self.header("x-request-id")));
        for member in ["title", "detail", "instance", "error", "message", "requestId"] {
            assert!(body[member].as_str().is_some_and(|text| !text.is_empty()), "{member}: {body}");
        }
        assert_eq!(body["error"], body["detail"]);
        assert_eq!(body["message"], body["detail"]);
        let fields = body["errors"].as_array().expect("a list of fields");
        let named: Vec<&str> = fields.iter().filter_map(|field| field["pointer"].as_str()).collect();
        assert_eq!(named, pointers, "{body}");
        body
    }
}
