//! Edits of existing pages: through an access with canaries, and by a person. What the website does not show is restored,
//! also if a worker dies.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::Duration,
};

use serde_json::{Value, json};
use shared::{
    domain::{
        edit::{AccessKind, Edit, EditFileStage, EditStatus, EditStep, EditWay, WebsiteAccess},
        new_id, now,
        opportunity::{OpportunityBody, OpportunityStatus},
        run::{Lane, Run, RunStatus},
        website::WebsiteKind,
    },
    store::{
        annotation,
        edit::{self, EditBody, EditStart, NewEdit},
        experiment, kill_switch, opportunity, run, website,
        website::NewWebsite,
        website_access,
    },
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};
use uuid::Uuid;

use crate::{
    installation::{Installation, in_each_mode},
    sites::{self, NO_LIMITS, settings},
};

const PAGES: [&str; 4] = ["index.html", "a/index.html", "b/index.html", "c.html"];
const PATHS: [&str; 4] = ["/", "/a/", "/b/", "/c"];

fn page(name: &str) -> String {
    // Odd spaces, an unquoted attribute and a comment show whether other bytes stay as they are.
    format!(
        "<!doctype html>\n<html lang=en><head>\n <title>Old {name}</title >\n<meta name=\"description\" content='Old words'>\n\
         </head><body class=x  data-y='1'><!-- kept -->\n<main><h1>Old heading</h1>\n<p>We offer drain cleaning &amp; more.</p>\
         </main></body></html>\n"
    )
}

/// A web server of a folder. Pages in `stale` answer as they were at its start.
#[derive(Clone)]
struct Server {
    url: String,
    folder: PathBuf,
    stale: Arc<Mutex<HashSet<String>>>,
}

impl Server {
    async fn start(folder: &Path) -> Self {
        for (file, path) in PAGES.iter().zip(PATHS) {
            let file = folder.join(file);
            std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            std::fs::write(file, page(path)).expect("a page");
        }
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}/", listener.local_addr().expect("an address"));
        let server = Self { url, folder: folder.to_owned(), stale: Arc::default() };
        let own = server.clone();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let own = own.clone();
                tokio::spawn(async move {
                    let mut request = vec![0; 8_192];
                    let length = stream.read(&mut request).await.unwrap_or(0);
                    let head = String::from_utf8_lossy(&request[..length]).into_owned();
                    let path = head.split(' ').nth(1).unwrap_or("/").to_owned();
                    let answer = own.answer(&path);
                    let (status, body) = answer.map_or(("404 Not Found", Vec::new()), |body| ("200 OK", body));
                    let head = format!(
                        "HTTP/1.1 {status}\r\ncontent-type: text/html\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                        body.len()
                    );
                    let _ = stream.write_all(&[head.into_bytes(), body].concat()).await;
                    let _ = stream.shutdown().await;
                });
            }
        });
        server
    }

    fn answer(&self, path: &str) -> Option<Vec<u8>> {
        if self.stale.lock().expect("not poisoned").contains(path) {
            return Some(page(path).into_bytes());
        }
        let at = PATHS.iter().position(|known| *known == path)?;
        std::fs::read(self.folder.join(PAGES[at])).ok()
    }

    fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.folder.join(file)).expect("a page")
    }

    fn is_as_before(&self) -> bool {
        PAGES.iter().zip(PATHS).all(|(file, path)| self.read(file) == page(path))
    }
}

/// A website with a server; with an access to its folder if wanted.
async fn website_at(at: &Installation, has_access: bool) -> (Uuid, Server) {
    let folder = sites::folder(at).join(format!("live-{}", new_id()));
    let server = Server::start(&folder).await;
    let (db, ws) = (&at.world.db, at.world.workspace_id);
    let new = NewWebsite {
        name: "Old site".to_owned(),
        url: server.url.clone(),
        host: new_id().to_string(),
        kind: WebsiteKind::Own,
    };
    let mut tx = db.begin().await.expect("begin");
    let id = website::insert(&mut tx, ws, &new, now()).await.expect("insert");
    tx.commit().await.expect("commit");
    if has_access {
        let access = WebsiteAccess {
            website_id: id,
            workspace_id: ws,
            kind: AccessKind::Folder,
            settings: json!({ "path": folder }).into(),
            sealed_secret: None,
            base_url: server.url.clone(),
            tested_at: None,
            created_at: now(),
            updated_at: now(),
        };
        assert!(website_access::put(db, &access).await.expect("put"));
    }
    (id, server)
}

