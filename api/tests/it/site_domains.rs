//! Own host names of sites: served, and given certificates, only after a DNS record proves them.

use std::{
    collections::HashMap,
    net::{Ipv4Addr, SocketAddr},
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::http::StatusCode;
use serde_json::{Value, json};
use shared::config::{ApiSettings, SiteSettings};
use tokio::net::UdpSocket;

use crate::{
    sites::{self, FILES},
    world::{Account, Reply, World, on_each_with, settings},
};

pub(crate) const DOMAIN: &str = "sites.example";
const A: u16 = 1;
const CNAME: u16 = 5;
pub(crate) const TXT: u16 = 16;

/// Records by name and kind; a record is its data as they are sent.
pub(crate) type Records = Arc<Mutex<HashMap<(String, u16), Vec<Vec<u8>>>>>;

/// A DNS server with these records.
async fn dns(records: Records) -> SocketAddr {
    let socket = UdpSocket::bind("127.0.0.1:0").await.expect("a port");
    let address = socket.local_addr().expect("an address");
    tokio::spawn(async move {
        let mut packet = [0; 1_500];
        while let Ok((length, from)) = socket.recv_from(&mut packet).await {
            if let Some(answer) = answered(&packet[..length], &records) {
                let _ = socket.send_to(&answer, from).await;
            }
        }
    });
    address
}

fn answered(query: &[u8], records: &Records) -> Option<Vec<u8>> {
    let (mut at, mut labels) = (12, Vec::new());
    while let Some(length) = query.get(at).map(|length| usize::from(*length)).filter(|length| *length > 0) {
        labels.push(String::from_utf8_lossy(query.get(at + 1..at + 1 + length)?).to_lowercase());
        at += length + 1;
    }
    let question = query.get(12..at + 5)?;
    let kind = u16::from_be_bytes([*query.get(at + 1)?, *query.get(at + 2)?]);
    let found = records.lock().expect("the lock").get(&(labels.join("."), kind)).cloned().unwrap_or_default();
    let count = u16::try_from(found.len()).expect("few");
    let mut out = query[..2].to_vec();
    out.extend([0x81, 0x80, 0, 1]);
    out.extend(count.to_be_bytes());
    out.extend([0, 0, 0, 0]);
    out.extend(question);
    for data in found {
        out.extend([0xC0, 0x0C]);
        out.extend(kind.to_be_bytes());
        out.extend([0, 1, 0, 0, 0, 0]);
        out.extend(u16::try_from(data.len()).expect("short").to_be_bytes());
        out.extend(data);
    }
    Some(out)
}

pub(crate) fn name(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    for label in text.split('.') {
        out.push(u8::try_from(label.len()).expect("short"));
        out.extend(label.as_bytes());
    }
    out.push(0);
    out
}

pub(crate) fn text(value: &str) -> Vec<u8> {
    let mut out = vec![u8::try_from(value.len()).expect("short")];
    out.extend(value.as_bytes());
    out
}

pub(crate) fn put(records: &Records, host: &str, kind: u16, data: Vec<Vec<u8>>) {
    records.lock().expect("the lock").insert((host.to_owned(), kind), data);
}

pub(crate) async fn with_dns() -> (ApiSettings, Records) {
    let records = Records::default();
    let address = dns(records.clone()).await;
    let plain = settings();
    let sites = SiteSettings { sites_domain: DOMAIN.to_owned(), dns_server: Some(address), ..plain.sites.clone() };
    (ApiSettings { sites, ..plain }, records)
}

async fn page(world: &World, host: &str) -> Reply {
    world.get("/").host(host).send().await
}

async fn ask(world: &World, host: &str) -> StatusCode {
    world.get(&format!("/internal/tls-ask?domain={host}")).host("proxy:3000").send().await.status
}

async fn set(world: &World, by: &Account, site: uuid::Uuid, hosts: &[&str]) -> Value {
    let call = world.patch(&format!("/api/sites/{site}"), &json!({"domains": hosts})).bearer(&by.token);
    call.send().await.success(StatusCode::OK)["site"].clone()
}

async fn verify(world: &World, by: &Account, site: uuid::Uuid) -> Value {
    let reply = sites::post(world, by, &format!("/api/sites/{site}/domains/verify"), json!({})).await;
    tokio::time::sleep(Duration::from_millis(150)).await;
    reply.success(StatusCode::OK)["site"]["domainChecks"].clone()
}

#[tokio::test]
async fn host_name_is_served_only_after_a_record_proves_it() {
    let (settings, records) = with_dns().await;
    on_each_with(settings, async |world| {
        records.lock().expect("the lock").clear();
        let ada = world.register("ada@example.com").await;
        let (site, slug, _) = sites::live(&world, &ada).await;
        let hosts = ["a.plumber.example", "b.plumber.example", "c.plumber.example", "d.plumber.example"];
        let checks = set(&world, &ada, site, &hosts).await["domainChecks"].clone();
        let first = &checks[0];
        assert_eq!((&first["host"], &first["isVerified"]), (&json!(hosts[0]), &json!(false)));
        let own = format!("{slug}.{DOMAIN}");
        assert_eq!(first["records"][0], json!({"kind": "CNAME", "name": hosts[0], "value": own}));
        assert_eq!(first["records"][1]["name"], "_motherlode.a.plumber.example");
        assert!(first["advice"].as_str().is_some_and(|text| text.contains(&own)), "{first}");
        for host in hosts {
            page(&world, host).await.problem(421, "unknown-host", &[]);
            assert_eq!(ask(&world, host).await, StatusCode::NOT_FOUND, "{host}");
        }
        let unproved = verify(&world, &ada, site).await;
        assert!(unproved[0]["problem"].as_str().is_some_and(|text| text.contains("No DNS record")), "{unproved}");
        // Somebody else's token, another site's name and the address of this server, which all sites have, prove nothing.
        put(
            &records,
            "_motherlode.a.plumber.example",
            TXT,
            vec![text("motherlode-verification=other"), text("v=spf1")],
        );
        put(&records, "b.plumber.example", CNAME, vec![name("other.sites.example")]);
        put(&records, &own, A, vec![vec![192, 0, 2, 7]]);
        put(&records, "c.plumber.example", A, vec![vec![192, 0, 2, 7]]);
        let unproved = verify(&world, &ada, site).await;
        assert!(unproved.as_array().expect("hosts").iter().all(|one| one["isVerified"] == json!(false)), "{unproved}");

        let value = unproved[0]["records"][1]["value"].as_str().expect("a value");
        put(&records, "_motherlode.a.plumber.example", TXT, vec![text("v=spf1"), text(value)]);
        put(&records, "b.plumber.example", CNAME, vec![name(&own.to_uppercase())]);
        let proved = verify(&world, &ada, site).await;
        for (at, proof) in ["txt", "cname"].into_iter().enumerate() {
            assert_eq!((&proved[at]["isVerified"], &proved[at]["proof"]), (&json!(true), &json!(proof)), "{proved}");
            assert_eq!(page(&world, hosts[at]).await.text(), FILES[4].2, "{proof}");
            assert_eq!(ask(&world, hosts[at]).await, StatusCode::OK, "{proof}");
        }
        for at in [2, 3] {
            assert_eq!(
                (&proved[at]["isVerified"], ask(&world, hosts[at]).await),
                (&json!(false), StatusCode::NOT_FOUND)
            );
        }
        // Another workspace cannot take a proved name, and has no say about the site.
        let bob = world.register("bob@example.com").await;
        let foreign = format!("/api/sites/{site}/domains/verify");
        sites::post(&world, &bob, &foreign, json!({})).await.problem(404, "not-found", &[]);
        let removed = set(&world, &ada, site, &[]).await;
        assert_eq!(removed["domainChecks"], json!([]));
        tokio::time::sleep(Duration::from_millis(150)).await;
        page(&world, hosts[0]).await.problem(421, "unknown-host", &[]);
    })
    .await;
}

#[tokio::test]
async fn name_that_leads_to_another_workspaces_site_is_not_given_to_whoever_claims_it_first() {
    let (settings, records) = with_dns().await;
    on_each_with(settings, async |world| {
        records.lock().expect("the lock").clear();
        let ada = world.register("ada@example.com").await;
        let (site, slug, _) = sites::live(&world, &ada).await;
        let own = format!("{slug}.{DOMAIN}");
        // Ada has set up the records of two names and has not entered the names yet.
        put(&records, &own, A, vec![vec![192, 0, 2, 7]]);
        put(&records, "roofs.example", A, vec![vec![192, 0, 2, 7]]);
        put(&records, "www.roofs.example", CNAME, vec![name(&own)]);
        let bob = world.register("bob@example.com").await;
        let (theirs, other, _) = sites::live(&world, &bob).await;
        put(&records, &format!("{other}.{DOMAIN}"), A, vec![vec![192, 0, 2, 7]]);
        set(&world, &bob, theirs, &["roofs.example", "www.roofs.example"]).await;
        let checks = verify(&world, &bob, theirs).await;
        assert!(checks.as_array().expect("hosts").iter().all(|one| one["isVerified"] == json!(false)), "{checks}");
        for host in ["roofs.example", "www.roofs.example"] {
            page(&world, host).await.problem(421, "unknown-host", &[]);
            assert_eq!(ask(&world, host).await, StatusCode::NOT_FOUND, "{host}");
        }
        // Once Bob has removed them, they are Ada's: one by its CNAME record, the other by its TXT record.
        set(&world, &bob, theirs, &[]).await;
        let checks = set(&world, &ada, site, &["roofs.example", "www.roofs.example"]).await["domainChecks"].clone();
        let value = checks[0]["records"][1]["value"].as_str().expect("a value");
        put(&records, "_motherlode.roofs.example", TXT, vec![text(value)]);
        let checks = verify(&world, &ada, site).await;
        assert_eq!((&checks[0]["proof"], &checks[1]["proof"]), (&json!("txt"), &json!("cname")), "{checks}");
    })
    .await;
}

#[tokio::test]
async fn request_for_an_unproved_host_name_checks_it_in_the_background() {
    let (settings, records) = with_dns().await;
    on_each_with(settings, async |world| {
        records.lock().expect("the lock").clear();
        let ada = world.register("ada@example.com").await;
        let (site, slug, _) = sites::live(&world, &ada).await;
        set(&world, &ada, site, &["www.plumber.example"]).await;
        tokio::time::sleep(Duration::from_millis(150)).await;
        put(&records, "www.plumber.example", CNAME, vec![name(&format!("{slug}.{DOMAIN}"))]);
        page(&world, "www.plumber.example").await.problem(421, "unknown-host", &[]);
        for _ in 0..50 {
            if page(&world, "www.plumber.example").await.status == StatusCode::OK {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        assert_eq!(page(&world, "www.plumber.example").await.text(), FILES[4].2);
        let site = sites::get(&world, &ada, &format!("/api/sites/{site}")).await["site"].clone();
        assert_eq!((&site["unverifiedDomains"], &site["domainChecks"][0]["proof"]), (&json!([]), &json!("cname")));
    })
    .await;
}

#[tokio::test]
async fn dns_server_that_does_not_answer_is_reported() {
    let plain = settings();
    let nobody = SocketAddr::from((Ipv4Addr::LOCALHOST, 9));
    let sites = SiteSettings { sites_domain: DOMAIN.to_owned(), dns_server: Some(nobody), ..plain.sites.clone() };
    on_each_with(ApiSettings { sites, ..plain }, async |world| {
        let ada = world.register("ada@example.com").await;
        let (site, _, _) = sites::live(&world, &ada).await;
        set(&world, &ada, site, &["www.plumber.example"]).await;
        let checks = verify(&world, &ada, site).await;
        assert!(checks[0]["problem"].as_str().is_some_and(|text| text.contains("could not be asked")), "{checks}");
        assert_eq!(checks[0]["isVerified"], json!(false));
    })
    .await;
}
