//! Serving of the web app.

use axum::http::{Method, StatusCode};
use shared::{config::ApiSettings, domain::new_id};

use crate::world::{World, on_each_with, settings};

/// Returns settings with a built app in a temporary folder.
fn app() -> (ApiSettings, std::path::PathBuf) {
    let folder = std::env::temp_dir().join(format!("motherlode-app-{}", new_id()));
    std::fs::create_dir_all(folder.join("assets")).expect("a folder");
    for (name, text) in [
        ("index.html", "<!doctype html><title>The app</title>"),
        ("service-worker.js", "self.x = 1"),
        ("assets/main-a1b2.js", "console.log(1)"),
        ("assets/main-a1b2.js.br", "as brotli"),
        ("assets/main-a1b2.js.gz", "as gzip"),
        ("favicon.svg", "<svg/>"),
    ] {
        std::fs::write(folder.join(name), text).expect("a file");
    }
    (ApiSettings { web_dir: Some(folder.clone()), ..settings() }, folder)
}

async fn with_app<F: AsyncFn(World)>(case: F) {
    let (settings, folder) = app();
    on_each_with(settings, |world| case(world)).await;
    std::fs::remove_dir_all(folder).expect("the folder goes");
}

#[tokio::test]
async fn app_routes_return_the_app_page() {
    with_app(async |world| {
        for path in ["/", "/dashboard", "/projects/7", "/login?returnTo=%2Fdashboard", "/api-keys", "/wsx"] {
            let reply = world.get(path).send().await;
            assert_eq!(reply.status, StatusCode::OK, "{path}");
            assert!(reply.text().contains("The app"), "{path}");
            assert_eq!(reply.header("content-type"), "text/html; charset=utf-8");
            assert_eq!(reply.header("cache-control"), "no-cache");
        }
    })
    .await;
}

#[tokio::test]
async fn missing_files_return_404() {
    with_app(async |world| {
        let paths =
            ["/assets/gone.js", "/assets/gone", "/gone.png", "/deep/gone.css", "/..%2fCargo.toml", "/%2e%2e/x.y"];
        for path in paths {
            world.get(path).send().await.problem(404, "unknown-path", &[]);
        }
    })
    .await;
}

#[tokio::test]
async fn assets_are_cached_forever_and_pages_revalidated() {
    with_app(async |world| {
        let asset = world.get("/assets/main-a1b2.js").send().await;
        assert_eq!(asset.header("cache-control"), "public, max-age=31536000, immutable");
        assert_eq!(asset.header("content-type"), "text/javascript; charset=utf-8");
        for path in ["/service-worker.js", "/index.html", "/favicon.svg"] {
            let reply = world.get(path).send().await;
            assert_eq!(reply.header("cache-control"), "no-cache", "{path}");
            let tag = reply.header("etag").to_owned();
            assert_ne!(tag, "");
            let again = world.get(path).header("if-none-match", &tag).send().await;
            assert_eq!((again.status, again.bytes.len()), (StatusCode::NOT_MODIFIED, 0), "{path}");
            assert_eq!(again.header("etag"), tag);
            let other = world.get(path).header("if-none-match", "W/\"other\"").send().await;
            assert_eq!(other.status, StatusCode::OK);
        }
        let head = world.call(Method::HEAD, "/").send().await;
        assert_eq!((head.status, head.bytes.len()), (StatusCode::OK, 0));
    })
    .await;
}

#[tokio::test]
async fn precompressed_files_are_sent_to_accepting_clients() {
    with_app(async |world| {
        let ask =
            async |accepted: &str| world.get("/assets/main-a1b2.js").header("accept-encoding", accepted).send().await;
        for (accepted, encoding, text) in [
            ("gzip, deflate, br", "br", "as brotli"),
            ("gzip", "gzip", "as gzip"),
            ("br;q=0, gzip", "gzip", "as gzip"),
            ("identity", "", "console.log(1)"),
        ] {
            let reply = ask(accepted).await;
            assert_eq!((reply.header("content-encoding"), reply.text().as_str()), (encoding, text), "{accepted}");
            assert_eq!(reply.header("content-type"), "text/javascript; charset=utf-8");
            if !encoding.is_empty() {
                assert_eq!(reply.header("vary"), "accept-encoding");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn missing_app_build_shows_instructions() {
    let folder = std::env::temp_dir().join(format!("motherlode-app-{}", new_id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    on_each_with(ApiSettings { web_dir: Some(folder.clone()), ..settings() }, async |world| {
        let reply = world.get("/dashboard").send().await;
        assert_eq!(reply.status, StatusCode::OK);
        assert!(reply.text().contains("make build"));
    })
    .await;
    std::fs::remove_dir_all(folder).expect("the folder goes");
}