fn titles(paths: &[&str]) -> Vec<Value> {
    paths.iter().map(|path| json!({"kind": "set_title", "path": path, "title": format!("New {path}")})).collect()
}

pub(crate) async fn new_edit(
    at: &Installation, website_id: Uuid, opportunity_id: Option<Uuid>, changes: Vec<Value>,
) -> Uuid {
    let body =
        EditBody { title: "Better titles".to_owned(), reason: "They say more.".to_owned(), changes, is_measured: true };
    let new = NewEdit { id: new_id(), website_id, opportunity_id, undoes_id: None, body };
    let mut tx = at.world.db.begin().await.expect("begin");
    edit::insert(&mut tx, at.world.workspace_id, at.world.user_id, &new, now()).await.expect("insert");
    tx.commit().await.expect("commit");
    new.id
}

async fn get(at: &Installation, id: Uuid) -> Edit {
    edit::find(&at.world.db, at.world.workspace_id, id).await.expect("find").expect("the edit")
}

/// Starts a step like the API; returns its run, which is not delivered.
pub(crate) async fn start(at: &Installation, id: Uuid, step: EditStep) -> Run {
    let mut tx = at.world.db.begin().await.expect("begin");
    let key = (at.world.workspace_id, id);
    let started = edit::start(&mut tx, NO_LIMITS, key, at.world.user_id, step, now()).await.expect("start");
    tx.commit().await.expect("commit");
    let EditStart::Run(run, _) = started else { panic!("{}: {started:?}", at.world.name) };
    *run
}

/// Takes a step to the end of its run.
pub(crate) async fn step(at: &Installation, id: Uuid, step: EditStep) -> (Run, Edit) {
    let run = start(at, id, step).await;
    at.backends.queue.deliver(run.lane, &[run.delivery()]).await.expect("deliver");
    let run = at.ended(run.id).await;
    (run, get(at, id).await)
}

pub(crate) async fn prepared(at: &Installation, id: Uuid) -> Edit {
    let (run, edit) = step(at, id, EditStep::Prepare).await;
    assert_eq!(run.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, run.error);
    assert_eq!((edit.status, edit.detail.as_str()), (EditStatus::Ready, ""), "{}", at.world.name);
    edit
}

