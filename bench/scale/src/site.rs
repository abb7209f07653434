//! The installation with the large website.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shared::{
    config::{Backends, FleetSettings, Mode},
    domain::{
        annotation::AnnotationKind,
        new_id, now,
        run::{NewRun, Run, RunKind, RunStatus},
        user::Role,
        website::WebsiteKind,
    },
    store::{
        Durability,
        annotation::{self, AnnotationBody},
        import::{self, NewImport},
        run, user,
        website::{self, NewWebsite},
        workspace,
    },
    uploads::Uploads,
};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::{files, market::HOST, process};

/// Ids of the website and its owner.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Ids {
    pub(crate) user: Uuid,
    pub(crate) workspace: Uuid,
    pub(crate) website: Uuid,
}

/// An installation with the website.
pub(crate) struct Site {
    pub(crate) backends: Backends,
    pub(crate) ids: Ids,
    uploads: PathBuf,
}

/// A worker in this process with the default number of slots.
pub(crate) struct Worker {
    stop: CancellationToken,
    task: JoinHandle<()>,
}

/// Generates the files, imports them, and records a change and an update; returns the cost.
pub(crate) async fn fill(data_dir: &Path, keywords: usize, pages: usize) -> anyhow::Result<Value> {
    ensure!(!data_dir.join("motherlode.db").exists(), "{} holds an installation already", data_dir.display());
    let folder = data_dir.join("files");
    std::fs::create_dir_all(&folder)?;
    let made = files::write(&folder, keywords, pages, now().date_naive())?;
    let site = Site::new(data_dir).await?;
    let worker = site.worker().await;
    let mut imports = Vec::new();
    for name in &made.files {
        let begun = Instant::now();
        let rows = site.import(&folder, name).await?;
        imports.push(json!({"file": name, "rows": rows, "seconds": begun.elapsed().as_secs_f64()}));
    }
    site.note(AnnotationKind::GoogleUpdate, &made.update, "An update of the search engine", &[]).await?;
    site.note(AnnotationKind::Edit, &made.change, "Pages rewritten with prices", &made.changed).await?;
    worker.stop().await?;
    site.close().await;
    std::fs::remove_dir_all(&folder)?;
    Ok(json!({"imports": imports, "peakMib": process::peak_mib()?}))
}

impl Site {
    async fn new(data_dir: &Path) -> anyhow::Result<Self> {
        let backends = open(data_dir).await?;
        backends.db.migrate().await?;
        let user = new_id();
        let mut tx = backends.db.begin().await?;
        let new = user::NewUser {
            id: user,
            email: format!("{user}@example.com"),
            first_name: "Bench".to_owned(),
            last_name: String::new(),
            company: None,
            role: Role::Free,
            password_hash: None,
        };
        user::insert(&mut tx, &new, now()).await?;
        tx.commit().await?;
        let workspace = workspace::list(&backends.db, user).await?.into_iter().next();
        let workspace = workspace.context("the account has no workspace")?.id;
        let new = NewWebsite {
            name: "Scale".to_owned(),
            url: format!("https://{HOST}/"),
            host: HOST.to_owned(),
            kind: WebsiteKind::Own,
        };
        let mut tx = backends.db.begin().await?;
        let website = website::insert(&mut tx, workspace, &new, now()).await?;
        tx.commit().await?;
        let ids = Ids { user, workspace, website };
        std::fs::write(data_dir.join("site.json"), serde_json::to_vec(&ids)?)?;
        Ok(Self { backends, ids, uploads: data_dir.join("uploads") })
    }

    pub(crate) async fn open(data_dir: &Path) -> anyhow::Result<Self> {
        let ids = std::fs::read(data_dir.join("site.json")).context("no website here yet: `fill` makes it")?;
        let ids = serde_json::from_slice(&ids)?;
        Ok(Self { backends: open(data_dir).await?, ids, uploads: data_dir.join("uploads") })
    }

