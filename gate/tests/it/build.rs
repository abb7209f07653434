//! Builds a small honest site by hand, and variants with one fault.

use engines::{
    common::{Day, Unattended},
    content::{Block, BlockKind, CitedFact, Draft, Fact, FactKind, Sentence},
};
use gate::{Candidate, FormReach, Limits, Market, Portfolio, Report, State, check};
use sites::{Contact, File, Form, Operator, Page, PageKind, Phone, Reviewer, Site, SiteKind, Theme, Trade};

use crate::texts::{self, Text};

pub(crate) const CONSENT: &str = "I agree that River Leads LLC and one local business may call or text me about my request. Consent is not a condition of purchase.";
pub(crate) const ACTION: &str = "https://app.example.com/f/k1";
const DISCLOSURE: &str =
    "Tulsa Water Guide is a referral service of River Leads LLC. It passes your request to an independent business.";
const CSS: &str = ":root{--ink:#1a1a1a;--paper:#ffffff;--link:#0b3d91}body{color:var(--ink);background:var(--paper);font-size:16px}a{color:var(--link)}.skip{position:absolute;left:-9999px}.skip:focus{left:0}.trap{position:absolute;left:-9999px}.hidden-label{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)}a:focus-visible{outline:2px solid var(--link)}";

/// A site with its files and its state, to be changed by a test.
#[derive(Debug, Clone)]
pub(crate) struct Built {
    pub(crate) site: Site,
    pub(crate) files: Vec<File>,
    pub(crate) state: State,
    pub(crate) portfolio: Portfolio,
}

pub(crate) fn day(text: &str) -> Day {
    Day::parse(text).unwrap()
}

pub(crate) fn facts() -> Vec<CitedFact> {
    texts::FACTS
        .iter()
        .map(|(id, kind, value, detail, place, source)| fact(id, kind, value, detail, place, source))
        .collect()
}

pub(crate) fn fact(id: &str, kind: &str, value: &str, detail: &str, place: &str, source: &str) -> CitedFact {
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let kind = match kind {
        "climate" => FactKind::Climate,
        "price" => FactKind::Price,
        "permit" => FactKind::Permit,
        "neighbourhood" => FactKind::Neighbourhood,
        _ => FactKind::Statement,
    };
    let fact = Fact {
        id: id.to_owned(),
        kind,
        value: value.to_owned(),
        detail: some(detail),
        place: some(place),
        source: source.to_owned(),
        observed_at: None,
        is_owner_supplied: false,
    };
    CitedFact { fact, sources: Vec::new() }
}

fn sentence(text: &str, ids: &[&str]) -> Sentence {
    Sentence { text: text.to_owned(), fact_ids: ids.iter().map(|id| (*id).to_owned()).collect(), ..Sentence::default() }
}

pub(crate) fn block(kind: &str, sentences: Vec<Sentence>) -> Block {
    let (kind, level) = match kind {
        "h1" => (BlockKind::Heading, 1),
        "h2" => (BlockKind::Heading, 2),
        "li" => (BlockKind::Item, 0),
        _ => (BlockKind::Paragraph, 0),
    };
    Block { kind, level, sentences, ..Block::default() }
}

pub(crate) fn page(path: &str, kind: PageKind, title: &str, texts: &[Text]) -> Page {
    let blocks =
        texts.iter().map(|(kind, list)| block(kind, list.iter().map(|(text, ids)| sentence(text, ids)).collect()));
    let draft = Draft {
        title: sentence(title, &[]),
        description: sentence(
            &format!("{title}, explained for people who live here and have water in the house."),
            &[],
        ),
        blocks: blocks.collect(),
        links: Vec::new(),
    };
    let is_answer = matches!(kind, PageKind::Home | PageKind::Service | PageKind::Area | PageKind::Article);
    Page {
        path: path.to_owned(),
        kind,
        label: title.to_owned(),
        query: if is_answer { "water damage restoration tulsa".to_owned() } else { String::new() },
        place: is_answer.then(|| "Tulsa, OK".to_owned()),
        draft,
        facts: if is_answer { facts() } else { Vec::new() },
        names: vec!["Tulsa".to_owned(), "Tulsa, OK".to_owned(), "water damage restoration".to_owned()],
        updated_on: day("2026-11-20"),
        is_generated: false,
    }
}

