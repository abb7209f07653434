//! robots.txt for the files that pages load, as search engines respect it.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::OnceCell;
use url::{Position, Url};

use super::limits;
use crate::{
    crawl::{HostRules, RobotsDecision, fetch_rules},
    fetch::Fetcher,
};

type Cell = Arc<OnceCell<HostRules>>;

/// Rules of the hosts that pages load files from.
#[derive(Default)]
pub(super) struct Rules(Mutex<HashMap<String, Cell>>);

impl Rules {
    /// Returns true if robots.txt allows to fetch the URL. Of too many hosts, the last are forbidden.
    pub(super) async fn allow(&self, fetcher: &Fetcher, url: &Url) -> bool {
        let Some(cell) = self.cell(&url[..Position::BeforePath]) else { return false };
        let rules = cell.get_or_init(|| fetch_rules(fetcher, url)).await;
        rules.decide(url) == RobotsDecision::Allowed
    }

    fn cell(&self, host: &str) -> Option<Cell> {
        let mut cells = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !cells.contains_key(host) && cells.len() >= limits::MOST_HOSTS {
            return None;
        }
        Some(Arc::clone(cells.entry(host.to_owned()).or_default()))
    }
}