    pub(crate) async fn worker(&self) -> Worker {
        let settings = FleetSettings { upload_dir: Some(self.uploads.clone()), ..FleetSettings::default() };
        let stop = CancellationToken::new();
        let task = tokio::spawn(workers::run(settings, self.backends.clone(), stop.clone()));
        // Waits for the worker's first reconciliation before the measurement.
        tokio::time::sleep(Duration::from_millis(500)).await;
        Worker { stop, task }
    }

    pub(crate) async fn enqueue(&self, new: &[NewRun]) -> anyhow::Result<()> {
        run::insert_many(&self.backends.db, new).await?;
        for new in new {
            self.backends.queue.deliver(new.lane, &[new.delivery()]).await?;
        }
        Ok(())
    }

    pub(crate) async fn ended(&self, id: Uuid, look_every: Duration) -> anyhow::Result<Run> {
        loop {
            let found = run::find_any(&self.backends.db, id).await?.context("the run is gone")?;
            if found.status.is_final() {
                return Ok(found);
            }
            tokio::time::sleep(look_every).await;
        }
    }

    async fn import(&self, folder: &Path, name: &str) -> anyhow::Result<i32> {
        let id = new_id();
        let Ids { user, workspace, website } = self.ids;
        let new = NewImport {
            id,
            workspace_id: workspace,
            website_id: Some(website),
            user_id: user,
            file_name: name.to_owned(),
        };
        import::insert(&self.backends.db, &new, now()).await?;
        self.upload(id, &folder.join(name)).await?;
        let preview = NewRun::new(workspace, user, RunKind::ImportPreview, json!({"importId": id}));
        self.succeeded(preview).await?;
        let read = NewRun {
            website_id: Some(website),
            ..NewRun::new(workspace, user, RunKind::Import, json!({"importId": id}))
        };
        let mut tx = self.backends.db.begin().await?;
        let begun = import::begin(&mut tx, workspace, id, website, read.id).await?;
        ensure!(begun.is_some(), "{name} was not previewed");
        tx.commit().await?;
        self.succeeded(read).await?;
        let imported = import::find(&self.backends.db, workspace, id).await?.context("the import is gone")?;
        ensure!(imported.rejected == 0, "{name}: {} rows were refused: {}", imported.rejected, imported.rejects.0);
        Ok(i32::try_from(imported.rows)?)
    }

    async fn upload(&self, id: Uuid, file: &Path) -> anyhow::Result<()> {
        let uploads = Uploads::new(Some(self.uploads.clone()), &self.backends.db);
        let mut writer = uploads.writer(id).await?;
        for piece in std::fs::read(file)?.chunks(4 << 20) {
            writer.append(piece).await?;
        }
        writer.finish().await?;
        Ok(())
    }

    async fn succeeded(&self, new: NewRun) -> anyhow::Result<()> {
        let id = new.id;
        self.enqueue(&[new]).await?;
        let ended = self.ended(id, Duration::from_millis(100)).await?;
        ensure!(ended.status == RunStatus::Succeeded, "an import failed: {:?}", ended.error);
        Ok(())
    }

    async fn note(&self, kind: AnnotationKind, day: &str, title: &str, pages: &[String]) -> anyhow::Result<()> {
        let body = AnnotationBody {
            website_id: Some(self.ids.website),
            day: day.parse()?,
            at: None,
            kind,
            title: title.to_owned(),
            detail: String::new(),
            pages: pages.to_vec(),
        };
        annotation::insert(&self.backends.db, self.ids.workspace, self.ids.user, &body, now()).await?;
        Ok(())
    }

    pub(crate) async fn close(self) {
        self.backends.db.close().await;
    }
}

impl Worker {
    pub(crate) async fn stop(self) -> anyhow::Result<()> {
        self.stop.cancel();
        Ok(self.task.await?)
    }
}

async fn open(data_dir: &Path) -> anyhow::Result<Backends> {
    let mode = Mode::Embedded { data_dir: data_dir.to_owned(), durability: Durability::PowerCut };
    Ok(mode.open().await?)
}
