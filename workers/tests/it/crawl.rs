//! Crawls of a real server on this machine.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use chrono::{DateTime, Utc};
use crawler::audit::{ISSUES, Severity};
use net::addresses::AddressGuard;
use serde_json::{Value, json};
use shared::{
    config::{BrowserSettings, FleetSettings, OutsideSettings},
    domain::{
        crawl::{Crawl, CrawlPage, CrawlReport, GoneReason, PageChange, RenderedCounts},
        new_id, now,
        observation::{ObservationKind, SeenPage},
        run::{NewRun, Run, RunKind, RunStatus},
        website::WebsiteKind,
    },
    store::{
        crawl::{self, NewCrawl, PageFilter},
        import::{self, NewImport},
        schedule::{self, NewSchedule},
        website::{self, NewWebsite},
    },
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use uuid::Uuid;

use crate::installation::{Installation, in_each_mode};

const WORDS: &str = "Every leak begins small. A plumber who looks at the valve before the wall saves the owner a week of work, \
    and the bill shows it. Ask what the first hour costs, which parts are in the van, and who comes if it drips again. ";

/// A small site. Once it is mended, the broken link is gone and a page is new.
#[derive(Clone, Default)]
struct Site(Arc<AtomicBool>);

impl Site {
    async fn start(&self) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let site = self.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(site.clone().serve(stream));
            }
        });
        address
    }

    fn mend(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    async fn serve(self, mut stream: TcpStream) {
        let mut request = vec![0; 4_096];
        let length = stream.read(&mut request).await.unwrap_or(0);
        let request = String::from_utf8_lossy(&request[..length]).into_owned();
        let (status, kind, mut body) = self.respond(request.split(' ').nth(1).unwrap_or("/"));
        let host = request
            .lines()
            .find_map(|line| line.split_once(": ").filter(|(name, _)| name.eq_ignore_ascii_case("host")));
        if let Some((_, port)) = host.and_then(|(_, host)| host.split_once(':')) {
            body = body.replace("PORT", port);
        }
        let head = format!("HTTP/1.1 {status}\r\n{kind}content-length: {}\r\nconnection: close\r\n\r\n", body.len());
        // The client may disconnect at any time.
        let _ = stream.write_all([head.as_bytes(), body.as_bytes()].concat().as_slice()).await;
        let _ = stream.shutdown().await;
    }

    fn respond(&self, path: &str) -> (&'static str, &'static str, String) {
        const HTML: &str = "content-type: text/html; charset=utf-8\r\n";
        const TEXT: &str = "content-type: text/plain\r\n";
        let is_mended = self.0.load(Ordering::Relaxed);
        match path {
            "/robots.txt" => {
                let text = "User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /private\n";
                ("200 OK", TEXT, text.to_owned())
            }
            "/" => {
                let last = if is_mended { "<a href=/new>New</a>" } else { "<a href=/gone>Gone</a>" };
                // Another name of this machine is another website.
                let away = "<a href=http://localhost:PORT/a>Fine</a> <a href=http://localhost:PORT/missing>Missing</a>";
                let links =
                    format!("<a href=/a>Leaks</a> <a href=/private/x>Private</a> <a href=/old>Old</a> {last} {away}");
                ("200 OK", HTML, page("Plumber in Tulsa: repairs within the day", &links))
            }
            "/a" => ("200 OK", HTML, page("", "<a href=/>Home</a>")),
            "/old" => ("301 Moved Permanently", "location: /a\r\n", String::new()),
            "/new" if is_mended => {
                ("200 OK", HTML, page("New boilers and what they cost in 2026", "<a href=/>Home</a>"))
            }
            _ => ("404 Not Found", HTML, "<title>Not found</title>".to_owned()),
        }
    }
}

fn page(title: &str, links: &str) -> String {
    let title = if title.is_empty() { String::new() } else { format!("<title>{title}</title>") };
    format!(
        "<!doctype html><html lang=en><head>{title}<meta name=viewport content='width=device-width'></head>
         <body><nav>{links}</nav><main><h1>Leaks</h1><p>{}</p></main></body></html>",
        WORDS.repeat(4)
    )
}

/// Settings that allow calls to this machine only.
pub(crate) fn settings(at: &Installation) -> FleetSettings {
    let guard = AddressGuard::allowing(vec!["127.0.0.1".parse().expect("a range")]);
    let crawl_dir = at.uploads.with_extension("crawls");
    FleetSettings { outside: OutsideSettings { fetches_pages: true, guard, browser: None }, crawl_dir, ..at.settings() }
}

pub(crate) async fn website_at(at: &Installation, url: &str) -> Uuid {
    website_of(at, url, "127.0.0.1").await
}

