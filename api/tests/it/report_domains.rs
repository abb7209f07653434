//! Report domains: the shared reports of one workspace under an agency's own domain, and nothing else.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use shared::{
    config::ApiSettings,
    domain::{new_id, now, workspace::MemberRole},
    store::{mail, site, workspace},
};

use crate::{
    fleet, reports,
    site_domains::{DOMAIN, Records, TXT, name, put as record, text, with_dns},
    sites,
    world::{Account, Reply, World, on_each_with},
};

const HOST: &str = "reports.agency.example";
const CNAME: u16 = 5;

/// Runs a case with a DNS server, and with an app whose page of shared reports is built.
async fn with_domains<F: AsyncFn(World, Records)>(case: F) {
    let (settings, records) = with_dns().await;
    let folder = std::env::temp_dir().join(format!("motherlode-app-{}", new_id()));
    std::fs::create_dir_all(folder.join("assets/report")).expect("a folder");
    for (name, text) in [
        ("index.html", "<!doctype html><title>The app</title>"),
        ("shared.html", "<!doctype html><title>Report</title>"),
        ("favicon.svg", "<svg/>"),
        ("assets/index-1.js", "the app"),
        ("assets/report/shared-1.js", "the page"),
    ] {
        std::fs::write(folder.join(name), text).expect("a file");
    }
    let settings = ApiSettings {
        web_dir: Some(folder.clone()),
        public_url: "https://app.lode.example:8443".to_owned(),
        sites: shared::config::SiteSettings {
            public_url: Some("https://app.lode.example:8443".to_owned()),
            ..settings.sites.clone()
        },
        ..settings
    };
    on_each_with(settings, |world| {
        records.lock().expect("the lock").clear();
        case(world, records.clone())
    })
    .await;
    std::fs::remove_dir_all(folder).expect("the folder goes");
}

async fn call(world: &World, by: &Account, method: Method, path: &str, body: Value) -> Reply {
    world.call(method, path).json(&body).bearer(&by.token).send().await
}

async fn set(world: &World, by: &Account, host: &str) -> Reply {
    let body = json!({"host": host, "name": "Lovelace & <b>Media</b>"});
    call(world, by, Method::PUT, "/api/report-domain", body).await
}

async fn verify(world: &World, by: &Account) -> Value {
    let reply = call(world, by, Method::POST, "/api/report-domain/verify", json!({})).await;
    reply.success(StatusCode::OK)["domain"].clone()
}

/// Sets the domain of a workspace and proves it with a CNAME record.
async fn proved(world: &World, records: &Records, by: &Account, host: &str) {
    let domain = set(world, by, host).await.success(StatusCode::OK)["domain"].clone();
    let own = domain["records"][0]["value"].as_str().expect("a name");
    record(records, host, CNAME, vec![name(own)]);
    assert_eq!(verify(world, by).await["isVerified"], json!(true));
}

/// A shared report of a website of the account; returns its id, that of its issue, and the link.
async fn shared(world: &World, by: &Account, host: &str) -> (String, String, String) {
    let website = fleet::website_with_days(&world.state, by, host).await.to_string();
    let (id, issue) = reports::stored(world, by, &website).await;
    let path = format!("/api/reports/{id}/share");
    let link = call(world, by, Method::POST, &path, json!({})).await.success(StatusCode::CREATED);
    (id, issue, link["link"].as_str().expect("a link").to_owned())
}

fn token_of(link: &str) -> &str {
    link.rsplit('/').next().expect("a token")
}

async fn at(world: &World, host: &str, path: &str) -> Reply {
    world.get(path).host(host).send().await
}

/// Asserts the page under the agency's name, which has nothing else.
fn assert_missing(reply: &Reply, what: &str) {
    let page = reply.text();
    assert_eq!(
        (reply.status, reply.header("content-type")),
        (StatusCode::NOT_FOUND, "text/html; charset=utf-8"),
        "{what}"
    );
    assert_eq!(reply.header("x-robots-tag"), "noindex", "{what}");
    assert!(page.contains("<p>Lovelace &amp; &lt;b&gt;Media&lt;/b&gt;</p>"), "{what}: {page}");
    assert!(!page.to_lowercase().contains("motherlode") && !page.contains("lode.example"), "{what}: {page}");
    assert_neutral(reply, what);
}

