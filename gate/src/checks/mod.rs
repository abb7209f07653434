//! The checks, in order.

mod context;
mod g01_doorway_similarity;
mod g02_unique_facts;
mod g03_same_market;
mod g04_velocity;
mod g05_city_lists;
mod g06_stuffing;
mod g07_thin;
mod g08_unsupported_claims;
mod g09_fabricated_trust;
mod g10_schema_types;
mod g11_schema_valid;
mod g12_disclosure;
mod g13_consent;
mod g14_indexability;
mod g15_seo;
mod g16_performance;
mod g17_links;
mod g18_hidden;
mod g19_transparency;
mod g20_regulated;
mod g21_phone;
mod g22_accessibility;
mod g23_trademarks;
mod g24_approval;
mod run;
mod schema;

use context::{Context, Outcome};
pub(crate) use run::run;

use crate::{GateError, Level};

/// A check.
struct Definition {
    id: &'static str,
    name: &'static str,
    title: &'static str,
    /// The most severe level of its findings.
    level: Level,
    run: fn(&Context<'_>) -> Result<Outcome, GateError>,
}

const fn define(
    id: &'static str, name: &'static str, title: &'static str, level: Level,
    run: fn(&Context<'_>) -> Result<Outcome, GateError>,
) -> Definition {
    Definition { id, name, title, level, run }
}

/// All checks in order.
const CHECKS: [Definition; 24] = {
    use Level::{Block, Warn};
    [
        define("G01", "doorway-similarity", "Pages differ from each other", Block, g01_doorway_similarity::run),
        define("G02", "unique-facts", "Pages about a place have facts about it", Block, g02_unique_facts::run),
        define("G03", "same-market", "One site for each market", Block, g03_same_market::run),
        define("G04", "velocity", "New pages and sites per day", Block, g04_velocity::run),
        define("G05", "city-lists", "No lists of place names", Block, g05_city_lists::run),
        define("G06", "stuffing", "No keyword stuffing", Block, g06_stuffing::run),
        define("G07", "thin", "Enough text", Block, g07_thin::run),
        define("G08", "unsupported-claims", "Claims rest on facts", Block, g08_unsupported_claims::run),
        define("G09", "fabricated-trust", "No invented reviews, people or addresses", Block, g09_fabricated_trust::run),
        define("G10", "schema-types", "Allowed types of structured data", Block, g10_schema_types::run),
        define("G11", "schema-valid", "Structured data is valid and visible", Block, g11_schema_valid::run),
        define("G12", "disclosure", "Visitors learn who runs the site", Block, g12_disclosure::run),
        define("G13", "consent", "Lead form asks for consent and works", Block, g13_consent::run),
        define("G14", "indexability", "Search engines can read every page", Block, g14_indexability::run),
        define("G15", "seo", "Lighthouse SEO score", Warn, g15_seo::run),
        define("G16", "performance", "Page weight", Block, g16_performance::run),
        define("G17", "links", "Links", Block, g17_links::run),
        define("G18", "hidden", "No hidden text or cloaking", Block, g18_hidden::run),
        define("G19", "transparency", "Visitors learn how pages are made", Warn, g19_transparency::run),
        define("G20", "regulated", "Regulated and high-abuse trades", Block, g20_regulated::run),
        define("G21", "phone", "Telephone number is real", Block, g21_phone::run),
        define("G22", "accessibility", "Accessibility", Warn, g22_accessibility::run),
        define("G23", "trademarks", "No names of others", Warn, g23_trademarks::run),
        define("G24", "approval", "A person approves", Block, g24_approval::run),
    ]
};
