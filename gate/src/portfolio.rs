//! The other sites of the workspace.

use crate::{Market, Shingles, Sketch};

/// The other sites of the workspace and their pages.
#[derive(Debug, Clone, Default)]
pub struct Portfolio {
    /// Sites. Those that are offline are left out.
    pub sites: Vec<PortfolioSite>,
    /// Sketches of their pages.
    pub pages: Vec<StoredPage>,
}

/// Another site of the workspace.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PortfolioSite {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Host names, such as `tulsa-roofs.example.com`.
    pub hosts: Vec<String>,
    /// Markets that it targets.
    pub markets: Vec<Market>,
}

/// Sketch of a page of another site.
#[derive(Debug, Clone)]
pub struct StoredPage {
    /// Id of the site.
    pub site: String,
    /// Path of the page.
    pub path: String,
    /// Sketch.
    pub sketch: Sketch,
    /// Shingles; needed only for the pages that [`crate::Prepared::needs`] names.
    pub shingles: Option<Shingles>,
}

/// Names a page of another site.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PageKey {
    /// Id of the site.
    pub site: String,
    /// Path of the page.
    pub path: String,
}

/// Sketch of a page of the checked site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SketchedPage {
    /// Path of the page.
    pub path: String,
    /// Sketch.
    pub sketch: Sketch,
    /// Shingles.
    pub shingles: Shingles,
}
