//! The file `_redirects` of a site: old addresses, as static hosts read them. A page of the same address is served in its place.

use std::collections::HashMap;

use axum::http::{HeaderValue, StatusCode};
use edits::redirects::{Form, read};

use super::path;

/// Name of the file.
pub(super) const FILE: &str = "_redirects";
/// Bytes that are read of it.
pub(super) const MOST_BYTES: u64 = 256 << 10;
/// Redirects that are read of it.
const MOST_REDIRECTS: usize = 2_000;

/// Where an old address leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Moved {
    /// A path of the site, or an address of another one.
    pub(super) location: String,
    /// 301 or 302.
    pub(super) status: StatusCode,
}

/// Redirects of a site, by decoded paths without a slash at their start.
#[derive(Debug, Default)]
pub(super) struct Redirects(HashMap<Box<str>, Moved>);

impl Redirects {
    /// Reads the file; lines that cannot be read are left out. The first line of a path counts.
    pub(super) fn parse(text: &[u8]) -> Self {
        let mut all = HashMap::new();
        for redirect in read(Form::Netlify, text).unwrap_or_default().into_iter().take(MOST_REDIRECTS) {
            let status = if redirect.permanent { StatusCode::MOVED_PERMANENTLY } else { StatusCode::FOUND };
            if let Some(from) = path::decode(&redirect.from)
                && HeaderValue::from_str(&redirect.to).is_ok()
            {
                all.entry(from.into_boxed_str()).or_insert(Moved { location: redirect.to, status });
            }
        }
        Self(all)
    }

    /// Bytes of memory, estimated.
    pub(super) fn bytes(&self) -> usize {
        self.0.iter().map(|(from, to)| 100 + from.len() + to.location.len()).sum()
    }

    /// Returns where a decoded path leads.
    pub(super) fn of(&self, path: &str) -> Option<&Moved> {
        self.0.get(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_redirect_of_a_path_counts_and_broken_lines_are_left_out() {
        let text =
            b"# Old\n/old /new 301\n/old /other 301\n/caf%C3%A9/ https://a.example/ 302\nnonsense\n/../x /y 301\n";
        let redirects = Redirects::parse(text);
        let moved = |path: &str| redirects.of(path).map(|moved| (moved.location.clone(), moved.status.as_u16()));
        assert_eq!(moved("old"), Some(("/new".to_owned(), 301)));
        assert_eq!(moved("café/"), Some(("https://a.example/".to_owned(), 302)));
        assert_eq!((moved("new"), moved("../x")), (None, None));
        assert!(Redirects::parse(b"\xff").of("old").is_none());
    }
}
