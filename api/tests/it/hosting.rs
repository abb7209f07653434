//! Built-in hosting: hosts of sites, previews in the app, and hostile requests for both.

use axum::http::{Method, StatusCode};
use serde_json::json;
use uuid::Uuid;

use crate::{
    sites::{self, FILES},
    world::{Account, Reply, World, on_each},
};

async fn start(world: &World) -> (Account, Uuid, String, Uuid) {
    let ada = world.register("ada@example.com").await;
    let (site, slug, release) = sites::live(world, &ada).await;
    (ada, site, slug, release)
}

fn host(slug: &str) -> String {
    format!("{slug}.sites.localhost:3000")
}

async fn page(world: &World, host: &str, path: &str) -> Reply {
    world.get(path).host(host).send().await
}

#[tokio::test]
async fn pages_are_served_with_headers_for_caches_and_browsers() {
    on_each(async |world| {
        let (_, _, slug, _) = start(&world).await;
        let home = page(&world, &host(&slug), "/?utm_source=x").await;
        assert_eq!((home.status, home.text().as_str()), (StatusCode::OK, FILES[4].2));
        assert_eq!(home.header("content-type"), "text/html; charset=utf-8");
        assert_eq!(home.header("content-length"), FILES[4].2.len().to_string());
        assert_eq!(home.header("x-frame-options"), "DENY", "from the file of headers");
        assert_eq!(home.header("x-content-type-options"), "nosniff");
        assert_eq!(home.header("cache-control"), "public, max-age=0, must-revalidate");
        for absent in ["set-cookie", "x-request-id", "content-security-policy", "content-encoding", "x-robots-tag"] {
            assert_eq!(home.header(absent), "", "{absent}");
        }
        let style = page(&world, &host(&slug), "/assets/site.css").await;
        assert_eq!(style.header("cache-control"), "public, max-age=31536000, immutable");
        let tag = home.header("etag").to_owned();
        assert!(tag.starts_with("W/\"") && tag != style.header("etag"));
        let known = world.get("/").host(&host(&slug)).header("if-none-match", &format!("\"x\", {tag}")).send().await;
        assert_eq!(
            (known.status, known.bytes.len(), known.header("etag")),
            (StatusCode::NOT_MODIFIED, 0, tag.as_str())
        );

        let packed = world.get("/").host(&host(&slug)).header("accept-encoding", "br, gzip").send().await;
        assert_eq!((packed.header("content-encoding"), packed.header("vary")), ("gzip", "accept-encoding"));
        let mut text = String::new();
        let mut reader = flate2::read::GzDecoder::new(packed.bytes.as_ref());
        std::io::Read::read_to_string(&mut reader, &mut text).expect("gzip");
        assert_eq!(text, FILES[4].2);
        let refused = world.get("/").host(&host(&slug)).header("accept-encoding", "gzip;q=0").send().await;
        assert_eq!(refused.header("content-encoding"), "");

        let head = world.call(Method::HEAD, "/cost/").host(&host(&slug)).send().await;
        assert_eq!((head.status, head.bytes.len()), (StatusCode::OK, 0));
        assert_eq!(head.header("content-length"), FILES[3].2.len().to_string());
        for method in [Method::POST, Method::PUT, Method::DELETE, Method::OPTIONS, Method::PATCH] {
            let refused = world.call(method, "/").host(&host(&slug)).send().await;
            assert_eq!((refused.status, refused.header("allow")), (StatusCode::METHOD_NOT_ALLOWED, "GET, HEAD"));
        }
    })
    .await;
}

