//! Links between pages.

/// Where a page is, for its links.
#[derive(Debug, Clone, Copy)]
pub(super) enum Base<'a> {
    /// A page with this path: links are relative, so that the site works under any address.
    Page(&'a str),
    /// The root: for the page of unknown addresses, which a host serves at any depth.
    Root,
}

impl Base<'_> {
    /// Returns the link to a path of the site, such as `/cost/`.
    pub(super) fn to(self, path: &str) -> String {
        let Self::Page(from) = self else { return path.to_owned() };
        let depth = from.matches('/').count().saturating_sub(1);
        let rest = path.trim_start_matches('/');
        match (depth, rest) {
            (0, "") => "./".to_owned(),
            (depth, rest) => format!("{}{rest}", "../".repeat(depth)),
        }
    }
}
