//! Links of a crawl to other websites.

use crawler::{
    Cancel,
    crawl::{Names, Settings},
    external::{ExternalAnswer, ExternalLinks},
};
use shared::domain::crawl::Crawl;
use url::Url;

use super::fetch::stop_with;
use crate::{context::RunContext, error::JobError};

/// Links to other websites and how to ask for them.
pub(super) struct External {
    settings: Settings,
    pub(super) links: ExternalLinks,
}

impl External {
    pub(super) fn new(crawl: &Crawl) -> Result<Self, JobError> {
        let settings = serde_json::from_value(crawl.settings.0.clone()).map_err(|error| JobError::defect(&error))?;
        Ok(Self { settings, links: ExternalLinks::default() })
    }

    /// Asks for the links. Returns what is known about them.
    pub(super) async fn check(self, context: &RunContext) -> Result<Vec<(Url, ExternalAnswer)>, JobError> {
        let (cancel, names) = (Cancel::default(), Names::default());
        // The second future never ends: it only sets the flag, and the first then ends by itself.
        let checked = tokio::select! {
            checked = self.links.check(&self.settings, &context.outside.guard, &names, &cancel) => checked,
            never = stop_with(context, &cancel) => match never {},
        };
        checked.map_err(|error| JobError::defect(&error))
    }
}