#[tokio::test]
async fn folders_redirect_and_missing_pages_are_not_found() {
    on_each(async |world| {
        let (_, _, slug, _) = start(&world).await;
        let moved = page(&world, &host(&slug), "/cost?a=1&b=%2F").await;
        assert_eq!((moved.status, moved.header("location")), (StatusCode::MOVED_PERMANENTLY, "/cost/?a=1&b=%2F"));
        for path in ["/none", "/none/", "/COST/", "/cost/index.html/", "/_headers", "/%5fheaders", "/assets/"] {
            let missing = page(&world, &host(&slug), path).await;
            assert_eq!((missing.status, missing.text().as_str()), (StatusCode::NOT_FOUND, FILES[0].2), "{path}");
            assert_eq!((missing.header("etag"), missing.header("cache-control")), ("", "no-cache"), "{path}");
        }
        let index = page(&world, &host(&slug), "/cost/index.html").await;
        assert_eq!((index.status, index.text().as_str()), (StatusCode::OK, FILES[3].2));
    })
    .await;
}

#[tokio::test]
async fn paths_never_leave_the_release() {
    on_each(async |world| {
        let (_, _, slug, _) = start(&world).await;
        for path in [
            "/../index.html",
            "/cost/../index.html",
            "/cost/..%2findex.html",
            "/%2e%2e/index.html",
            "/%2E%2E%2Findex.html",
            "/..%5cindex.html",
            "/./index.html",
            "//index.html",
            "//evil.example/",
            "//evil.example/cost",
            "/cost//",
            "/%00",
            "/index.html%00.css",
            "/%ff",
            "/%252e%252e/index.html",
            "/etc/passwd",
            "/cost%2f",
        ] {
            let reply = page(&world, &host(&slug), path).await;
            assert_eq!((reply.status, reply.header("location")), (StatusCode::NOT_FOUND, ""), "{path}");
        }
    })
    .await;
}

#[tokio::test]
async fn hosts_of_sites_reach_nothing_of_the_app() {
    on_each(async |world| {
        let (ada, _, slug, _) = start(&world).await;
        for path in [
            "/api/auth/me",
            "/api/sites",
            "/api/api/sites",
            "/config.json",
            "/metrics",
            "/healthz",
            "/ws",
            "/t.js",
            "/f/key",
        ] {
            let reply = world.get(path).host(&host(&slug)).bearer(&ada.token).cookie(&ada.cookie).send().await;
            assert_eq!((reply.status, reply.text().as_str()), (StatusCode::NOT_FOUND, FILES[0].2), "{path}");
            assert_eq!(reply.header("set-cookie"), "", "{path}");
        }
    })
    .await;
}

#[tokio::test]
async fn host_of_a_request_is_read_strictly() {
    on_each(async |world| {
        let (_, _, slug, _) = start(&world).await;
        for good in [
            format!("{slug}.sites.localhost"),
            format!("{slug}.sites.localhost.:8443"),
            format!("{}.SITES.Localhost:1", slug.to_uppercase()),
        ] {
            assert_eq!(page(&world, &good, "/").await.text(), FILES[4].2, "{good}");
        }
        for bad in [
            "sites.localhost".to_owned(),
            "none.sites.localhost".to_owned(),
            format!("x.{slug}.sites.localhost"),
            format!("{slug}.sites.localhost.evil.example"),
            format!("{slug}sites.localhost"),
            format!("x@{slug}.sites.localhost"),
            format!("{slug}.sites.localhost, evil.example"),
            format!("{slug}.sites.localhost/x"),
            format!(".{slug}.sites.localhost"),
            format!("{slug}..sites.localhost"),
            "'; DROP TABLE sites; --.sites.localhost".to_owned(),
            format!("{}.sites.localhost", "a".repeat(300)),
            String::new(),
        ] {
            page(&world, &bad, "/").await.problem(421, "unknown-host", &[]);
        }
        let two = world.get("/").host(&host(&slug)).header("host", "127.0.0.1:3000").send().await;
        two.problem(421, "unknown-host", &[]);
        let target = world.get("http://evil.example/").host(&host(&slug)).send().await;
        target.problem(421, "unknown-host", &[]);
        // The app's own hosts are as they were.
        page(&world, "127.0.0.1:3000", "/config.json").await.json();
        page(&world, "localhost", "/config.json").await.json();
    })
    .await;
}