/// Asserts that no header names the software or a host of the app.
fn assert_neutral(reply: &Reply, what: &str) {
    for name in ["content-security-policy", "strict-transport-security", "set-cookie", "server", "location"] {
        let value = reply.header(name);
        assert!(!value.contains("lode"), "{what}: {name}: {value}");
    }
    assert_eq!(reply.header("strict-transport-security"), "", "{what}");
}

/// Asserts that everything but the report with `token` is missing from the domain, also for its owner: a report of another
/// workspace with the token `other` too.
async fn assert_hides(world: &World, owner: &Account, (token, other): (&str, &str)) {
    let hidden = [
        format!("/shared/reports/{other}"),
        format!("/api/public/reports/{other}"),
        format!("/api/public/reports/{other}/pdf"),
        format!("/api/api/public/reports/{token}"),
        format!("/shared/reports/{token}/"),
        "/shared/reports/unknown".to_owned(),
        "/assets/report/gone.js".to_owned(),
    ];
    let fixed = [
        "/",
        "/login",
        "/index.html",
        "/shared.html",
        "/favicon.svg",
        "/assets/index-1.js",
        "/api/websites",
        "/api/auth/session",
        "/api/openapi.json",
        "/api/report-domain",
        "/config.json",
        "/healthz",
        "/readyz",
        "/metrics",
        "/mcp",
        "/t.js",
        "/internal/tls-ask?domain=a.example",
        "/ws",
        "/socket.io/",
        "/service-worker.js",
        "/sites/a/",
    ];
    for path in hidden.iter().map(String::as_str).chain(fixed) {
        assert_missing(&at(world, HOST, path).await, path);
        let signed_in = world.get(path).host(HOST).bearer(&owner.token).send().await;
        assert_missing(&signed_in, path);
    }
    for method in [Method::POST, Method::PUT, Method::DELETE, Method::OPTIONS] {
        let path = format!("/api/public/reports/{token}");
        assert_missing(&world.call(method.clone(), &path).host(HOST).send().await, method.as_str());
    }
    let login = json!({"email": "ada@example.com", "password": "x"});
    assert_missing(&world.post("/api/auth/login", &login).host(HOST).send().await, "a sign-in");
}

#[tokio::test]
async fn proved_domain_serves_the_shared_reports_of_its_workspace_and_nothing_else() {
    with_domains(async |world, records| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let (_, _, link) = shared(&world, &ada, "example.com").await;
        let (_, _, theirs) = shared(&world, &bob, "example.org").await;
        proved(&world, &records, &ada, HOST).await;
        let (token, other) = (token_of(&link), token_of(&theirs));
        let page = at(&world, HOST, &format!("/shared/reports/{token}")).await;
        assert_eq!((page.status, page.header("x-robots-tag")), (StatusCode::OK, "noindex"));
        assert_eq!(page.text(), "<!doctype html><title>Report</title>");
        assert_neutral(&page, "the page");
        let content = at(&world, HOST, &format!("/api/public/reports/{token}")).await;
        assert_eq!(content.success(StatusCode::OK)["content"]["brand"]["name"], "Lovelace Media");
        assert_neutral(&content, "the content");
        let pdf = at(&world, HOST, &format!("/api/public/reports/{token}/pdf")).await;
        assert_eq!((pdf.status, pdf.header("content-type")), (StatusCode::OK, "application/pdf"));
        let file = at(&world, HOST, "/assets/report/shared-1.js").await;
        assert_eq!((file.status, file.text()), (StatusCode::OK, "the page".to_owned()));

        assert_hides(&world, &ada, (token, other)).await;
        // The address of the server goes on working, with every workspace's links.
        for token in [token, other] {
            let path = format!("/api/public/reports/{token}");
            assert_eq!(world.get(&path).send().await.status, StatusCode::OK);
            assert_eq!(world.get(&format!("/shared/reports/{token}")).send().await.status, StatusCode::OK);
        }
    })
    .await;
}

