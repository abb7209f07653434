//! Renders a site to files: pages, style sheet, pictures, and what search engines and hosts read.

mod blocks;
mod body;
mod cards;
mod check;
mod error;
mod feed;
mod footer;
mod form;
mod head;
mod header;
mod html;
mod icon;
mod jsonld;
mod link;
mod not_found;
mod page;
mod picture;
mod robots;
mod server;
mod sitemap;
mod sources;
mod stroke;
mod words;

pub use error::RenderError;

use sha2::{Digest, Sha256};

use crate::{File, Page, PageKind, Site, Tenant, theme};

const HTML: &str = "text/html; charset=utf-8";
/// Number of hexadecimal digits of a hash in a file's name.
const HASH: usize = 12;

/// A site with what all its pages share.
#[derive(Debug)]
pub(super) struct Context<'a> {
    site: &'a Site,
    /// Path of the style sheet, such as `/assets/site.0123456789ab.css`.
    css: String,
    /// True if there are articles for a feed.
    has_feed: bool,
}

/// Makes the files of a site. The same site gives the same bytes.
///
/// Links between pages are relative, so that the site works under any address; those of `404.html` start at the root, because
/// a host serves it for addresses of any depth.
///
/// # Errors
/// Returns [`RenderError::Invalid`] with the field, [`RenderError::TooLarge`] before work begins, or
/// [`RenderError::Picture`].
pub fn render(site: &Site) -> Result<Vec<File>, RenderError> {
    check::check(site)?;
    let css = theme::css(site.theme);
    let digest = Sha256::digest(css.as_bytes());
    let hash: String = digest.iter().flat_map(|byte| [byte >> 4, byte & 15]).take(HASH).map(hexadecimal).collect();
    let has_feed = site.pages.iter().any(|page| page.kind == PageKind::Article);
    let context = Context { site, css: format!("/assets/site.{hash}.css"), has_feed };
    let mut files = Vec::with_capacity(site.pages.len() + 9);
    for page in &site.pages {
        files.push(file(&format!("{}index.html", page.path), HTML, page::page(&context, page)));
    }
    files.push(file("404.html", HTML, not_found::page(&context)));
    files.push(file(&context.css, "text/css; charset=utf-8", css));
    let picture = picture::share(site)?;
    files.push(File {
        path: picture::PATH.trim_start_matches('/').to_owned(),
        content_type: "image/png",
        bytes: picture,
    });
    files.push(file("favicon.svg", "image/svg+xml", icon::favicon(site)));
    files.push(file("robots.txt", "text/plain; charset=utf-8", robots::text(site)));
    files.push(file("sitemap.xml", "application/xml; charset=utf-8", sitemap::xml(site)));
    if has_feed {
        files.push(file("feed.xml", "application/rss+xml; charset=utf-8", feed::xml(site)));
    }
    files.push(file("_headers", "text/plain; charset=utf-8", server::headers(site)));
    Ok(files)
}

fn file(path: &str, content_type: &'static str, text: String) -> File {
    File { path: path.trim_start_matches('/').to_owned(), content_type, bytes: text.into_bytes() }
}

fn hexadecimal(digit: u8) -> char {
    char::from_digit(u32::from(digit), 16).unwrap_or('0')
}

impl Context<'_> {
    /// Returns the absolute address of a page.
    fn absolute(&self, path: &str) -> String {
        format!("{}{path}", self.site.url)
    }

    /// Returns the tenant if its record was verified.
    fn tenant(&self) -> Option<&Tenant> {
        self.site.tenant.as_ref().filter(|tenant| tenant.verified_on.is_some() && !tenant.name.trim().is_empty())
    }

    /// Name under which the operator appears.
    fn operator(&self) -> &str {
        let operator = &self.site.operator;
        let names = [operator.brand_name.trim(), operator.legal_name.trim()];
        names.into_iter().find(|name| !name.is_empty()).unwrap_or("The operator")
    }

    fn of_kind(&self, kind: PageKind) -> Option<&Page> {
        self.site.pages.iter().find(|page| page.kind == kind)
    }

    fn find(&self, path: &str) -> Option<&Page> {
        self.site.pages.iter().find(|page| page.path == path)
    }

    /// The index of the areas.
    fn index(&self) -> Option<&Page> {
        self.site.pages.iter().find(|page| page.kind == PageKind::Area && page.place.is_none())
    }

    /// The pages of places.
    fn areas(&self) -> impl Iterator<Item = &Page> {
        self.site.pages.iter().filter(|page| page.kind == PageKind::Area && page.place.is_some())
    }
}