#[tokio::test]
async fn two_sites_have_their_own_hosts() {
    on_each(async |world| {
        let (ada, site, slug, _) = start(&world).await;
        let other: Vec<_> = FILES[..4].iter().copied().chain([("index.html", "text/html", "Other")]).collect();
        let (_, second, _) = sites::live_with(&world, &ada, "roofing", &other).await;
        assert_eq!(page(&world, &host(&slug), "/").await.text(), FILES[4].2);
        assert_eq!(page(&world, &host(&second), "/").await.text(), "Other");

        let ask = async |domain: &str| {
            world.get(&format!("/internal/tls-ask?domain={domain}")).host("proxy:3000").send().await
        };
        ask(&format!("{slug}.sites.localhost")).await.success(StatusCode::OK);
        for none in ["evil.example", "127.0.0.1", "localhost", "sites.localhost", "none.sites.localhost", "a%20b", ""] {
            assert!(ask(none).await.status.is_client_error(), "{none}");
        }
        sites::post(&world, &ada, &format!("/api/sites/{site}/offline"), json!({})).await.success(StatusCode::OK);
        tokio::time::sleep(std::time::Duration::from_millis(150)).await;
        page(&world, &host(&slug), "/").await.problem(421, "unknown-host", &[]);
        assert_eq!(page(&world, &host(&second), "/").await.text(), "Other", "the other site stays");
    })
    .await;
}

#[tokio::test]
async fn next_release_is_served_at_once_and_an_older_one_after_a_rollback() {
    on_each(async |world| {
        let (ada, site, slug, first) = start(&world).await;
        assert_eq!(page(&world, &host(&slug), "/").await.text(), FILES[4].2);
        let begun = sites::post(&world, &ada, &format!("/api/sites/{site}/build"), json!({})).await;
        let run = sites::id(&begun.success(StatusCode::ACCEPTED)["run"]["id"]);
        let files: Vec<_> = FILES[..4].iter().copied().chain([("index.html", "text/html", "Second")]).collect();
        let second = sites::build(&world, &ada, (site, run), &files, false).await;
        assert_eq!(page(&world, &host(&slug), "/").await.text(), FILES[4].2, "until it is deployed");
        sites::post(&world, &ada, &format!("/api/releases/{second}/approve"), json!({})).await.success(StatusCode::OK);
        for (release, text) in [(second, "Second"), (first, FILES[4].2)] {
            let path = format!("/api/sites/{site}/deploy");
            let begun = sites::post(&world, &ada, &path, json!({"releaseId": release})).await;
            let run = sites::id(&begun.success(StatusCode::ACCEPTED)["run"]["id"]);
            sites::deploy(&world, (site, run), release).await;
            assert_eq!(page(&world, &host(&slug), "/").await.text(), text);
        }
    })
    .await;
}

