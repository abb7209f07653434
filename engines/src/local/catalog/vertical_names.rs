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
