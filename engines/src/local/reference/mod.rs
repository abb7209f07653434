//! The built-in reference data. Sources: `data/reference/PROVENANCE.md`.

pub(crate) mod building;
pub(crate) mod census;
mod csv;
pub(crate) mod establishment;
pub(crate) mod place;
pub(crate) mod rate;
pub(crate) mod source;
pub(crate) mod vertical;

pub use establishment::Fit;
pub use place::PlaceMatch;
pub use source::{Grade, Source};
pub use vertical::{Bound, Urgency};

/// Attribution to show wherever the places appear.
pub const ATTRIBUTION: &str = "Places: GeoNames (https://www.geonames.org/), CC BY 4.0. Counties and metropolitan areas: US Census Bureau. \
     Climate zones: US Department of Energy.";