async fn website_of(at: &Installation, url: &str, host: &str) -> Uuid {
    let new =
        NewWebsite { name: "Site".to_owned(), url: url.to_owned(), host: host.to_owned(), kind: WebsiteKind::Own };
    let mut tx = at.world.db.begin().await.expect("a transaction");
    let id = website::insert(&mut tx, at.world.workspace_id, &new, now()).await.expect("a website");
    tx.commit().await.expect("a commit");
    id
}

/// Stores a crawl that starts at a time.
async fn stored_for(at: &Installation, website_id: Uuid, url: &str, run_at: DateTime<Utc>) -> (Uuid, NewRun) {
    stored_as(at, website_id, url, run_at, json!({})).await
}

/// Stores a crawl with its import and its run, as the API does, with further settings.
async fn stored_as(
    at: &Installation, website_id: Uuid, url: &str, run_at: DateTime<Utc>, further: Value,
) -> (Uuid, NewRun) {
    let (workspace_id, user_id, id, import_id) = (at.world.workspace_id, at.world.user_id, new_id(), new_id());
    let new = NewRun::new(workspace_id, user_id, RunKind::Crawl, json!({"crawlId": id}));
    let new = NewRun { website_id: Some(website_id), run_at, ..new };
    let mut tx = at.world.db.begin().await.expect("a transaction");
    let import =
        NewImport { id: import_id, workspace_id, website_id: Some(website_id), user_id, file_name: "Crawl".to_owned() };
    import::insert(&mut tx, &import, now()).await.expect("an import");
    let mut settings = json!({"storesLinks": true, "storesContent": true, "delayMs": 0, "retries": 0});
    for (name, value) in further.as_object().into_iter().flatten() {
        settings[name] = value.clone();
    }
    let crawl =
        NewCrawl { id, workspace_id, website_id, user_id, run_id: new.id, import_id, url: url.to_owned(), settings };
    crawl::insert(&mut tx, &crawl, now()).await.expect("a crawl");
    import::begin(&mut tx, workspace_id, import_id, website_id, new.id).await.expect("a start").expect("the import");
    tx.commit().await.expect("a commit");
    at.enqueue(std::slice::from_ref(&new)).await;
    (id, new)
}

pub(crate) async fn crawled(at: &Installation, website_id: Uuid, url: &str) -> (Crawl, Run) {
    crawled_as(at, website_id, url, json!({})).await
}

pub(crate) async fn crawled_as(at: &Installation, website_id: Uuid, url: &str, further: Value) -> (Crawl, Run) {
    let (id, new) = stored_as(at, website_id, url, now(), further).await;
    let ended = at.ended(new.id).await;
    (crawl::find(&at.world.db, at.world.workspace_id, id).await.expect("a query").expect("the crawl"), ended)
}

fn issue(report: &CrawlReport, key: &str) -> (i64, i64, i64) {
    let found = report.issues.iter().find(|count| count.issue == key);
    found.map(|count| (count.pages, count.new, count.fixed)).unwrap_or_default()
}

/// Expects robots.txt of the site to keep training from its two pages, which all are at the top.
async fn expect_directories(at: &Installation, crawl_id: Uuid) {
    let found = crawl::ai_directories(&at.world.db, at.world.workspace_id, crawl_id).await.expect("a query");
    let found = found.expect("the crawl").expect("directories");
    let [top] = found.directories.as_slice() else { panic!("one directory: {found:?}") };
    assert_eq!((top.path.as_deref(), top.pages, top.in_html, found.other_hosts), (Some("/"), 2, 2, 0));
    let ready = |name: &str| {
        let place = found.agents.iter().position(|agent| agent.name == name).expect("a crawler");
        (top.agents[place].allowed, top.agents[place].permitted, top.agents[place].ready)
    };
    assert_eq!((ready("GPTBot"), ready("OAI-SearchBot")), ((0, 2, 0), (2, 2, 2)));
}

