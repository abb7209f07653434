//! What the class, id, role and style of an element say of its content.

use std::collections::HashMap;

use crate::page::tree::Element;

/// What the attributes of an element say.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Hints {
    /// Not shown to people.
    pub(super) is_hidden: bool,
    /// Named like navigation, comments or advertisements.
    pub(super) is_frame: bool,
    /// Named like captions, bylines, buttons to share and the like.
    pub(super) is_aside: bool,
    /// Named like the lead of an article.
    pub(super) is_lead: bool,
    /// Named like an entry of a website.
    pub(super) is_entry: bool,
    /// Named like the body of an article.
    pub(super) is_body: bool,
}

impl Hints {
    /// Returns whether the hints matter even for an element inside a line of text.
    pub(super) fn makes_block(self) -> bool {
        self.is_hidden || self.is_frame || self.is_aside
    }

    fn add(&mut self, other: Self) {
        self.is_hidden |= other.is_hidden;
        self.is_frame |= other.is_frame;
        self.is_aside |= other.is_aside;
        self.is_lead |= other.is_lead;
        self.is_entry |= other.is_entry;
        self.is_body |= other.is_body;
    }
}

/// Words of names that mark what is never content, on any website.
const FRAME: &[&str] = &[
    "ad",
    "ads",
    "advert",
    "advertisement",
    "advertisements",
    "advertising",
    "adsbygoogle",
    "breadcrumb",
    "breadcrumbs",
    "comment",
    "comments",
    "commentlist",
    "commentarea",
    "consent",
    "cookie",
    "cookies",
    "disqus",
    "footer",
    "gdpr",
    "masthead",
    "menu",
    "nav",
    "navbar",
    "navigation",
    "outbrain",
    "pager",
    "pagination",
    "respond",
    "sharebar",
    "sharedaddy",
    "sidebar",
    "sidebars",
    "taboola",
    "tagcloud",
    "toolbar",
    "widget",
    "widgets",
    "zergnet",
    "relatedposts",
    "offcanvas",
    "hamburger",
    "dropdown",
    "inlinead",
];

/// Words of names that mark what is rarely content.
const ASIDE: &[&str] = &[
    "banner",
    "flyout",
    "follow",
    "login",
    "modal",
    "newsletter",
    "partner",
    "paywall",
    "popular",
    "popup",
    "print",
    "promo",
    "promos",
    "promotion",
    "rating",
    "ratings",
    "recirc",
    "recirculation",
    "recommend",
    "recommendation",
    "recommendations",
    "recommended",
    "register",
    "related",
    "replies",
    "reply",
    "rollover",
    "share",
    "sharing",
    "signup",
    "skip",
    "social",
    "sponsor",
    "sponsored",
    "sponsors",
    "subscribe",
    "subscription",
    "tags",
    "taglist",
    "teaser",
    "teasers",
    "tooltip",
    "topics",
    "trending",
    "upsell",
    "author",
    "authors",
    "authorbox",
    "bio",
    "byline",
    "caption",
    "captions",
    "copyright",
    "credit",
    "credits",
    "date",
    "dateline",
    "gallery",
    "meta",
    "player",
    "postmeta",
    "published",
    "slideshow",
    "timestamp",
    "video",
    "wpcaption",
];

/// Words of names that mark the lead of an article.
const LEAD: &[&str] = &[
    "abstract",
    "bajada",
    "chapo",
    "dek",
    "deck",
    "excerpt",
    "intro",
    "introduction",
    "kicker",
    "lead",
    "leadin",
    "lede",
    "standfirst",
    "subhead",
    "subheadline",
    "subtitle",
    "summary",
    "teasertext",
    "vorspann",
];

/// Words of names that mark an entry of a website.
const ENTRY: &[&str] = &["hentry", "hrecipe", "hnews", "typepost", "typepage"];

/// Names of the body of an article, without what divides their words.
const BODY: &[&str] = &[
    "articlebody",
    "articlecontent",
    "articletext",
    "bodycontent",
    "bodytext",
    "contentbody",
    "entrycontent",
    "entrybody",
    "maincontent",
    "pagecontent",
    "postbody",
    "postcontent",
    "posttext",
    "singlecontent",
    "storybody",
    "storycontent",
    "storytext",
    "articlebodytext",
    "articlebodycontent",
    "articlemaincontent",
    "storybodytext",
    "newsbody",
    "newstext",
    "articlemain",
    "articlecopy",
    "blogcontent",
    "newscontent",
    "contentmain",
    "richtext",
];

