//! Hash under which Cloudflare Pages stores a file.

use base64::{Engine as _, engine::general_purpose::STANDARD};

/// Characters of a hash.
const LENGTH: usize = 32;

/// Returns the first 32 hexadecimal digits of the BLAKE3 hash of the file in Base64 and its extension.
pub(super) fn hash(path: &str, bytes: &[u8]) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(STANDARD.encode(bytes).as_bytes());
    hasher.update(extension(path).as_bytes());
    hasher.finalize().to_hex().chars().take(LENGTH).collect()
}

/// Returns the extension of a name without its dot, as `path.extname` of Node finds it.
fn extension(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or_default();
    name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).map_or("", |(_, extension)| extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extension_is_the_one_that_node_finds() {
        for (path, found) in
            [("a/b.html", "html"), ("a.b/c", ""), ("a.tar.gz", "gz"), (".htaccess", ""), ("a.", ""), ("_headers", "")]
        {
            assert_eq!(extension(path), found, "{path}");
        }
    }

    /// Computed with the `blake3` package of Python: `blake3(b64encode(b"...") + b"ext").hexdigest()[:32]`.
    #[test]
    fn hash_matches_an_independent_implementation() {
        assert_eq!(hash("index.html", b"<h1>Tulsa</h1>"), "b596e33d3cab0ba6f78ecca339621058");
        assert_eq!(hash("_headers", b""), "af1349b9f5f9a1a6a0404dea36dcc949");
    }
}