#[tokio::test(flavor = "multi_thread")]
async fn crawl_finds_issues_and_the_next_one_tells_what_changed() {
    in_each_mode(|at| async {
        let site = Site::default();
        let url = format!("http://{}/", site.start().await);
        let worker = at.worker_with(settings(&at));
        let website_id = website_at(&at, &url).await;
        let (first, ended) = crawled(&at, website_id, &url).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, ended.error);
        let report = first.report.expect("a report").0;
        assert_eq!((report.pages, report.redirected, report.blocked, report.failed), (2, 1, 1, 1), "{report:?}");
        assert_eq!((report.added, report.stopped.as_deref()), (None, None));
        let all = PageFilter::default();
        let pages =
            crawl::page_list(&at.world.db, at.world.workspace_id, first.id, &all, 100).await.expect("pages").items;
        assert!(pages.iter().all(|page| page.change == PageChange::Same), "a first crawl is compared with nothing");
        let errors: Vec<&str> =
            ISSUES.iter().filter(|issue| issue.severity == Severity::Error).map(|issue| issue.key).collect();
        let has_error = |page: &&CrawlPage| page.issues.iter().any(|issue| errors.contains(&issue.as_str()));
        let with_errors = i64::try_from(pages.iter().filter(has_error).count()).expect("a small number");
        assert_eq!(report.error_pages, Some(with_errors), "each page once");
        assert!(report.issues.iter().all(|issue| issue.new == 0), "{:?}", report.issues);
        assert_eq!(issue(&report, "title-missing").0, 1, "{:?}", report.issues);
        assert_eq!(issue(&report, "broken-link").0, 1, "{:?}", report.issues);
        assert_eq!(issue(&report, "broken-external-link").0, 1, "{:?}", report.issues);
        assert_eq!(report.left_out, Some(0));
        let ai = report.ai.expect("readiness");
        let of = |name: &str| ai.agents.iter().find(|agent| agent.name == name).map(|one| (one.allowed, one.refused));
        assert_eq!((of("GPTBot"), of("OAI-SearchBot")), (Some((0, 2)), Some((2, 0))));
        assert!(ai.agents.iter().all(|agent| agent.nosnippet == Some(0)), "{:?}", ai.agents);
        expect_directories(&at, first.id).await;

        let (db, workspace_id) = (&at.world.db, at.world.workspace_id);
        let filter = PageFilter { issue: Some("title-missing".to_owned()), ..PageFilter::default() };
        let untitled = crawl::page_list(db, workspace_id, first.id, &filter, 10).await.expect("pages").items;
        assert_eq!(untitled.iter().map(|page| page.url.clone()).collect::<Vec<_>>(), [format!("{url}a")]);
        assert!(untitled[0].inlinks >= 1 && untitled[0].page_rank > 0.0 && untitled[0].score.is_some());
        let read = async || -> Vec<SeenPage> {
            import::read_observations(db, workspace_id, website_id, ObservationKind::Page).await.expect("pages")
        };
        let seen = read().await;
        assert_eq!(seen.len(), 2, "what the engines read");
        assert!(seen.iter().all(|page| page.text.as_deref().is_some_and(|text| text.contains("Every leak"))));

        site.mend();
        let (second, _) = crawled(&at, website_id, &url).await;
        let report = second.report.expect("a report").0;
        assert_eq!((report.added, report.gone), (Some(1), Some(1)), "{report:?}");
        assert_eq!(report.gone_urls, [format!("{url}gone")]);
        assert_eq!(issue(&report, "broken-link"), (0, 0, 1));
        let filter = PageFilter { change: Some(PageChange::Added), ..PageFilter::default() };
        let added = crawl::page_list(db, workspace_id, second.id, &filter, 10).await.expect("pages").items;
        assert_eq!(added.len(), 1);
        let urls: Vec<String> = read().await.into_iter().map(|page| page.url).collect();
        assert_eq!(urls.len(), 3, "each page once: the first crawl's pages count no more");
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_that_a_limit_or_a_setting_leaves_out_are_not_gone() {
    in_each_mode(|at| async {
        let url = format!("http://{}/", Site::default().start().await);
        let worker = at.worker_with(settings(&at));
        let website_id = website_at(&at, &url).await;
        let report = async |further: Value| {
            let (found, ended) = crawled_as(&at, website_id, &url, further).await;
            found.report.unwrap_or_else(|| panic!("{}: {:?}", at.world.name, ended.error)).0
        };
        report(json!({})).await;
        let early = report(json!({"maxPages": 2})).await;
        assert_eq!((early.gone, early.gone_reason), (None, Some(GoneReason::EndedEarly)), "{early:?}");
        assert_eq!(early.not_reached, Some(i64::try_from(early.gone_urls.len()).expect("few")), "{early:?}");
        let other = report(json!({"exclude": ["/a$"]})).await;
        assert_eq!((other.gone, other.gone_reason), (None, Some(GoneReason::OtherSettings)), "{other:?}");
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rendered_pages_are_stored_with_their_comparison() {
    let Some(browser) = crawler::render::find() else {
        assert!(std::env::var_os("MOTHERLODE_REQUIRE_BROWSER").is_none(), "no Chromium is installed");
        return eprintln!("skipped: no Chromium is installed (apt-get install chromium-headless-shell)");
    };
    in_each_mode(|at| async {
        let url = format!("http://{}/", Site::default().start().await);
        let website_id = website_at(&at, &url).await;
        let worker = at.worker_with(settings(&at));
        let (_, refused) = crawled_as(&at, website_id, &url, json!({"render": "all"})).await;
        assert_eq!(refused.error.expect("an error").r#type, "no-browser", "{}", at.world.name);
        worker.stop().await;
        let given = BrowserSettings { path: browser.path.clone(), has_sandbox: browser.has_sandbox };
        let own = settings(&at);
        let outside = OutsideSettings { browser: Some(given), ..own.outside.clone() };
        let worker = at.worker_with(FleetSettings { outside, ..own });
        let (found, ended) = crawled_as(&at, website_id, &url, json!({"render": "sample", "renderPages": 1})).await;
        let report = found.report.unwrap_or_else(|| panic!("{}: {:?}", at.world.name, ended.error)).0;
        assert_eq!(report.rendered, Some(RenderedCounts { pages: 1, failed: 0, changed: 0 }), "{report:?}");
        let (db, workspace_id) = (&at.world.db, at.world.workspace_id);
        let pages =
            crawl::page_list(db, workspace_id, found.id, &PageFilter::default(), 10).await.expect("pages").items;
        let facts = |path: &str| {
            let page = pages.iter().find(|page| page.url == format!("{url}{path}")).expect("a page");
            page.facts.0["rendered"].clone()
        };
        let title = json!("Plumber in Tulsa: repairs within the day");
        assert_eq!(facts("")["comparison"][0]["rendered"], title, "{}", facts(""));
        assert!(facts("a").is_null());
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn due_schedule_starts_one_crawl_and_none_while_it_runs() {
    in_each_mode(|at| async {
        let (db, workspace_id) = (&at.world.db, at.world.workspace_id);
        let url = format!("http://{}/", Site::default().start().await);
        let (idle, busy) = (website_at(&at, &url).await, website_of(&at, &url, "busy.example").await);
        stored_for(&at, busy, &url, now() + chrono::Duration::hours(1)).await;
        let schedule_of = async |website_id: Uuid| {
            let new = NewSchedule {
                workspace_id,
                user_id: at.world.user_id,
                website_id: Some(website_id),
                kind: RunKind::Crawl,
                engine_id: None,
                action: None,
                payload: json!({"url": url, "settings": {"delayMs": 0, "retries": 0, "maxPages": 2}}),
                name: "Yearly".to_owned(),
                cron: "0 6 1 1 *".to_owned(),
                time_zone: "UTC".to_owned(),
                next_at: now() - chrono::Duration::hours(1),
            };
            schedule::insert(db, &new, now()).await.expect("a schedule")
        };
        let (on_idle, on_busy) = (schedule_of(idle).await, schedule_of(busy).await);
        let worker = at.worker_with(settings(&at));
        let fired = async |id: Uuid| loop {
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            let found = schedule::find(db, workspace_id, id).await.expect("find").expect("the schedule");
            if found.next_at.is_some_and(|next| next > now()) {
                break found;
            }
        };
        let run_id = fired(on_idle).await.last_run_id.expect("a run");
        assert_eq!(at.ended(run_id).await.status, RunStatus::Succeeded, "{}", at.world.name);
        let crawls = crawl::list(db, workspace_id, Some(idle), None, 10).await.expect("crawls").items;
        assert_eq!(crawls.iter().map(|crawl| crawl.run_id).collect::<Vec<_>>(), [run_id], "{}", at.world.name);
        assert_eq!(crawls[0].report.as_ref().map(|report| report.fetched), Some(2), "its own settings");
        let skipped = fired(on_busy).await;
        assert_eq!(skipped.last_run_id, None, "{}", at.world.name);
        assert_eq!(skipped.skipped_reason.as_deref(), Some("The previous crawl was still running."));
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn site_that_cannot_be_read_fails_with_its_reason() {
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}/", listener.local_addr().expect("an address"));
        drop(listener);
        let website_id = website_at(&at, &url).await;
        let (found, ended) = crawled(&at, website_id, &url).await;
        assert_eq!((ended.status, found.finished_at), (RunStatus::Failed, None), "{}", at.world.name);
        assert_eq!(ended.error.expect("an error").r#type, "no-pages");
        let pages = crawl::page_list(&at.world.db, at.world.workspace_id, found.id, &PageFilter::default(), 10).await;
        assert_eq!(pages.expect("pages").items.len(), 0);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn private_address_is_refused() {
    in_each_mode(|at| async {
        let worker = at.worker_with(FleetSettings {
            outside: OutsideSettings { fetches_pages: true, guard: AddressGuard::default(), browser: None },
            ..settings(&at)
        });
        let website_id = website_at(&at, "http://127.0.0.1/").await;
        let (_, ended) = crawled(&at, website_id, "http://127.0.0.1/").await;
        assert_eq!(ended.error.expect("an error").r#type, "bad-crawl", "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}