#[tokio::test]
async fn host_is_read_as_browsers_and_attackers_write_it() {
    with_domains(async |world, records| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let (_, _, link) = shared(&world, &ada, "example.com").await;
        let (_, _, theirs) = shared(&world, &bob, "example.org").await;
        let set = set(&world, &ada, " Berichte.Müller.EXAMPLE. ").await.success(StatusCode::OK)["domain"].clone();
        let host = "berichte.xn--mller-kva.example";
        assert_eq!(set["host"], host);
        proved(&world, &records, &ada, host).await;
        let (path, other) =
            (format!("/shared/reports/{}", token_of(&link)), format!("/shared/reports/{}", token_of(&theirs)));
        for given in [host.to_uppercase(), format!("{host}."), format!("{host}:8443"), format!("{host}.:443")] {
            assert_eq!(at(&world, &given, &path).await.status, StatusCode::OK, "{given}");
            assert_missing(&at(&world, &given, &other).await, &given);
            assert_missing(&at(&world, &given, "/api/websites").await, &given);
        }
        for given in [
            format!("a.{host}"),
            format!("{host}.evil.example"),
            format!("app@{host}"),
            "xn--mller-kva.example".to_owned(),
        ] {
            at(&world, &given, &path).await.problem(421, "unknown-host", &[]);
        }
        // Two hosts, or another one in the target, belong to nobody.
        let two = world.get(&path).host(host).header("host", "127.0.0.1").send().await;
        two.problem(421, "unknown-host", &[]);
        let target = format!("http://127.0.0.1{path}");
        world.get(&target).host(host).send().await.problem(421, "unknown-host", &[]);
        // A header of a proxy does not choose the host.
        let forwarded = world.get("/api/websites").host("127.0.0.1").header("x-forwarded-host", host).send().await;
        forwarded.problem(401, "not-authenticated", &[]);
    })
    .await;
}

