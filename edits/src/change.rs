//! Changes of pages.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// A change to a page, or a redirect. Paths are paths of URLs with their leading slash, such as `/prices/`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
#[schema(as = PageChange)]
pub enum Change {
    /// Sets the title of a page, or adds it.
    SetTitle {
        /// Path of the page.
        path: String,
        /// The title, plain text.
        title: String,
    },
    /// Sets the meta description of a page, or adds it.
    SetDescription {
        /// Path of the page.
        path: String,
        /// The description, plain text.
        description: String,
    },
    /// Sets the first heading of level 1 of a page. A page without one is not changed.
    SetHeading {
        /// Path of the page.
        path: String,
        /// The heading, plain text.
        heading: String,
    },
    /// Links words of the main content of a page.
    AddLink {
        /// Path of the page.
        path: String,
        /// Address of the link: a path of the same website, or an address that starts with `https://` or `http://`.
        target: String,
        /// Words of the page that become the link.
        anchor: String,
    },
    /// Sets the structured data of a page that earlier changes of this kind added, or adds them.
    SetStructuredData {
        /// Path of the page.
        path: String,
        /// JSON-LD: an object with `@context`, and `@type` or `@graph`.
        #[schema(value_type = Object)]
        json: Value,
    },
    /// Sets the canonical address of a page, or adds it.
    SetCanonical {
        /// Path of the page.
        path: String,
        /// The address: a path of the same website, or an address that starts with `https://` or `http://`.
        address: String,
    },
    /// Names the version of a page in a language, or changes its address.
    SetAlternate {
        /// Path of the page.
        path: String,
        /// Code of the language, such as `de` or `de-AT`, or `x-default`.
        language: String,
        /// Address of the version.
        address: String,
    },
    /// Sets the alternative text of the images with an address.
    SetAlternativeText {
        /// Path of the page.
        path: String,
        /// Address of the image, as the page writes it.
        image: String,
        /// The alternative text.
        text: String,
    },
    /// Lets all links of a page with an address lead to another one.
    ReplaceLink {
        /// Path of the page.
        path: String,
        /// Address of the links, as the page writes it.
        from: String,
        /// New address: a path of the same website, or an address that starts with `https://` or `http://`.
        to: String,
    },
    /// Removes what another change adds. Headings and replaced links have nothing to remove.
    Remove {
        /// The other change.
        #[schema(no_recursion)]
        change: Box<Change>,
    },
    /// Redirects a path of the website.
    AddRedirect {
        /// Old path, without a query.
        from: String,
        /// New address: a path of the same website, or an address that starts with `https://` or `http://`.
        to: String,
        /// Whether it is permanent (301) or temporary (302).
        #[serde(default = "yes")]
        permanent: bool,
    },
}

const fn yes() -> bool {
    true
}

impl Change {
    /// Returns the path of the changed page; the old path of a redirect.
    #[must_use]
    pub fn path(&self) -> &str {
        match self {
            Self::SetTitle { path, .. }
            | Self::SetDescription { path, .. }
            | Self::SetHeading { path, .. }
            | Self::AddLink { path, .. }
            | Self::SetStructuredData { path, .. }
            | Self::SetCanonical { path, .. }
            | Self::SetAlternate { path, .. }
            | Self::SetAlternativeText { path, .. }
            | Self::ReplaceLink { path, .. }
            | Self::AddRedirect { from: path, .. } => path,
            Self::Remove { change } => change.path(),
        }
    }

    /// Stable identifier of the kind, as in JSON.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::SetTitle { .. } => "set_title",
            Self::SetDescription { .. } => "set_description",
            Self::SetHeading { .. } => "set_heading",
            Self::AddLink { .. } => "add_link",
            Self::SetStructuredData { .. } => "set_structured_data",
            Self::SetCanonical { .. } => "set_canonical",
            Self::SetAlternate { .. } => "set_alternate",
            Self::SetAlternativeText { .. } => "set_alternative_text",
            Self::ReplaceLink { .. } => "replace_link",
            Self::Remove { .. } => "remove",
            Self::AddRedirect { .. } => "add_redirect",
        }
    }

    /// Returns true for a change of a page's HTML, false for a redirect.
    #[must_use]
    pub fn is_on_page(&self) -> bool {
        match self {
            Self::AddRedirect { .. } => false,
            Self::Remove { change } => change.is_on_page(),
            _ => true,
        }
    }
}