#[tokio::test]
async fn previews_are_sandboxed_and_hidden_from_search_engines() {
    on_each(async |world| {
        let (ada, site, slug, release) = start(&world).await;
        let found = sites::get(&world, &ada, &format!("/api/releases/{release}")).await;
        let url = found["release"]["previewUrl"].as_str().expect("a preview");
        let preview = url::Url::parse(url).expect("a URL").path().to_owned();
        for base in [format!("/sites/{slug}/"), preview.clone()] {
            for (path, status) in
                [("", 200), ("cost/", 200), ("assets/site.css", 200), ("none", 404), ("../../config.json", 404)]
            {
                let reply = world.get(&format!("{base}{path}")).cookie(&ada.cookie).send().await;
                assert_eq!(reply.status.as_u16(), status, "{base}{path}: {}", reply.text());
                assert_eq!(reply.header("content-security-policy"), "sandbox allow-forms allow-popups", "{path}");
                assert_eq!((reply.header("x-robots-tag"), reply.header("set-cookie")), ("noindex", ""), "{path}");
                assert_eq!(reply.header("x-frame-options"), "SAMEORIGIN", "{path}");
                assert_eq!(reply.headers.get_all("content-security-policy").iter().count(), 1, "{path}");
            }
            let bare = base.trim_end_matches('/');
            assert_eq!(world.get(bare).send().await.header("location"), base);
            let folder = world.get(&format!("{base}cost?x=1")).send().await;
            assert_eq!(folder.header("location"), format!("{base}cost/?x=1"));
            assert_eq!(world.call(Method::POST, &base).send().await.status, StatusCode::METHOD_NOT_ALLOWED);
        }
        for path in ["/sites/none/", "/preview/none/", "/preview/none/cost/", &format!("/preview/{}/", "k".repeat(500))]
        {
            world.get(path).send().await.problem(404, "not-found", &[]);
        }
        world
            .call(Method::DELETE, &format!("/api/sites/{site}"))
            .bearer(&ada.token)
            .send()
            .await
            .success(StatusCode::OK);
        tokio::time::sleep(std::time::Duration::from_millis(150)).await;
        for base in [format!("/sites/{slug}/"), preview] {
            world.get(&base).send().await.problem(404, "not-found", &[]);
        }
    })
    .await;
}

#[tokio::test]
async fn links_of_unknown_pages_stay_in_the_site_at_every_place() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        sites::operator(&world, &ada).await;
        let missing =
            "<link href=\"/assets/site.css\"><a href=\"/\">Home</a><a href=\"https://other.example/\">Other</a>";
        let files: Vec<_> =
            [("404.html", "text/html; charset=utf-8", missing)].into_iter().chain(FILES[1..].iter().copied()).collect();
        let (_, slug, release) = sites::live_with(&world, &ada, "plumbing", &files).await;
        let found = sites::get(&world, &ada, &format!("/api/releases/{release}")).await;
        let preview = url::Url::parse(found["release"]["previewUrl"].as_str().expect("a preview")).expect("a URL");
        for base in [format!("/sites/{slug}/"), preview.path().to_owned()] {
            for path in ["none", "none/at/any/depth/", "%2e%2e/x"] {
                let call = world.get(&format!("{base}{path}")).header("accept-encoding", "gzip");
                let reply = call.send().await;
                let wanted = missing.replace("=\"/", &format!("=\"{base}"));
                let mut text = String::new();
                let mut packed = flate2::read::GzDecoder::new(&reply.bytes[..]);
                std::io::Read::read_to_string(&mut packed, &mut text).expect("gzip");
                assert_eq!((reply.status, text.as_str()), (StatusCode::NOT_FOUND, wanted.as_str()), "{base}{path}");
                assert_eq!(reply.header("content-encoding"), "gzip");
                let plain = world.get(&format!("{base}{path}")).send().await;
                assert_eq!((plain.text(), plain.header("content-encoding")), (wanted, ""), "{base}{path}");
            }
            for link in ["assets/site.css", ""] {
                assert_eq!(world.get(&format!("{base}{link}")).send().await.status, StatusCode::OK, "{base}{link}");
            }
        }
        assert_eq!(page(&world, &host(&slug), "/none/deep/").await.text(), missing, "a host has the root itself");
    })
    .await;
}

#[tokio::test]
async fn served_pages_need_no_database() {
    on_each(async |world| {
        let (_, _, slug, _) = start(&world).await;
        assert_eq!(page(&world, &host(&slug), "/").await.status, StatusCode::OK);
        world.state.db.close().await;
        assert_eq!(page(&world, &host(&slug), "/").await.text(), FILES[4].2);
        tokio::time::sleep(std::time::Duration::from_secs(6)).await;
        assert_eq!(page(&world, &host(&slug), "/").await.text(), FILES[4].2, "the last known release");
        let cold = page(&world, &host(&slug), "/cost/").await;
        assert_eq!((cold.status, cold.header("retry-after")), (StatusCode::SERVICE_UNAVAILABLE, "2"));
    })
    .await;
}
