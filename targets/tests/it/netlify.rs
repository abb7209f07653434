use std::time::Duration;

use serde_json::json;
use targets::{Environment, Limits, Retry, Stage, TargetKind};

use crate::{
    servers::{
        cut::Cut,
        fake::Reply,
        pages::{Pages, Service, When},
    },
    world::{Door, environment, first, kind, limits, of_another, second},
};

fn door_at(address: std::net::SocketAddr, site: &str, token: &str, environment: Environment) -> Door {
    let settings = json!({"site": site, "apiUrl": format!("http://{address}")});
    Door::open(TargetKind::Netlify, &settings, &json!({"token": token}), environment)
}

fn door(server: &Pages) -> Door {
    door_at(server.address, "{site}", "good-token", environment())
}

#[tokio::test]
async fn deploy_uploads_what_is_required_and_rollback_uploads_nothing() {
    let server = Pages::start(Service::Netlify).await;
    let door = door(&server);
    let (one, two) = (first(), second());
    let old = door.publish(&one, None).await.unwrap();
    // Two paths have the same bytes, and the service names them twice.
    assert_eq!((old.is_live, old.uploaded, old.skipped), (true, 5, 1));
    door.verify(&old.remote, Stage::Uploaded).await.unwrap();
    let old = door.activate(&old.remote).await.unwrap().remote;
    assert_eq!(door.verify(&old, Stage::Live).await.unwrap().checked, 6);
    let new = door.publish(&two, Some(&old)).await.unwrap();
    assert_eq!((new.uploaded, new.skipped), (3, 3));
    assert_eq!(server.live().title, "motherlode w1 r2");
    server.changes();
    let again = door.publish(&two, Some(&old)).await.unwrap();
    assert_eq!((again.uploaded, again.remote), (0, new.remote.clone()));
    assert_eq!(server.changes(), Vec::<String>::new());
    door.activate(&old).await.unwrap();
    assert_eq!(server.live().title, "motherlode w1 r1");
    assert_eq!(server.changes(), ["POST /api/v1/sites/site-1/deploys/deploy-1/restore"]);
    door.verify(&old, Stage::Live).await.unwrap();
    assert_eq!(kind(door.verify(&new.remote, Stage::Live).await), "mismatch");
    door.remove(&old).await.unwrap();
    assert!(server.stored().sites.is_empty());
    door.remove(&old).await.unwrap();
}

#[tokio::test]
async fn locked_site_is_switched_by_activate() {
    let server = Pages::start(Service::Netlify).await;
    server.stored().is_locked = true;
    let published = door(&server).publish(&first(), None).await.unwrap();
    assert!(!published.is_live);
    door(&server).activate(&published.remote).await.unwrap();
    assert_eq!(server.live().title, "motherlode w1 r1");
}

#[tokio::test]
async fn deploy_that_dies_at_any_byte_is_completed_by_the_next() {
    let server = Pages::start(Service::Netlify).await;
    let whole = {
        let proxy = Cut::before(server.address).await;
        proxy.heal();
        door_at(proxy.address, "{site}", "good-token", environment()).publish(&first(), None).await.unwrap();
        proxy.passed()
    };
    let mut cuts = 0;
    for bytes in (0..whole).step_by(131) {
        let server = Pages::start(Service::Netlify).await;
        let proxy = Cut::before(server.address).await;
        let once = Environment { limits: Limits { attempts: 1, ..limits() }, ..environment() };
        let door = || door_at(proxy.address, "{site}", "good-token", once.clone());
        proxy.after(bytes);
        if let Err(error) = door().publish(&first(), None).await {
            assert_eq!(error.retry(), Retry::After(None), "{bytes}: {error}");
            cuts += 1;
        }
        proxy.heal();
        // The server fails if a file is uploaded twice.
        let remote = door().deploy(&first(), None).await.unwrap();
        assert_eq!(server.stored().sites.len(), 1, "{bytes}");
        assert_eq!(server.stored().deploys.len(), 1, "{bytes}");
        assert_eq!(server.live().title, "motherlode w1 r1");
        door().verify(&remote, Stage::Live).await.unwrap();
    }
    assert!(cuts > 5, "{cuts}");
}

#[tokio::test]
async fn answer_that_is_lost_makes_no_second_site_and_no_second_deploy() {
    for part in
        ["POST /api/v1/sites", "POST /api/v1/sites/site-1/deploys", "PUT /api/v1/deploys/deploy-1/files/style.css"]
    {
        for lost in [Reply::new(200, "{\"id\": \"de").cut(), Reply::new(504, ""), Reply::new(200, "{\"id\": \"de")] {
            let server = Pages::start(Service::Netlify).await;
            if part.starts_with("PUT") {
                // The server fails if a file arrives twice, so this answer is lost before it has the file.
                server.fault(part, Reply::new(504, ""), When::Instead);
            } else {
                server.fault(part, lost.clone(), When::After);
            }
            let door = door(&server);
            if let Err(error) = door.publish(&first(), None).await {
                assert_eq!(error.retry(), Retry::After(None), "{part}: {error}");
                door.publish(&first(), None).await.unwrap();
            }
            assert_eq!(server.counts(), (1, 1), "{part}");
            assert_eq!(server.live().title, "motherlode w1 r1");
        }
    }
}

