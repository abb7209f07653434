//! Which discovered URLs belong to the crawl.

use std::sync::{PoisonError, RwLock};

use regex::RegexSet;
use url::Url;

use super::{Settings, SettingsError};
use crate::urls::{Scope, is_safe, is_trap, normalise};

/// Filters of a crawl.
pub(super) struct Admission {
    scope: RwLock<Scope>,
    include: RegexSet,
    exclude: RegexSet,
    dropped: Vec<String>,
}

impl Admission {
    pub(super) fn new(settings: &Settings, start: &Url) -> Result<Self, SettingsError> {
        Ok(Self {
            scope: RwLock::new(Scope::new(settings.scope, start)),
            include: settings.included()?,
            exclude: settings.excluded()?,
            dropped: settings.dropped_parameters.clone(),
        })
    }

    /// Adds the host of a URL to the site.
    pub(super) fn adopt(&self, url: &Url) {
        self.scope.write().unwrap_or_else(PoisonError::into_inner).adopt(url);
    }

    /// Returns the normal form of a URL if it belongs to the site and passes the filters.
    pub(super) fn admit(&self, url: &Url) -> Admitted {
        let is_inside = self.scope.read().unwrap_or_else(PoisonError::into_inner).contains(url);
        if !is_inside || !url.port_or_known_default().is_some_and(is_safe) {
            return Admitted::Outside;
        }
        let text = normalise(url, &self.dropped);
        if is_trap(&text) {
            return Admitted::Trap(text);
        }
        let is_included = self.include.is_empty() || self.include.is_match(&text);
        if is_included && !self.exclude.is_match(&text) { Admitted::Url(text) } else { Admitted::Outside }
    }

    /// Returns the normal form of any URL.
    pub(super) fn normal(&self, url: &Url) -> String {
        normalise(url, &self.dropped)
    }
}

/// Whether a URL belongs to the crawl.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Admitted {
    /// It does, in this form.
    Url(String),
    /// It belongs to another site or is filtered.
    Outside,
    /// It belongs to an endless space.
    Trap(String),
}