/// Returns the model of the honest site.
pub(crate) fn site() -> Site {
    Site {
        kind: SiteKind::Goldmine,
        name: "Tulsa Water Guide".to_owned(),
        language: "en-US".to_owned(),
        url: "https://tulsa-water.example.com".to_owned(),
        theme: Theme::Harbor,
        operator: Operator {
            legal_name: "River Leads LLC".to_owned(),
            email: "hello@river.example.com".to_owned(),
            phone: "+19184450100".to_owned(),
            postal_address: "12 Main Street\nTulsa, OK 74103".to_owned(),
            privacy_email: "privacy@river.example.com".to_owned(),
            reviewer: Some(Reviewer { name: "Jane Miller".to_owned(), credentials: "certified technician".to_owned() }),
            ..Operator::default()
        },
        tenant: None,
        contact: Contact {
            form: Some(Form { action: ACTION.to_owned(), consent: CONSENT.to_owned(), ..Form::default() }),
            phone: Some(Phone { number: "+19184455566".to_owned(), is_owned: true, is_recorded: false }),
            fallback_email: "hello@river.example.com".to_owned(),
        },
        trade: Trade {
            vertical: "water-damage".to_owned(),
            name: "Water damage restoration".to_owned(),
            work: "water damage restoration".to_owned(),
            business: "restoration company".to_owned(),
            review: None,
        },
        pages: vec![
            page("/", PageKind::Home, "Water in a Tulsa house", texts::HOME),
            page("/cost/", PageKind::Service, "Cost of drying a room", texts::COST),
            page("/choose/", PageKind::Service, "Choosing a company", texts::CHOOSE),
            page("/about/", PageKind::About, "About", texts::ABOUT),
            page("/contact/", PageKind::Contact, "Contact", texts::CONTACT),
            page("/privacy/", PageKind::Privacy, "Privacy", texts::PRIVACY),
            page("/terms/", PageKind::Terms, "Terms", texts::TERMS),
        ],
        beacon: None,
        built_on: day("2026-11-25"),
    }
}

/// Returns the honest site, rendered.
pub(crate) fn honest() -> Built {
    with(|_| {})
}

/// Returns the honest site with a changed model, rendered.
pub(crate) fn with(change: impl FnOnce(&mut Site)) -> Built {
    let mut site = site();
    change(&mut site);
    let files = render(&site);
    let state = State {
        site_id: "own".to_owned(),
        markets: vec![Market {
            vertical: "water-damage".to_owned(),
            place: "Tulsa, OK".to_owned(),
            metro: Some("Tulsa, OK".to_owned()),
        }],
        is_first_launch: true,
        form_reach: FormReach::Reached,
        ..State::default()
    };
    Built { site, files, state, portfolio: Portfolio::default() }
}

impl Built {
    pub(crate) fn check(&self) -> Report {
        let candidate = Candidate { site: &self.site, files: &self.files, state: self.state.clone() };
        check(&candidate, &self.portfolio, &Limits::default(), &Unattended).unwrap()
    }

    /// Replaces a text in a file, which must have it.
    pub(crate) fn edit(mut self, path: &str, from: &str, to: &str) -> Self {
        let file = self.files.iter_mut().find(|file| file.path == path).unwrap_or_else(|| panic!("{path}"));
        let text = String::from_utf8(std::mem::take(&mut file.bytes)).unwrap();
        assert!(text.contains(from), "{path} has no {from}");
        file.bytes = text.replace(from, to).into_bytes();
        self
    }

    /// Adds HTML at the end of the main part of a page.
    pub(crate) fn add(self, path: &str, html: &str) -> Self {
        self.edit(path, "</main>", &format!("{html}</main>"))
    }

    /// Adds HTML to the head of a page.
    pub(crate) fn add_head(self, path: &str, html: &str) -> Self {
        self.edit(path, "</head>", &format!("{html}</head>"))
    }

