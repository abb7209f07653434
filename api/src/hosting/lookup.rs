//! Looks up what hosts, slugs and keys of previews lead to.

use std::{sync::Arc, time::Instant};

use shared::store::{StoreError, release, report, site};
use tokio::sync::SemaphorePermit;
use uuid::Uuid;

use super::{
    Hosting,
    files::unpack,
    redirects::{self, Redirects},
    release::{Listed, Release},
    rules::{self, Rules},
    table::{Known, Table, Target},
};

/// Longest host (RFC 1035) and longest other key.
const MOST_CHARS: usize = 253;

/// Kind of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    /// Host in lower case.
    Host,
    /// Slug, for a site at any target.
    Slug,
    /// Key of a preview.
    Preview,
}

impl Hosting {
    /// Returns what a key leads to.
    ///
    /// # Errors
    /// Returns an error if a query fails and nothing is known from before.
    pub(super) async fn find(&self, key: Key, text: &str) -> Result<Option<Target>, StoreError> {
        if text.is_empty() || text.len() > MOST_CHARS {
            return Ok(None);
        }
        match self.table(key).get(text, Instant::now()) {
            Known::Fresh(target) => Ok(target),
            Known::Awaited(target) => Ok(Some(target)),
            Known::Stale(target) => {
                self.refresh(key, text);
                Ok(Some(target))
            }
            Known::No => match self.look_up(key, text).await {
                Ok(target) => Ok(target),
                Err(error) => self.table(key).last(text).map(Some).ok_or(error),
            },
        }
    }

    fn table(&self, key: Key) -> &Table {
        match key {
            Key::Host => &self.0.by_host,
            Key::Slug => &self.0.by_slug,
            Key::Preview => &self.0.by_key,
        }
    }

    /// Looks a key up again in the background.
    fn refresh(&self, key: Key, text: &str) {
        let (hosting, text) = (self.clone(), text.to_owned());
        tokio::spawn(async move {
            if let Err(error) = hosting.look_up(key, &text).await {
                tracing::warn!(%error, "a site could not be looked up again; its last known release is served");
                hosting.table(key).retry(&text);
            }
        });
    }

    async fn look_up(&self, key: Key, text: &str) -> Result<Option<Target>, StoreError> {
        let Some(turn) = self.turn().await else { return Ok(None) };
        let began = Instant::now();
        // Somebody else may have looked it up in the meantime.
        if let Known::Fresh(target) = self.table(key).get(text, began) {
            return Ok(target);
        }
        let target = self.query(key, text, turn).await?;
        self.table(key).insert(text, target.clone(), began);
        Ok(target)
    }

    /// Waits for a turn to query the database; `None` at shutdown.
    async fn turn(&self) -> Option<SemaphorePermit<'_>> {
        self.0.look_ups.acquire().await.ok()
    }

    async fn query(&self, key: Key, text: &str, _turn: SemaphorePermit<'_>) -> Result<Option<Target>, StoreError> {
        let found = match key {
            Key::Host => return self.of_host(text).await,
            Key::Preview => {
                let found = release::find_by_preview_key(&self.0.db, text).await?;
                found.map(|release| (release.website_id, release.id))
            }
            Key::Slug => site::live_by_slug(&self.0.db, text).await?.map(|live| (live.id, live.release_id)),
        };
        self.site(found).await
    }

    async fn site(&self, found: Option<(Uuid, Uuid)>) -> Result<Option<Target>, StoreError> {
        let Some((website_id, release_id)) = found else { return Ok(None) };
        let release = self.release(release_id).await?;
        Ok(release.map(|release| Target::Site { website_id, release }))
    }

    /// Returns the site at a host of built-in hosting, with its release, or the reports at a report domain.
    async fn of_host(&self, host: &str) -> Result<Option<Target>, StoreError> {
        let live = match self.0.hosts.slug(host) {
            Some(slug) => site::live_by_slug(&self.0.db, slug).await?,
            None => site::live_by_host(&self.0.db, host).await?,
        };
        let Some(live) = live else {
            if self.0.hosts.is_of_hosting(host) {
                return Ok(None);
            }
            if let Some(domain) = report::domain_by_host(&self.0.db, host).await? {
                return Ok(Some(Target::Reports(domain.into())));
            }
            // It may be claimed without proof: DNS may have that by now.
            self.check_soon(host);
            return Ok(None);
        };
        self.site(live.is_hosted.then_some((live.id, live.release_id))).await
    }

    /// Returns a release with its files.
    async fn release(&self, id: Uuid) -> Result<Option<Arc<Release>>, StoreError> {
        if let Some(release) = self.0.releases.get(&id) {
            return Ok(Some(release));
        }
        let Some(manifest) = release::manifest(&self.0.db, id).await? else { return Ok(None) };
        let listed: Vec<Listed> = manifest.into_iter().map(Listed::from).collect();
        let rules = self.rules(id, &listed).await?;
        let redirects = self.redirects(id, &listed).await?;
        let release = Arc::new(Release::new(id, listed, &rules).with_redirects(redirects));
        self.0.releases.insert(id, release.clone(), release.bytes());
        Ok(Some(release))
    }

    /// Reads the file `_headers`; without one there are no rules.
    async fn rules(&self, id: Uuid, listed: &[Listed]) -> Result<Rules, StoreError> {
        let text = self.text(id, listed, (rules::FILE, rules::MOST_BYTES)).await?;
        Ok(Rules::parse(&String::from_utf8_lossy(&text)))
    }

    /// Reads the file `_redirects`; without one there are none.
    async fn redirects(&self, id: Uuid, listed: &[Listed]) -> Result<Redirects, StoreError> {
        let text = self.text(id, listed, (redirects::FILE, redirects::MOST_BYTES)).await?;
        Ok(Redirects::parse(&text))
    }

    /// Reads a file that configures the release; empty without one.
    async fn text(&self, id: Uuid, listed: &[Listed], (name, most): (&str, u64)) -> Result<Vec<u8>, StoreError> {
        let file = listed.iter().find(|file| file.path == name && file.size <= most);
        let Some(file) = file else { return Ok(Vec::new()) };
        let Some(blob) = release::blob(&self.0.db, id, &file.sha256).await? else { return Ok(Vec::new()) };
        let text = unpack(&blob.bytes, file.size);
        if let Err(error) = &text {
            tracing::error!(%error, site.file = %file.sha256, "a file that configures a site cannot be read");
        }
        Ok(text.map(|text| text.to_vec()).unwrap_or_default())
    }
}

impl From<shared::domain::release::ReleaseFile> for Listed {
    fn from(file: shared::domain::release::ReleaseFile) -> Self {
        let size = u64::try_from(file.size).unwrap_or(0);
        Self { path: file.path, sha256: file.sha256, size, content_type: file.content_type }
    }
}