pub(crate) async fn reached(at: &Installation, id: Uuid, wanted: &[EditStatus]) -> Edit {
    for _ in 0..1_200 {
        let edit = get(at, id).await;
        if wanted.contains(&edit.status) {
            return edit;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{}: it stays as it is: {:?}", at.world.name, get(at, id).await);
}

async fn opportunity(at: &Installation, website_id: Uuid) -> Uuid {
    let body = OpportunityBody {
        title: "Better titles".to_owned(),
        category: "content_improve".to_owned(),
        difficulty: None,
        score: 50.0,
        engine_id: None,
        keyword: None,
        impact: None,
        effort_minutes: None,
        quick_win: true,
        automated: false,
        edited: false,
        evidence: json!([]),
    };
    let (db, ws) = (&at.world.db, at.world.workspace_id);
    let mut tx = db.begin().await.expect("begin");
    let new = opportunity::insert(&mut tx, ws, Some(website_id), &body, now()).await.expect("insert").expect("it");
    let status = OpportunityStatus::Implementing;
    opportunity::update(&mut tx, ws, new.id, status, &body, now()).await.expect("update");
    tx.commit().await.expect("commit");
    new.id
}

async fn status_of(at: &Installation, opportunity_id: Uuid) -> OpportunityStatus {
    let found = opportunity::find(&at.world.db, at.world.workspace_id, opportunity_id).await.expect("find");
    found.expect("the opportunity").status
}

#[tokio::test(flavor = "multi_thread")]
async fn access_edit_is_verified_measured_and_undone() {
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at).await);
        let (website_id, server) = website_at(&at, true).await;
        let opportunity_id = opportunity(&at, website_id).await;
        let mut changes = titles(&PATHS);
        changes.push(json!({"kind": "set_description", "path": "/a/", "description": "What it costs & why"}));
        changes.push(json!({"kind": "add_link", "path": "/b/", "target": "/c", "anchor": "drain cleaning"}));
        let id = new_edit(&at, website_id, Some(opportunity_id), changes).await;
        let ready = prepared(&at, id).await;
        assert_eq!((ready.way, ready.canary_files, ready.files), (Some(EditWay::Access), 1, 4), "{}", at.world.name);
        assert_eq!(ready.preview["files"][0]["after"]["title"], "New /", "{}", at.world.name);
        assert!(server.is_as_before(), "{}: preparing writes nothing", at.world.name);
        let (run, edit) = step(&at, id, EditStep::Apply).await;
        assert_eq!(run.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, run.error);
        assert_eq!(edit.status, EditStatus::Applied, "{}: {}", at.world.name, edit.detail);
        assert!(edit.checked.iter().all(|one| one["isApplied"] == true), "{}: {:?}", at.world.name, edit.checked);
        let (a, b) = (server.read("a/index.html"), server.read("b/index.html"));
        assert_eq!(a.matches("What it costs &amp; why").count(), 1, "{}: {a}", at.world.name);
        assert!(
            b.contains("href=\"/c\"") && b.contains("<body class=x  data-y='1'><!-- kept -->"),
            "{}",
            at.world.name
        );
        let (db, ws) = (&at.world.db, at.world.workspace_id);
        let entry = annotation::find(db, ws, edit.annotation_id.expect("an entry")).await.expect("find").expect("it");
        assert_eq!((entry.pages.len(), entry.website_id), (4, Some(website_id)), "{}", at.world.name);
        let measured = experiment::find(db, ws, edit.experiment_id.expect("an experiment")).await.expect("find");
        assert_eq!(measured.map(|one| one.days), Some(28), "{}", at.world.name);
        assert_eq!(status_of(&at, opportunity_id).await, OpportunityStatus::Implemented, "{}", at.world.name);
        let (run, undone) = step(&at, id, EditStep::Undo).await;
        assert_eq!(run.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, run.error);
        assert_eq!((undone.status, undone.written_files), (EditStatus::Undone, 0), "{}", at.world.name);
        assert!(server.is_as_before(), "{}: every byte is restored", at.world.name);
        assert_eq!(status_of(&at, opportunity_id).await, OpportunityStatus::InReview, "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn third_file_that_was_changed_meanwhile_restores_the_others() {
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at).await);
        let (website_id, server) = website_at(&at, true).await;
        let opportunity_id = opportunity(&at, website_id).await;
        let id = new_edit(&at, website_id, Some(opportunity_id), titles(&PATHS)).await;
        prepared(&at, id).await;
        std::fs::write(server.folder.join(PAGES[2]), "<title>Somebody else's</title>").expect("write");
        let (run, edit) = step(&at, id, EditStep::Apply).await;
        assert_eq!(run.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, run.error);
        assert_eq!(edit.status, EditStatus::RolledBack, "{}: {}", at.world.name, edit.detail);
        assert!(
            edit.detail.contains("changed") && edit.detail.contains("restored"),
            "{}: {}",
            at.world.name,
            edit.detail
        );
        assert_eq!(server.read(PAGES[2]), "<title>Somebody else's</title>", "{}", at.world.name);
        for at_page in [0, 1, 3] {
            assert_eq!(server.read(PAGES[at_page]), page(PATHS[at_page]), "{}", at.world.name);
        }
        assert_eq!((edit.annotation_id, edit.applied_at), (None, None), "{}: nothing is measured", at.world.name);
        assert_eq!(status_of(&at, opportunity_id).await, OpportunityStatus::Failed, "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn canary_that_visitors_do_not_get_is_the_only_file_written() {
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at).await);
        let (website_id, server) = website_at(&at, true).await;
        let id = new_edit(&at, website_id, None, titles(&PATHS)).await;
        prepared(&at, id).await;
        let modified =
            |file: &str| std::fs::metadata(server.folder.join(file)).expect("a page").modified().expect("a time");
        let before: Vec<_> = PAGES.iter().map(|file| modified(file)).collect();
        server.stale.lock().expect("not poisoned").insert("/".to_owned());
        let (_, edit) = step(&at, id, EditStep::Apply).await;
        assert_eq!(edit.status, EditStatus::RolledBack, "{}: {}", at.world.name, edit.detail);
        assert!(edit.detail.contains("does not show change 1"), "{}: {}", at.world.name, edit.detail);
        assert!(server.is_as_before(), "{}", at.world.name);
        for (no, file) in PAGES.iter().enumerate().skip(1) {
            assert_eq!(modified(file), before[no], "{}: {file} was touched", at.world.name);
        }
        // After the cache of the website has the new page, the same edit succeeds.
        server.stale.lock().expect("not poisoned").clear();
        prepared(&at, id).await;
        let (_, edit) = step(&at, id, EditStep::Apply).await;
        assert_eq!(edit.status, EditStatus::Applied, "{}: {}", at.world.name, edit.detail);
        worker.stop().await;
        at
    })
    .await;
}