#[tokio::test]
async fn unproved_domain_is_not_served_and_links_and_emails_change_with_the_proof() {
    with_domains(async |world, records| {
        let ada = world.register("ada@example.com").await;
        let (id, issue, before) = shared(&world, &ada, "example.com").await;
        assert!(before.starts_with("https://app.lode.example:8443/shared/reports/"), "{before}");
        let token = token_of(&before).to_owned();
        let domain = set(&world, &ada, HOST).await.success(StatusCode::OK)["domain"].clone();
        let own = domain["records"][0]["value"].as_str().expect("a name").to_owned();
        assert!(own.starts_with("reports-") && own.ends_with(&format!(".{DOMAIN}")), "{own}");
        assert_eq!((&domain["isVerified"], &domain["url"]), (&json!(false), &json!(format!("https://{HOST}:8443"))));
        let ask = format!("/internal/tls-ask?domain={}.", HOST.to_uppercase());
        let path = format!("/shared/reports/{token}");
        at(&world, HOST, &path).await.problem(421, "unknown-host", &[]);
        assert_eq!(at(&world, "proxy:3000", &ask).await.status, StatusCode::NOT_FOUND);
        // The name of another site or workspace, and another token, prove nothing.
        record(&records, HOST, CNAME, vec![name(&format!("reports-{}.{DOMAIN}", "0".repeat(32)))]);
        record(&records, &format!("_motherlode.{HOST}"), TXT, vec![text("motherlode-verification=other")]);
        let unproved = verify(&world, &ada).await;
        assert!(unproved["problem"].as_str().is_some_and(|text| text.contains("No DNS record")), "{unproved}");
        let value = unproved["records"][1]["value"].as_str().expect("a value");
        record(&records, &format!("_motherlode.{HOST}"), TXT, vec![text(value)]);
        let verified = verify(&world, &ada).await;
        assert_eq!((&verified["isVerified"], &verified["proof"]), (&json!(true), &json!("txt")));
        assert_eq!((&verified["records"], &verified["problem"]), (&json!([]), &Value::Null));
        assert_eq!(at(&world, "proxy:3000", &ask).await.status, StatusCode::OK);
        assert_eq!(at(&world, HOST, &path).await.status, StatusCode::OK);

        let sent = async || {
            let path = format!("/api/reports/{id}/issues/{issue}/send");
            call(&world, &ada, Method::POST, &path, json!({})).await.success(StatusCode::ACCEPTED);
            let mails = mail::due(&world.state.db, now(), 100).await.expect("the store");
            mails.into_iter().rfind(|mail| mail.recipient == "client@example.com").expect("an email")
        };
        let mail = sent().await;
        assert_eq!(mail.from_name.as_deref(), Some("Lovelace Media"));
        assert!(mail.body_text.contains(&format!("https://{HOST}:8443{path}")), "{}", mail.body_text);
        for text in [&mail.body_text, &mail.body_html, &mail.subject] {
            assert!(!text.to_lowercase().contains("motherlode") && !text.contains("lode.example"), "{text}");
        }
        let again = call(&world, &ada, Method::POST, &format!("/api/reports/{id}/share"), json!({})).await;
        let link = again.success(StatusCode::CREATED)["link"].as_str().expect("a link").to_owned();
        assert!(link.starts_with(&format!("https://{HOST}:8443/shared/reports/")), "{link}");
        let removed = call(&world, &ada, Method::DELETE, "/api/report-domain", json!({})).await;
        assert_eq!(removed.success(StatusCode::OK)["domain"], Value::Null);
        at(&world, HOST, &format!("/shared/reports/{}", token_of(&link))).await.problem(421, "unknown-host", &[]);
        let mail = sent().await;
        let old = format!("https://app.lode.example:8443/shared/reports/{}", token_of(&link));
        assert!(mail.body_text.contains(&old), "{}", mail.body_text);
        let audit = world.get("/api/user/audit-log").bearer(&ada.token).send().await.success(StatusCode::OK);
        let actions: Vec<_> = audit["audit"].as_array().expect("lines").iter().map(|line| &line["action"]).collect();
        for action in ["report_domain.set", "report_domain.verified", "report_domain.removed"] {
            assert!(actions.contains(&&json!(action)), "{action}: {actions:?}");
        }
    })
    .await;
}