#[tokio::test]
async fn errors_of_the_service_are_named() {
    let server = Pages::start(Service::Netlify).await;
    let wrong = door_at(server.address, "{site}", "wrong-token", environment());
    for error in [wrong.test().await.unwrap_err(), wrong.publish(&first(), None).await.unwrap_err()] {
        assert_eq!((error.kind(), error.retry()), ("credentials", Retry::No));
        assert!(!error.to_string().contains("wrong-token"));
    }
    let busy = |seconds: &str| Reply::new(429, "").header("retry-after", seconds);
    server.fault("GET /api/v1/sites", busy("0"), When::Instead);
    door(&server).publish(&first(), None).await.unwrap();
    server.fault("GET /api/v1/sites", busy("60"), When::Instead);
    let error = door(&server).publish(&second(), None).await.unwrap_err();
    assert_eq!(error.retry(), Retry::After(Some(Duration::from_secs(60))));
    for (reply, wanted) in [
        (Reply::new(403, r#"{"message": "Forbidden"}"#), "permission"),
        (Reply::new(402, r#"{"message": "Account credits exhausted"}"#), "full"),
        (Reply::new(400, "token good-token is bad"), "rejected"),
        (Reply::new(302, "").header("location", "http://10.0.0.1/"), "rejected"),
        (Reply::new(200, "[{\"id\": \"si"), "unreadable"),
        (Reply::new(200, "<html>"), "unreadable"),
        (Reply::new(200, r#"{"id": 5}"#), "unreadable"),
    ] {
        server.fault("GET /api/v1/sites", reply, When::Instead);
        let error = door(&server).publish(&second(), None).await.unwrap_err();
        assert_eq!(error.kind(), wanted, "{error}");
        assert!(!error.to_string().contains("good-token"));
    }
    let quick = Environment {
        limits: Limits { request: Duration::from_millis(100), attempts: 2, ..limits() },
        ..environment()
    };
    let slow = || Reply::new(200, "[]").slow(Duration::from_secs(3));
    server.fault("GET /api/v1/sites", slow(), When::Instead);
    server.fault("GET /api/v1/sites", slow(), When::Instead);
    let error = door_at(server.address, "{site}", "good-token", quick).test().await.unwrap_err();
    assert_eq!((error.kind(), error.retry()), ("timeout", Retry::After(None)));
}

#[tokio::test]
async fn deploy_that_the_service_cannot_process_leaves_the_old_one() {
    let server = Pages::start(Service::Netlify).await;
    let door = door(&server);
    door.publish(&first(), None).await.unwrap();
    server.stored().end = Some("error");
    let error = door.publish(&second(), None).await.unwrap_err();
    assert_eq!((error.kind(), error.retry()), ("failed", Retry::No));
    assert!(error.to_string().contains("Deploy did not succeed"), "{error}");
    assert_eq!(server.live().title, "motherlode w1 r1");
    server.stored().end = None;
    door.deploy(&second(), None).await.unwrap();
    assert_eq!(server.live().title, "motherlode w1 r2");
}

#[tokio::test]
async fn deploy_that_never_ends_is_stopped_by_the_time_limit() {
    let server = Pages::start(Service::Netlify).await;
    server.stored().end = Some("processing");
    let short = Environment { limits: Limits { operation: Duration::from_secs(1), ..limits() }, ..environment() };
    let error = door_at(server.address, "{site}", "good-token", short).publish(&first(), None).await.unwrap_err();
    assert_eq!((error.kind(), error.retry()), ("timeout", Retry::After(None)));
}

#[tokio::test]
async fn site_of_another_site_or_person_is_never_replaced() {
    let server = Pages::start(Service::Netlify).await;
    let remote = door(&server).deploy(&first(), None).await.unwrap();
    assert_eq!(kind(door(&server).publish(&of_another(second()), None).await), "occupied");
    let named = door_at(server.address, "tulsa", "good-token", environment());
    assert_eq!(kind(named.publish(&of_another(second()), None).await), "occupied");
    assert_eq!(kind(named.remove(&remote).await), "unsupported");
    server.stored().deploys[0].title = "a deploy by hand".to_owned();
    assert_eq!(kind(door(&server).publish(&second(), None).await), "in-the-way");
    // Named without {site}, it is replaced on purpose.
    named.publish(&second(), None).await.unwrap();
    let taken = door_at(server.address, "taken", "good-token", environment());
    assert_eq!(kind(taken.publish(&first(), None).await), "in-the-way");
    let id = "0a1b2c3d-0000-0000-0000-0123456789ab";
    let by_id = door_at(server.address, id, "good-token", environment());
    assert_eq!(kind(by_id.publish(&first(), None).await), "missing");
    assert_eq!(kind(by_id.test().await), "missing");
    assert_eq!(server.stored().sites.len(), 1);
}