/// Returns the content that an edit gives a file.
async fn after(at: &Installation, id: Uuid, path: &str) -> Vec<u8> {
    let (db, ws) = (&at.world.db, at.world.workspace_id);
    let files = edit::files(db, ws, id).await.expect("files");
    let file = files.iter().find(|file| file.path == path).expect("the file");
    let blob = edit::blob(db, ws, id, &file.after_sha256).await.expect("blob").expect("it");
    let mut bytes = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(blob.bytes.as_slice()), &mut bytes).expect("gzip");
    bytes
}

/// A worker that claims a run and dies.
pub(crate) async fn die(at: &Installation, id: Uuid) {
    let lease = now() + chrono::Duration::seconds(1);
    let claim = run::claim(&at.world.db, Lane::Interactive, &[id], new_id(), 10, now(), lease).await.expect("claim");
    assert_eq!(claim.runs.len(), 1, "{}", at.world.name);
}

#[tokio::test(flavor = "multi_thread")]
async fn edit_of_a_dead_worker_goes_on_where_it_ended() {
    in_each_mode(|at| async {
        let settings = settings(&at).await;
        let worker = at.worker_with(settings.clone());
        let (website_id, server) = website_at(&at, true).await;
        let id = new_edit(&at, website_id, None, titles(&PATHS)).await;
        prepared(&at, id).await;
        worker.stop().await;
        let run = start(&at, id, EditStep::Apply).await;
        die(&at, run.id).await;
        // It had written the first file and died before that was recorded.
        std::fs::write(server.folder.join(PAGES[0]), after(&at, id, PAGES[0]).await).expect("write");
        let worker = at.worker_with(settings);
        let run = at.ended(run.id).await;
        assert_eq!((run.status, run.attempt), (RunStatus::Succeeded, 2), "{}: {:?}", at.world.name, run.error);
        let edit = get(&at, id).await;
        assert_eq!(edit.status, EditStatus::Applied, "{}: {}", at.world.name, edit.detail);
        let (db, ws) = (&at.world.db, at.world.workspace_id);
        let files = edit::files(db, ws, id).await.expect("files");
        assert!(files.iter().all(|file| file.stage == EditFileStage::Verified), "{}: {files:?}", at.world.name);
        let entries = annotation::list(db, ws, &annotation::Filter::default(), 10).await.expect("list").items;
        assert_eq!(entries.len(), 1, "{}: recorded once", at.world.name);
        let (_, undone) = step(&at, id, EditStep::Undo).await;
        assert_eq!(undone.status, EditStatus::Undone, "{}", at.world.name);
        assert!(server.is_as_before(), "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn restoration_of_a_dead_worker_goes_on() {
    in_each_mode(|at| async {
        let settings = settings(&at).await;
        let worker = at.worker_with(settings.clone());
        let (website_id, server) = website_at(&at, true).await;
        let id = new_edit(&at, website_id, None, titles(&PATHS)).await;
        prepared(&at, id).await;
        worker.stop().await;
        let started = start(&at, id, EditStep::Apply).await;
        die(&at, started.id).await;
        // It had written two files, began to restore them, and died.
        let dead = at.world.run(started.id).await;
        for no in [0, 1] {
            std::fs::write(server.folder.join(PAGES[no]), after(&at, id, PAGES[no]).await).expect("write");
            let stage = EditFileStage::Written;
            assert!(edit::advance(&at.world.db, &dead, id, PAGES[no], stage).await.expect("advance"));
        }
        assert!(edit::keep_failure(&at.world.db, &dead, id, "The second page failed.").await.expect("keep"));
        let worker = at.worker_with(settings);
        at.ended(started.id).await;
        let edit = get(&at, id).await;
        assert_eq!(edit.status, EditStatus::RolledBack, "{}: {}", at.world.name, edit.detail);
        assert!(edit.detail.starts_with("The second page failed."), "{}: {}", at.world.name, edit.detail);
        assert!(server.is_as_before(), "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn kill_switch_lets_nothing_be_written() {
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at).await);
        let (website_id, server) = website_at(&at, true).await;
        let id = new_edit(&at, website_id, None, titles(&PATHS)).await;
        prepared(&at, id).await;
        let switch = async |is_on: bool| {
            let mut tx = at.world.db.begin().await.expect("begin");
            let scope = kill_switch::Scope::Workspace(at.world.workspace_id);
            kill_switch::set(&mut tx, scope, is_on, "", None, now()).await.expect("set");
            tx.commit().await.expect("commit");
        };
        switch(true).await;
        let (run, edit) = step(&at, id, EditStep::Apply).await;
        assert_eq!(run.error.map(|error| error.0.r#type), Some("stopped".to_owned()), "{}", at.world.name);
        assert_eq!((edit.status, edit.written_files), (EditStatus::Failed, 0), "{}", at.world.name);
        assert!(server.is_as_before(), "{}", at.world.name);
        switch(false).await;
        prepared(&at, id).await;
        let (_, edit) = step(&at, id, EditStep::Apply).await;
        assert_eq!(edit.status, EditStatus::Applied, "{}: {}", at.world.name, edit.detail);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn problems_of_pages_are_named_and_leave_a_draft() {
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at).await);
        let (website_id, server) = website_at(&at, true).await;
        let missing = new_edit(&at, website_id, None, titles(&["/none/", "/"])).await;
        let (_, edit) = step(&at, missing, EditStep::Prepare).await;
        assert_eq!(edit.status, EditStatus::Draft, "{}", at.world.name);
        assert!(edit.detail.contains("/none/"), "{}: {}", at.world.name, edit.detail);
        let link = json!({"kind": "add_link", "path": "/a/", "target": "/c", "anchor": "words that are not there"});
        let id = new_edit(&at, website_id, None, vec![link]).await;
        let (_, edit) = step(&at, id, EditStep::Prepare).await;
        assert_eq!(edit.status, EditStatus::Draft, "{}", at.world.name);
        assert!(edit.detail.starts_with("Change 1 of /a/"), "{}: {}", at.world.name, edit.detail);
        for hostile in ["/../../etc/passwd", "/%2e%2e/secret", "/.git/config"] {
            let id = new_edit(&at, website_id, None, titles(&[hostile])).await;
            let (_, edit) = step(&at, id, EditStep::Prepare).await;
            assert_eq!(edit.status, EditStatus::Draft, "{}: {hostile}", at.world.name);
            assert!(!edit.detail.is_empty(), "{}: {hostile}", at.world.name);
        }
        assert!(server.is_as_before(), "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn person_makes_the_changes_and_the_check_finds_them() {
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at).await);
        let (website_id, server) = website_at(&at, false).await;
        let id = new_edit(&at, website_id, None, titles(&["/", "/a/"])).await;
        assert_eq!(prepared(&at, id).await.way, Some(EditWay::Person), "{}", at.world.name);
        let mut tx = at.world.db.begin().await.expect("begin");
        let key = (at.world.workspace_id, id);
        let done = edit::approve_for_person(&mut tx, key, at.world.user_id, now()).await.expect("approve");
        assert!(matches!(done, EditStart::Done(_)), "{}: {done:?}", at.world.name);
        tx.commit().await.expect("commit");
        let (_, edit) = step(&at, id, EditStep::Check).await;
        assert_eq!((edit.status, edit.detail.as_str()), (EditStatus::Waiting, "0 of 2 changes are on the website."));
        for no in [0, 1] {
            let changed = page(PATHS[no]).replace("Old /", "New /");
            std::fs::write(server.folder.join(PAGES[no]), changed).expect("write");
        }
        let (_, edit) = step(&at, id, EditStep::Check).await;
        assert_eq!(edit.status, EditStatus::Applied, "{}: {}", at.world.name, edit.detail);
        assert!(edit.annotation_id.is_some() && edit.can_be_undone(), "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}