#[tokio::test]
async fn domain_that_a_request_proves_is_in_the_audit_log_of_its_owner() {
    with_domains(async |world, records| {
        let ada = world.register("ada@example.com").await;
        let (_, _, link) = shared(&world, &ada, "example.com").await;
        let domain = set(&world, &ada, HOST).await.success(StatusCode::OK)["domain"].clone();
        let own = domain["records"][0]["value"].as_str().expect("a name");
        record(&records, HOST, CNAME, vec![name(own)]);
        let path = format!("/shared/reports/{}", token_of(&link));
        let served = async || loop {
            if at(&world, HOST, &path).await.status == StatusCode::OK {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        };
        tokio::time::timeout(std::time::Duration::from_secs(20), served()).await.expect("the host is served");
        let audit = world.get("/api/user/audit-log").bearer(&ada.token).send().await.success(StatusCode::OK);
        let lines = audit["audit"].as_array().expect("lines");
        let proofs: Vec<_> = lines.iter().filter(|line| line["action"] == json!("report_domain.verified")).collect();
        assert_eq!(proofs.len(), 1, "{lines:?}");
        assert_eq!(proofs[0]["detail"]["host"], json!(HOST));
    })
    .await;
}

#[tokio::test]
async fn domain_belongs_to_one_workspace_and_to_no_site() {
    with_domains(async |world, records| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let (site, _, _) = sites::live(&world, &bob).await;
        let domains =
            |hosts: Value| world.patch(&format!("/api/sites/{site}"), &json!({"domains": hosts})).bearer(&bob.token);
        set(&world, &ada, HOST).await.success(StatusCode::OK);
        set(&world, &bob, HOST).await.problem(409, "conflict", &["/host"]);
        domains(json!([HOST])).send().await.problem(409, "conflict", &["/domains"]);
        domains(json!(["www.plumber.example"])).send().await.success(StatusCode::OK);
        set(&world, &ada, "WWW.plumber.example").await.problem(409, "conflict", &["/host"]);
        let kept = world.get("/api/report-domain").bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(kept["domain"]["host"], HOST, "a refused change changes nothing");
        assert_eq!(world.get("/api/report-domain").bearer(&bob.token).send().await.json()["domain"], Value::Null);
        // Another host name has to be proved again, and frees the previous one.
        proved(&world, &records, &ada, HOST).await;
        let next = set(&world, &ada, "next.agency.example").await.success(StatusCode::OK)["domain"].clone();
        assert_eq!(next["isVerified"], json!(false));
        at(&world, HOST, "/").await.problem(421, "unknown-host", &[]);
        domains(json!([HOST, "www.plumber.example"])).send().await.success(StatusCode::OK);
        // A claim that nobody proved within a week ends for whoever asks next.
        let hosts = ["stale.example".to_owned()];
        let mut tx = world.state.db.begin().await.expect("a transaction");
        let long_ago = now() - chrono::TimeDelta::days(8);
        let workspace_id =
            workspace::find_personal(&world.state.db, bob.id).await.expect("find").expect("a workspace").id;
        site::set_domains(&mut tx, workspace_id, site, &hosts, long_ago).await.expect("domains");
        tx.commit().await.expect("a commit");
        set(&world, &ada, "stale.example").await.success(StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn wrong_domains_and_members_without_the_role_are_refused() {
    with_domains(async |world, _| {
        let ada = world.register("ada@example.com").await;
        for host in [
            "",
            "localhost",
            "app.lode.example",
            "127.0.0.1",
            "https://reports.agency.example",
            "reports.agency.example/x",
            "reports.agency.example:443",
            "a b.example",
            &format!("x.{DOMAIN}"),
            DOMAIN,
        ] {
            set(&world, &ada, host).await.problem(422, "invalid-request", &["/host"]);
        }
        for name in [String::new(), " ".to_owned(), "x".repeat(81)] {
            let body = json!({"host": HOST, "name": name});
            let reply = call(&world, &ada, Method::PUT, "/api/report-domain", body).await;
            reply.problem(422, "invalid-request", &["/name"]);
        }
        for (method, path) in [(Method::DELETE, "/api/report-domain"), (Method::POST, "/api/report-domain/verify")] {
            call(&world, &ada, method, path, json!({})).await.problem(404, "not-found", &[]);
        }
        let made = call(&world, &ada, Method::POST, "/api/workspaces", json!({"name": "Agency"})).await;
        let id = made.success(StatusCode::CREATED)["workspace"]["id"].as_str().expect("an id").to_owned();
        let bob = world.register("bob@example.com").await;
        let mut tx = world.state.db.begin().await.expect("a transaction");
        let workspace_id = id.parse().expect("an id");
        workspace::insert_member(&mut tx, workspace_id, bob.id, MemberRole::Editor, now()).await.expect("a member");
        tx.commit().await.expect("a commit");
        let body = json!({"host": HOST, "name": "Lovelace Media"});
        let calls = [
            (Method::PUT, "/api/report-domain", body),
            (Method::DELETE, "/api/report-domain", json!({})),
            (Method::POST, "/api/report-domain/verify", json!({})),
        ];
        for (method, path, body) in calls {
            let call = world.call(method, path).json(&body).bearer(&bob.token).header("x-workspace-id", &id);
            call.send().await.problem(403, "forbidden", &[]);
        }
    })
    .await;
}