    pub(crate) fn without(mut self, path: &str) -> Self {
        self.files.retain(|file| file.path != path);
        self
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

fn file(path: &str, content_type: &'static str, text: String) -> File {
    File { path: path.to_owned(), content_type, bytes: text.into_bytes() }
}

/// Renders the files of a site.
pub(crate) fn render(site: &Site) -> Vec<File> {
    let mut files: Vec<File> = site
        .pages
        .iter()
        .map(|page| {
            let path = format!("{}index.html", page.path.trim_start_matches('/'));
            file(&path, "text/html; charset=utf-8", html(site, page))
        })
        .collect();
    files.push(file("assets/site.css", "text/css", CSS.to_owned()));
    files.push(file(
        "robots.txt",
        "text/plain",
        format!("User-agent: *\nAllow: /\nSitemap: {}/sitemap.xml\n", site.url),
    ));
    let urls: Vec<String> = site
        .pages
        .iter()
        .map(|page| format!("<url><loc>{}{}</loc><lastmod>{}</lastmod></url>", site.url, page.path, page.updated_on))
        .collect();
    let xml =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">";
    files.push(file("sitemap.xml", "application/xml", format!("{xml}{}</urlset>", urls.concat())));
    files
}

fn html(site: &Site, page: &Page) -> String {
    let up = if page.path == "/" { "" } else { "../" };
    let link = |other: &Page| {
        let href = format!("{up}{}", other.path.trim_start_matches('/'));
        let href = if href.is_empty() { "./".to_owned() } else { href };
        format!("<a href=\"{href}\">{}</a> ", escaped(&other.label))
    };
    let nav: String = site.pages.iter().map(link).collect();
    let main: String = page.draft.blocks.iter().map(body).collect();
    let form = if page.kind == PageKind::Contact { form(site) } else { String::new() };
    let phone = site
        .contact
        .phone
        .as_ref()
        .map(|phone| format!("<p><a href=\"tel:{0}\">Call {0}</a></p>", phone.number))
        .unwrap_or_default();
    let reviewer =
        site.operator.reviewer.as_ref().map(|one| format!("<p>Checked by {}.</p>", one.name)).unwrap_or_default();
    let json = format!(
        "{{\"@context\":\"https://schema.org\",\"@graph\":[{{\"@type\":\"Organization\",\"@id\":\"{0}/#org\",\"name\":\"{1}\",\"url\":\"{0}/\"}},{{\"@type\":\"WebSite\",\"name\":\"{2}\",\"url\":\"{0}/\",\"publisher\":{{\"@id\":\"{0}/#org\"}}}}]}}",
        site.url, site.operator.legal_name, site.name
    );
    let tenant = site.tenant.as_ref().map(|tenant| format!("<p>Calls go to {}.</p>", tenant.name)).unwrap_or_default();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en-US\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"description\" content=\"{description}\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <link rel=\"canonical\" href=\"{url}{path}\"><link rel=\"stylesheet\" href=\"{up}assets/site.css\">\
         <script type=\"application/ld+json\">{json}</script></head><body>\
         <a class=\"skip\" href=\"#main\">Skip to the content</a><header><p>{name}</p><nav>{nav}</nav></header>\
         <main id=\"main\">{main}{form}</main>\
         <footer>{phone}{reviewer}{tenant}<p>{DISCLOSURE}</p><p>hello@river.example.com</p></footer></body></html>",
        title = escaped(&page.draft.title.text),
        description = escaped(&page.draft.description.text),
        url = site.url,
        path = page.path,
        name = escaped(&site.name),
    )
}

fn body(block: &Block) -> String {
    let text = block.sentences.iter().map(|sentence| escaped(&sentence.text)).collect::<Vec<_>>().join(" ");
    match (block.kind, block.level) {
        (BlockKind::Heading, level) => format!("<h{level}>{text}</h{level}>\n"),
        _ => format!("<p>{text}</p>\n"),
    }
}

fn form(site: &Site) -> String {
    let Some(form) = &site.contact.form else { return String::new() };
    format!(
        "<form method=\"post\" action=\"{}\"><label>Name <input name=\"name\"></label>\
         <label>Telephone <input type=\"tel\" name=\"phone\"></label>\
         <div class=\"trap\" aria-hidden=\"true\"><label>Company <input name=\"company_url\" tabindex=\"-1\" autocomplete=\"off\"></label></div>\
         <label><input type=\"checkbox\" name=\"consent\" value=\"yes\" required> {}</label>\
         <button type=\"submit\">Send request</button></form>",
        escaped(&form.action),
        escaped(&form.consent)
    )
}
