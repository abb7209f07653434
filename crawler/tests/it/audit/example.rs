//! A page without any issue, which each test changes in one place.

use std::fmt::Write;

use crawler::audit::{Finding, Hop, Issue, Visit, visit_findings};
use crawler::page::{Headers, Page, read};
use crawler::render::{Compared, Fact, Rendered};
use url::Url;

/// A visit that tests change.
pub(super) struct Example {
    pub(super) url: String,
    pub(super) html: String,
    pub(super) headers: Vec<(&'static str, &'static str)>,
    pub(super) status: Option<u16>,
    pub(super) redirects: Vec<Hop>,
    pub(super) is_redirect_loop: bool,
    pub(super) response_ms: u32,
    pub(super) depth: Option<u32>,
    pub(super) is_allowed: bool,
    pub(super) is_in_sitemap: bool,
    pub(super) rendered: Option<Rendered>,
}

/// Sentences that differ from one another.
pub(super) fn prose(sentences: usize) -> String {
    const WORDS: [&str; 12] = [
        "boiler",
        "valve",
        "radiator",
        "pressure",
        "winter",
        "family",
        "kitchen",
        "thermostat",
        "engineer",
        "copper",
        "leak",
        "heating",
    ];
    let mut text = String::new();
    for index in 0..sentences {
        let word = |step: usize| WORDS[(index * step + step) % WORDS.len()];
        let _ = write!(
            text,
            "When the {} in a house with number {index} stops, a trained {} should look at the {} before the {} gets worse. ",
            word(1),
            word(5),
            word(7),
            word(11)
        );
    }
    text
}

impl Default for Example {
    fn default() -> Self {
        let text = format!("<p>{}</p><p>{}</p>", prose(8), prose(14));
        let html = format!(
            r##"<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Emergency boiler repair in Leeds, day and night</title>
<meta name="description" content="Our engineers repair boilers of all makers in Leeds within two hours, at fixed prices and with a year of guarantee.">
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="canonical" href="https://example.com/repair">
<meta property="og:title" content="Boiler repair"><meta property="og:image" content="https://example.com/a.png">
<script type="application/ld+json">{{"@context":"https://schema.org","@type":"Service","name":"Boiler repair"}}</script>
</head><body><main><h1>Boiler repair, explained</h1><h2>What it costs</h2>{text}
<p>Read about <a href="/prices">our fixed prices</a> and <a href="https://example.org/law">the law</a>.</p>
<img src="/a.png" alt="An engineer at work" width="300" height="200"></main></body></html>"##
        );
        Self {
            url: "https://example.com/repair".to_owned(),
            html,
            headers: vec![
                ("content-type", "text/html; charset=utf-8"),
                ("content-encoding", "br"),
                ("strict-transport-security", "max-age=31536000"),
                ("content-security-policy", "default-src 'self'; frame-ancestors 'none'"),
                ("x-content-type-options", "nosniff"),
                ("referrer-policy", "strict-origin-when-cross-origin"),
                ("cache-control", "max-age=600"),
            ],
            status: Some(200),
            redirects: Vec::new(),
            is_redirect_loop: false,
            response_ms: 120,
            depth: Some(1),
            is_allowed: true,
            is_in_sitemap: true,
            rendered: None,
        }
    }
}

impl Example {
    /// Returns the example at another address, with a canonical address, title, heading and text of its own.
    pub(super) fn at(path: &str) -> Self {
        let mut example = Self::default().replace("/repair\"", &format!("{path}\""));
        example.url = format!("https://example.com{path}");
        let own = format!("Page {path} about another thing altogether");
        let text =
            path.repeat(40).replace('/', &format!(" {} is never like the {} of others, ", &path[1..], path.len()));
        example
            .replace("<title>Emergency boiler repair in Leeds, day and night", &format!("<title>{own}"))
            .replace("Our engineers repair", &format!("{own}: they repair"))
            .replace("Boiler repair, explained", &format!("Heading of {path}"))
            .replace("<h2>What it costs</h2>", &format!("<h2>What it costs</h2><p>{text}</p>"))
    }

    pub(super) fn replace(mut self, from: &str, to: &str) -> Self {
        assert!(self.html.contains(from), "{from} is not in the page");
        self.html = self.html.replace(from, to);
        self
    }

    /// Adds markup at the end of the head.
    pub(super) fn head(self, markup: &str) -> Self {
        self.replace("</head>", &format!("{markup}</head>"))
    }

    /// Adds markup at the end of the main content.
    pub(super) fn body(self, markup: &str) -> Self {
        self.replace("</main>", &format!("{markup}</main>"))
    }

    pub(super) fn header(mut self, name: &'static str, value: &'static str) -> Self {
        self.headers.push((name, value));
        self
    }

    pub(super) fn without_header(mut self, name: &str) -> Self {
        self.headers.retain(|(present, _)| *present != name);
        self
    }

    pub(super) fn set(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// Adds a rendered page with these facts.
    pub(super) fn rendered(self, change: impl FnOnce(&mut Rendered)) -> Self {
        let mut rendered = Rendered { content_words: self.page().body.content_words, ..Rendered::default() };
        change(&mut rendered);
        self.set(|example| example.rendered = Some(rendered))
    }

    /// Adds a rendered page in which scripts change a fact.
    pub(super) fn changed(self, fact: Fact, raw: Option<&str>, rendered: &str) -> Self {
        let (raw, rendered) = (raw.map(str::to_owned), Some(rendered.to_owned()));
        self.rendered(|page| page.comparison.push(Compared { fact, raw, rendered, is_changed: true }))
    }

    pub(super) fn page(&self) -> Page {
        let url = Url::parse(&self.url).expect("address");
        let headers: Headers = self.headers.iter().copied().collect();
        read(self.html.as_bytes(), &url, &headers, &|| false).expect("not cancelled")
    }

    /// Calls a function with the visit of the example.
    pub(super) fn visit<T>(&self, call: impl FnOnce(&Visit<'_>) -> T) -> T {
        let (url, page) = (Url::parse(&self.url).expect("address"), self.page());
        call(&Visit {
            url: &url,
            status: self.status,
            redirects: &self.redirects,
            is_redirect_loop: self.is_redirect_loop,
            response_ms: Some(self.response_ms),
            depth: self.depth,
            is_allowed: self.is_allowed,
            is_in_sitemap: self.is_in_sitemap,
            page: self.status.map(|_| &page),
            rendered: self.rendered.as_ref(),
        })
    }

    pub(super) fn findings(&self) -> Vec<Finding> {
        self.visit(visit_findings)
    }

    pub(super) fn issues(&self) -> Vec<Issue> {
        self.findings().iter().map(|finding| finding.issue).collect()
    }
}

/// A redirect between two paths of the website.
pub(super) fn hop(from: &str, status: u16, to: &str) -> Hop {
    let url = |path: &str| Url::parse("https://example.com").expect("address").join(path).expect("path");
    Hop { url: url(from), status, target: url(to) }
}
