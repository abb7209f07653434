//! Where the pages of a website are read before they are changed.

use std::collections::HashMap;

use edits::files::candidates;
use shared::{
    domain::{
        edit::{EditWay, WebsiteAccess},
        release::ReleaseFile,
    },
    store::{release, site, website_access},
};
use targets::access::Access;
use uuid::Uuid;

use super::{
    Job,
    access::{access_error, open},
    address, blobs,
    public::{Public, fetch_error},
};
use crate::error::JobError;

/// A page as it is before the changes.
#[derive(Debug)]
pub(super) struct Found {
    /// Path of its file.
    pub(super) file: String,
    pub(super) bytes: Vec<u8>,
}

/// Source of the pages of a website.
pub(super) enum Source {
    /// Files of the live release of a site that is built here.
    Release {
        id: Uuid,
        files: HashMap<String, ReleaseFile>,
        base: String,
        /// Whether the target of the site serves redirects.
        has_redirects: bool,
    },
    /// Live files.
    Access(Box<Access>, Box<WebsiteAccess>),
    /// Public pages.
    Public(Public, String),
}

impl Source {
    /// Opens the best source that the website has.
    pub(super) async fn open(job: &Job<'_>) -> Result<Self, JobError> {
        let (db, ws, website_id) = (&job.context.db, job.context.run.workspace_id, job.edit.website_id);
        if let Some(site) = site::find(db, ws, website_id).await?.filter(|site| site.archived_at.is_none()) {
            return Self::of_site(job, &site).await;
        }
        if website_access::find(db, ws, website_id).await?.is_some() {
            let (access, row) = open(job.context, website_id).await?;
            return Ok(Self::Access(Box::new(access), Box::new(row)));
        }
        Ok(Self::Public(Public::new(job.context)?, job.edit.website_url.clone()))
    }

    async fn of_site(job: &Job<'_>, site: &shared::domain::site::Site) -> Result<Self, JobError> {
        let (db, ws) = (&job.context.db, job.context.run.workspace_id);
        let live = match site.live_release_id {
            Some(id) => release::find_full(db, ws, id).await?,
            None => None,
        };
        let live = live.ok_or_else(|| {
            JobError::permanent("not-live", "The site is not live. Deploy it first, or change its pages in the editor.")
        })?;
        let has_redirects = match site.target_id {
            None => true,
            Some(id) => shared::store::deploy_target::find(db, ws, id).await?.is_some_and(|target| {
                use shared::domain::deploy_target::TargetKind::{CloudflarePages, Hosting, Netlify};
                matches!(target.kind, Hosting | Netlify | CloudflarePages)
            }),
        };
        let files = live.manifest.0.into_iter().map(|file| (file.path.clone(), file)).collect();
        Ok(Self::Release { id: live.release.id, files, base: site.url.clone(), has_redirects })
    }

    /// Returns how changes reach the website.
    pub(super) const fn way(&self) -> EditWay {
        match self {
            Self::Release { .. } => EditWay::Release,
            Self::Access(..) => EditWay::Access,
            Self::Public(..) => EditWay::Person,
        }
    }

    /// Returns the public address of the website.
    pub(super) fn base(&self) -> &str {
        match self {
            Self::Release { base, .. } | Self::Public(_, base) => base,
            Self::Access(_, row) => &row.base_url,
        }
    }

    /// Reads a page; the reason if it cannot be read.
    pub(super) async fn page(&self, job: &Job<'_>, path: &str) -> Result<Result<Found, String>, JobError> {
        let names = candidates(path);
        if let Self::Public(public, base) = self {
            // A person may change a page that a program creates.
            let own = || path.trim_start_matches('/').to_owned();
            let file = names.ok().and_then(|names| names.into_iter().next()).unwrap_or_else(own);
            let Some(url) = address(base, path) else {
                return Ok(Err("the path is not one of the website".to_owned()));
            };
            return match public.page(&url).await {
                Ok(page) => Ok(Ok(Found { file, bytes: page.bytes })),
                Err(error) if error.is_transient() => Err(fetch_error(&error)),
                Err(error) => Ok(Err(error.to_string())),
            };
        }
        let names = match names {
            Ok(names) => names,
            Err(error) => return Ok(Err(error.to_string())),
        };
        for name in &names {
            if let Some(bytes) = self.file(job, name).await? {
                return Ok(Ok(Found { file: name.clone(), bytes }));
            }
        }
        Ok(Err(format!("there is no file {}", names.join(", "))))
    }

    /// Reads a file; `None` if there is none, or if files cannot be read.
    pub(super) async fn file(&self, job: &Job<'_>, name: &str) -> Result<Option<Vec<u8>>, JobError> {
        match self {
            Self::Public(..) => Ok(None),
            Self::Release { id, files, .. } => match files.get(name) {
                Some(file) => blobs::of_release(job.context, *id, &file.sha256).await.map(Some),
                None => Ok(None),
            },
            Self::Access(access, _) => {
                let found = access.read(name, &job.context.stop()).await;
                match found {
                    Ok(found) => Ok(found.map(|file| file.bytes)),
                    // A folder or a link of this name is no page.
                    Err(error) if matches!(error.kind(), "in-the-way" | "path") => Ok(None),
                    Err(error) => Err(access_error(error)),
                }
            }
        }
    }
}
