//! Links that start at the root of a site, under a path of the app.
//!
//! The page about unknown addresses is served at any depth, so that its links cannot be relative. On a host of the site they
//! start at its root; under `/sites/{slug}/` and `/preview/{key}/` the root of the site is that path.

use bytes::Bytes;

/// Beginning of an attribute whose value starts at the root.
const ATTRIBUTE: &[u8] = b"=\"/";

/// Returns a page whose links that start at the root start at `root`, a path without a slash at its end.
pub(super) fn rooted(page: &[u8], root: &str) -> Bytes {
    let mut out = Vec::with_capacity(page.len() + 64 * root.len());
    let mut rest = page;
    while let Some(at) = rest.windows(ATTRIBUTE.len()).position(|window| window == ATTRIBUTE) {
        // Before the slash.
        let (before, after) = rest.split_at(at + ATTRIBUTE.len() - 1);
        out.extend_from_slice(before);
        // Two slashes begin an address of another host.
        if after.get(1) != Some(&b'/') {
            out.extend_from_slice(root.as_bytes());
        }
        let (slash, after) = after.split_at(1);
        out.extend_from_slice(slash);
        rest = after;
    }
    out.extend_from_slice(rest);
    out.into()
}

#[cfg(test)]
mod tests {
    use super::rooted;

    #[test]
    fn links_of_the_site_start_at_its_path_and_others_stay() {
        let page = "<link href=\"/a.css\"><a href=\"/\">x</a><a href=\"//cdn.example/\">y</a><a href=\"https://o.example/\">\
                    <a href=\"cost/\"><img src=\"/i.png\">=\"";
        let wanted = "<link href=\"/sites/s/a.css\"><a href=\"/sites/s/\">x</a><a href=\"//cdn.example/\">y</a>\
                      <a href=\"https://o.example/\"><a href=\"cost/\"><img src=\"/sites/s/i.png\">=\"";
        assert_eq!(rooted(page.as_bytes(), "/sites/s"), wanted);
        assert_eq!(rooted(b"", "/sites/s"), "");
        assert_eq!(rooted(b"=\"/", "/p"), "=\"/p/");
    }
}
