//! Names of the built-in verticals.

use crate::local::reference::vertical::BUILT_IN;

/// A built-in vertical by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VerticalName {
    /// Slug, such as `water-damage`.
    pub slug: &'static str,
    /// Name, such as `Water damage restoration`.
    pub name: &'static str,
}

/// Returns the built-in verticals in the order of their table.
pub fn vertical_names() -> impl Iterator<Item = VerticalName> {
    BUILT_IN.iter().map(|vertical| VerticalName { slug: &vertical.slug, name: &vertical.name })
}

/// Returns the type of schema.org that the businesses of a built-in vertical have, such as `RoofingContractor`.
#[must_use]
pub fn schema_type(slug: &str) -> Option<&'static str> {
    let found = BUILT_IN.iter().find(|vertical| vertical.slug == slug)?;
    Some(found.schema_type.as_str()).filter(|kind| !kind.is_empty())
}
