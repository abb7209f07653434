//! Records of imports with tables of their own: backlinks, sessions, leads, revenue and visits of crawlers.
//!
//! A record counts while its batch is committed, its import's conflict rule did not supersede it, and no later record of
//! the website has its key. So undoing an import shows what it replaced.

mod backlinks;
mod bing;
mod insert;
mod lead_rate;
mod lead_value;
mod leads;
mod period;
mod revenue;
mod sessions;
mod supersede;
mod visits;

pub use backlinks::{backlink_groups, backlinks, referring_domains};
pub use bing::{BingFigures, BingPeriod, bing_groups, bing_pages, bing_queries, bing_rows, has_bing_queries};
pub use insert::insert;
pub use lead_rate::lead_rate;
pub use lead_value::{LeadRevenue, lead_revenue};
pub use leads::{lead_count, lead_groups, leads};
pub use period::{LeadsOfFile, RevenueOfFile, SessionsOfFile, leads_within, revenue_within, sessions_within};
pub use revenue::{revenue, revenue_groups, revenue_totals};
pub use sessions::{session_groups, sessions};
pub use supersede::supersede;
pub use visits::{visit_groups, visit_source};

/// The text of a statement on the current records of a website: `$1` is the workspace, `$2` the website. The table is
/// `r`, its import `imports`.
macro_rules! current {
    ($select:expr, $table:literal, $rest:expr) => {
        concat!(
            "SELECT ",
            $select,
            " FROM import_batches b JOIN imports ON imports.id = b.import_id JOIN ",
            $table,
            " r ON r.batch_id = b.id
              WHERE b.website_id = $2 AND imports.workspace_id = $1 AND b.committed AND NOT r.superseded
                AND NOT EXISTS (SELECT 1 FROM ",
            $table,
            " n JOIN import_batches nb ON nb.id = n.batch_id
                 WHERE n.key = r.key AND nb.website_id = $2 AND nb.committed AND NOT n.superseded
                   AND (n.batch_id > r.batch_id OR (n.batch_id = r.batch_id AND n.no > r.no)))",
            $rest
        )
    };
}

/// The columns of a record's place and import.
macro_rules! with_import {
    ($columns:literal) => {
        concat!("r.batch_id, r.no, ", $columns, ", imports.id AS import_id, imports.file_name, imports.imported_at")
    };
}

use {current, with_import};

/// Returns a pattern of LIKE for texts that contain `text`, with `!` as its escape.
pub(super) fn pattern(text: Option<&str>) -> Option<String> {
    let text = text.map(str::trim).filter(|text| !text.is_empty())?.to_lowercase();
    Some(format!("%{}%", text.replace('!', "!!").replace('%', "!%").replace('_', "!_")))
}
