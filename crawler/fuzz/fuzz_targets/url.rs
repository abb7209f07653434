//! The normal form of a URL is a URL whose normal form is itself.
#![no_main]

use crawler::urls::normalise;
use libfuzzer_sys::fuzz_target;
use url::Url;

fuzz_target!(|text: &str| {
    let Ok(url) = Url::parse(text) else { return };
    if matches!(url.scheme(), "http" | "https") {
        let once = normalise(&url, &[]);
        let again = Url::parse(&once).map(|url| normalise(&url, &[]));
        assert_eq!(again.as_deref(), Ok(once.as_str()));
    }
});
