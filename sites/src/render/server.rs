//! Headers for hosts that read `_headers`.

use super::picture;
use crate::{Site, origin};

/// Returns the headers: what a page may load, and how long files may be cached.
pub(super) fn headers(site: &Site) -> String {
    let origin = |address: &str| origin::web(address).map(|url| url.origin().ascii_serialization());
    let beacon = site.beacon.as_ref().and_then(|beacon| origin(&beacon.src));
    // Without the site itself, browsers keep audits from reading `robots.txt`.
    let reached = beacon.as_ref().map_or_else(|| "'self'".to_owned(), |beacon| format!("'self' {beacon}"));
    let beacon = beacon.unwrap_or_else(|| "'none'".to_owned());
    // A sent form is answered by the receiver, which may lead on to any page of thanks.
    let form = site.contact.form.as_ref().and_then(|form| origin(&form.action));
    let form = form.map_or_else(|| "'none'".to_owned(), |form| format!("'self' {form} https:"));
    format!(
        "/*\n  Content-Security-Policy: default-src 'none'; style-src 'self'; img-src 'self' data:; script-src {beacon}; \
         connect-src {reached}; form-action {form}; base-uri 'none'; frame-ancestors 'none'\n  \
         X-Content-Type-Options: nosniff\n  X-Frame-Options: DENY\n  \
         Referrer-Policy: strict-origin-when-cross-origin\n  \
         Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=()\n  \
         Cache-Control: public, max-age=300, must-revalidate\n\n\
         /assets/*.css\n  ! Cache-Control\n  Cache-Control: public, max-age=31536000, immutable\n\n\
         {}\n  ! Cache-Control\n  Cache-Control: public, max-age=86400\n",
        picture::PATH
    )
}
