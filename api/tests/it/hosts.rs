//! The host that a request asks for.

use axum::http::StatusCode;
use serde_json::json;
use shared::{
    config::{ApiSettings, Secret},
    store::user,
};

use crate::world::{World, on_each, on_each_with, settings};

#[tokio::test]
async fn requests_for_a_foreign_host_are_refused_on_both_ports() {
    on_each(async |world| {
        for path in ["/", "/config.json", "/metrics", "/api/auth/me", "/api/none", "/ws", "/socket.io/?EIO=4"] {
            for host in ["evil.example", "evil.example:3000", "127.0.0.1.evil.example", "10.0.0.1", "x@127.0.0.1", ""] {
                let refused = world.get(path).host(host).send().await.problem(421, "unknown-host", &[]);
                let detail = refused["detail"].as_str().expect("a text");
                assert!(detail.contains("MOTHERLODE_HOSTS") && detail.contains("MOTHERLODE_PUBLIC_URL"), "{detail}");
            }
        }
        world.get("/ws").host("evil.example").on_live_port().send().await.problem(421, "unknown-host", &[]);
        world.get("/config.json").header("host", "evil.example").send().await.problem(421, "unknown-host", &[]);
        world.get("http://evil.example/config.json").send().await.problem(421, "unknown-host", &[]);
        for host in ["localhost:3000", "127.0.0.1", "[::1]:3000", "LOCALHOST."] {
            world.get("/config.json").host(host).send().await.json();
        }
        // Load balancers send any host to health checks.
        world.get("/healthz").host("10.0.0.1").send().await.success(StatusCode::OK);
        world.get("/readyz").host("10.0.0.1").send().await.success(StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn dns_rebinding_makes_no_administrator() {
    on_each(async |world| {
        let form = World::form("eve@example.com");
        let call = world.post("/api/auth/register", &form).host("evil.example:3000");
        call.header("origin", "http://evil.example:3000").send().await.problem(421, "unknown-host", &[]);
        assert!(user::none_yet(&world.state.db).await.expect("a count"));
    })
    .await;
}

#[tokio::test]
async fn metrics_for_a_foreign_host_need_the_token() {
    let settings = ApiSettings { metrics_token: Some(Secret::new("scrape me".to_owned())), ..settings() };
    on_each_with(settings, async |world| {
        let get = || world.get("/metrics").host("evil.example");
        get().send().await.problem(421, "unknown-host", &[]);
        get().bearer("scrape m").send().await.problem(403, "forbidden", &[]);
        // Metrics are not recorded here, so an authorised request receives an error.
        get().bearer("scrape me").send().await.problem(404, "not-found", &[]);
    })
    .await;
}

#[tokio::test]
async fn configured_hosts_are_answered() {
    let settings = ApiSettings {
        public_url: "https://lode.example:8443/app".to_owned(),
        ws_url: Some("wss://live.example".to_owned()),
        hosts: ["Lode.lan", "10.0.0.5", "fd00::5", "other.lan:3000"].map(str::to_owned).to_vec(),
        ..settings()
    };
    on_each_with(settings, async |world| {
        for host in [
            "lode.example",
            "live.example",
            "lode.LAN:3000",
            "10.0.0.5:3000",
            "[fd00::5]:3000",
            "other.lan",
            "127.0.0.1",
        ] {
            world.get("/config.json").host(host).send().await.json();
        }
        world.get("/config.json").host("10.0.0.6").send().await.problem(421, "unknown-host", &[]);
    })
    .await;
}

#[tokio::test]
async fn first_account_through_a_proxy_needs_the_setup_code() {
    on_each(async |world| {
        let form = World::form("ada@example.com");
        for name in ["x-forwarded-for", "forwarded", "via", "x-real-ip", "x-forwarded-host", "x-forwarded-proto"] {
            let register = world.post("/api/auth/register", &form).header(name, "203.0.113.7");
            register.send().await.problem(403, "setup-code", &["/setupCode"]);
            let config = world.get("/config.json").header(name, "203.0.113.7").send().await.json();
            assert_eq!(config["setupCodeRequired"], json!(true), "{name}");
        }
        let remote = world.post("/api/auth/register", &form).by_peer("203.0.113.7");
        remote.send().await.problem(403, "setup-code", &["/setupCode"]);
        let mut right = form.clone();
        right["setupCode"] = json!(world.state.setup_code);
        let register = world.post("/api/auth/register", &right).header("x-forwarded-for", "203.0.113.7");
        assert_eq!(register.send().await.success(StatusCode::CREATED)["user"]["role"], "admin");
    })
    .await;
}