/// Bytes of the shortest name of the body of an article.
const SHORTEST_BODY: usize = {
    let (mut shortest, mut index) = (usize::MAX, 0);
    while index < BODY.len() {
        shortest = if BODY[index].len() < shortest { BODY[index].len() } else { shortest };
        index += 1;
    }
    shortest
};

/// Reads the hints of a page's elements. Pages repeat a few classes on most elements, so each is read once.
#[derive(Debug, Default)]
pub(super) struct Reader<'a> {
    names: HashMap<&'a str, Hints>,
}

impl<'a> Reader<'a> {
    /// Returns what the attributes of an element say.
    pub(super) fn read(&mut self, element: &'a Element) -> Hints {
        let mut hints = Hints::default();
        for attribute in &element.attributes {
            let value = &*attribute.value;
            match &*attribute.name.local {
                "class" => hints.add(*self.names.entry(value).or_insert_with(|| of_names(value))),
                "id" => hints.add(of_names(value)),
                "role" => hints.is_frame |= is_boilerplate_role(value),
                "hidden" => hints.is_hidden = true,
                "aria-hidden" => hints.is_hidden |= value.eq_ignore_ascii_case("true"),
                "style" => hints.is_hidden |= is_hiding(value),
                "itemprop" => read_property(value, &mut hints),
                _ => {}
            }
        }
        hints
    }
}

fn read_property(value: &str, hints: &mut Hints) {
    for word in value.split_ascii_whitespace() {
        hints.is_body |= word == "articleBody";
        hints.is_aside |= matches!(word, "datePublished" | "dateModified" | "author" | "publisher");
    }
}

fn is_boilerplate_role(role: &str) -> bool {
    matches!(
        role,
        "navigation"
            | "complementary"
            | "banner"
            | "contentinfo"
            | "search"
            | "dialog"
            | "alertdialog"
            | "menu"
            | "menubar"
            | "toolbar"
            | "button"
    )
}

fn is_hiding(style: &str) -> bool {
    let style: String = style.bytes().take(500).filter(|byte| !byte.is_ascii_whitespace()).map(char::from).collect();
    let style = style.to_ascii_lowercase();
    style.contains("display:none") || style.contains("visibility:hidden")
}

/// Returns what the names of a class or id say.
fn of_names(names: &str) -> Hints {
    let mut hints = Hints::default();
    let (mut is_frame, mut is_aside, mut is_entry) = (false, false, false);
    let mut joined = String::new();
    for name in names.split_ascii_whitespace().take(20).filter(|name| name.len() <= 80) {
        joined.clear();
        for word in Words(name) {
            let start = joined.len();
            joined.push_str(word);
            joined[start..].make_ascii_lowercase();
            let word = &joined[start..];
            is_frame |= FRAME.contains(&word);
            is_aside |= ASIDE.contains(&word);
            hints.is_lead |= LEAD.contains(&word);
        }
        hints.is_body |= names_body(&joined);
        is_entry |= ENTRY.contains(&joined.as_str());
        is_frame |= FRAME.contains(&joined.as_str());
        is_aside |= ASIDE.contains(&joined.as_str());
    }
    // Themes add the words of tags and templates to the names of entries.
    hints.is_entry = is_entry;
    hints.is_frame = is_frame && !is_entry;
    hints.is_aside = is_aside && !is_entry;
    hints
}

/// Returns whether a name contains that of the body of an article. Most names are shorter than all of them.
fn names_body(name: &str) -> bool {
    name.len() >= SHORTEST_BODY && BODY.iter().any(|body| body.len() <= name.len() && name.contains(body))
}

/// Divides a name into words, at what is not a letter and where capitals begin. Skips what is generated: parts with
/// digits, and fragments of mixed case such as `hJpRRP`.
struct Words<'a>(&'a str);

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        loop {
            self.0 = self.0.trim_start_matches(|character: char| !character.is_ascii_alphanumeric());
            let bytes = self.0.as_bytes();
            let part = bytes.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(bytes.len());
            if part == 0 {
                return None;
            }
            if !bytes[..part].iter().all(u8::is_ascii_alphabetic) || is_generated(&bytes[..part]) {
                self.0 = &self.0[part..];
                continue;
            }
            let starts = |at: &usize| bytes[*at].is_ascii_uppercase() && bytes[*at - 1].is_ascii_lowercase();
            let end = (1..part).find(starts).unwrap_or(part);
            let word = &self.0[..end];
            self.0 = &self.0[end..];
            return Some(word);
        }
    }
}

/// Returns whether a part changes case too often for its length to be written by a person.
fn is_generated(part: &[u8]) -> bool {
    let changes = part.windows(2).filter(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase()).count();
    changes * 3 >= part.len() && part.len() > 3
}
