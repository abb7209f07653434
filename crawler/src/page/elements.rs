//! Headings, images, scripts, frames and forms of a page.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use url::Url;

use super::head::has_word;
use super::limits::{MOST_ITEMS, MOST_TEXT_BYTES, MOST_URL_BYTES};
use super::text::{collapse, cut};
use super::tree::{Element, NodeId, Tree};

/// A heading of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Heading {
    /// 1 for `h1` to 6 for `h6`.
    pub level: u8,
    /// Text, or the alternative text of its image.
    pub text: String,
}

/// An image of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Image {
    /// Address as written; that of the lazy image if there is one.
    pub src: String,
    /// Alternative text; `None` without the attribute, empty for images that decorate.
    pub alt: Option<String>,
    /// Caption of the figure whose only image it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
    /// Value of `width`.
    pub width: Option<String>,
    /// Value of `height`.
    pub height: Option<String>,
    /// Returns whether the image has another label, or is marked as decoration.
    pub is_labelled: bool,
    /// Returns whether the browser loads the image when it comes into view.
    pub is_lazy: bool,
}

/// A form of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Form {
    /// Absolute address that the form is sent to.
    pub action: Option<Url>,
    /// Returns whether the form asks for a password.
    pub has_password: bool,
}

/// Scripts, style sheets and whatever else a page loads.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Resources {
    /// Number of scripts with an address.
    pub scripts: u32,
    /// Number of scripts in the page, without data such as JSON-LD.
    pub inline_scripts: u32,
    /// Bytes of the scripts in the page.
    pub inline_script_bytes: u64,
    /// Number of style sheets with an address.
    pub styles: u32,
    /// Bytes of the style sheets in the page.
    pub inline_style_bytes: u64,
    /// Addresses of frames.
    pub frames: Vec<String>,
    /// Addresses of resources that a page with HTTPS loads without it.
    pub insecure: Vec<String>,
}

/// What [`collect`] finds.
#[derive(Debug, Default)]
pub(super) struct Elements {
    pub(super) headings: Vec<Heading>,
    pub(super) images: Vec<Image>,
    pub(super) image_count: u64,
    pub(super) forms: Vec<Form>,
    pub(super) resources: Resources,
    pub(super) element_count: u64,
}

pub(super) fn collect(tree: &Tree, base: &Url, url: &Url) -> Elements {
    let mut found = Elements::default();
    let mut captions: BTreeMap<NodeId, String> = BTreeMap::new();
    for (id, element) in tree.all() {
        found.element_count += 1;
        if !element.is_html {
            continue;
        }
        match &*element.name {
            name @ ("h1" | "h2" | "h3" | "h4" | "h5" | "h6") if found.headings.len() < MOST_ITEMS => {
                found.headings.push(Heading { level: name.as_bytes()[1] - b'0', text: heading_text(tree, id) });
            }
            "figure" if captions.len() < MOST_ITEMS => captions.extend(caption(tree, id)),
            "img" => {
                found.image_count += 1;
                if found.images.len() < MOST_ITEMS {
                    found.images.push(Image { caption: captions.remove(&id), ..image(element) });
                }
            }
            "form" if found.forms.len() < MOST_ITEMS => found.forms.push(form(tree, id, element, base, url)),
            _ => found.resources.add(tree, id, element),
        }
        if url.scheme() == "https" && found.resources.insecure.len() < MOST_ITEMS {
            found.resources.insecure.extend(insecure(element, base));
        }
    }
    found
}

fn heading_text(tree: &Tree, id: NodeId) -> String {
    let text = tree.text(id, MOST_TEXT_BYTES);
    if !text.is_empty() {
        return text;
    }
    let image = tree.elements(id).find(|(_, element)| &*element.name == "img");
    collapse(image.and_then(|(_, element)| element.attribute("alt")).unwrap_or_default(), MOST_TEXT_BYTES)
}

/// Returns the only image of a figure with the figure's caption.
fn caption(tree: &Tree, figure: NodeId) -> Option<(NodeId, String)> {
    let named = |name: &'static str| tree.elements(figure).filter(move |(_, element)| &*element.name == name);
    let (image, _) = named("img").next()?;
    let (text, _) = named("figcaption").next()?;
    let is_only = named("img").nth(1).is_none() && named("figcaption").nth(1).is_none();
    let text = tree.text(text, MOST_TEXT_BYTES);
    (is_only && !text.is_empty()).then_some((image, text))
}

fn image(element: &Element) -> Image {
    let text = |name: &str| element.attribute(name).map(|value| collapse(value, MOST_TEXT_BYTES));
    let src = ["data-src", "data-lazy-src", "data-original", "src"].iter().find_map(|name| element.attribute(name));
    Image {
        src: cut(src.unwrap_or_default().trim(), MOST_URL_BYTES.min(512)),
        alt: text("alt"),
        caption: None,
        width: text("width"),
        height: text("height"),
        is_labelled: is_labelled(element),
        is_lazy: element.attribute("loading").is_some_and(|value| value.eq_ignore_ascii_case("lazy")),
    }
}

/// Returns whether an image without `alt` passes the rule `image-alt` of axe.
fn is_labelled(element: &Element) -> bool {
    let is_filled = |name: &str| element.attribute(name).is_some_and(|value| !value.trim().is_empty());
    let is_decoration = matches!(element.attribute("role"), Some("none" | "presentation"));
    is_decoration
        || element.attribute("aria-hidden") == Some("true")
        || ["aria-label", "aria-labelledby", "title"].into_iter().any(is_filled)
}

fn form(tree: &Tree, id: NodeId, element: &Element, base: &Url, url: &Url) -> Form {
    let action = element.attribute("action").unwrap_or_default().trim();
    let action = if action.is_empty() { Some(url.clone()) } else { base.join(action).ok() };
    let is_password = |element: &Element| {
        &*element.name == "input" && element.attribute("type").is_some_and(|kind| kind.eq_ignore_ascii_case("password"))
    };
    Form { action, has_password: tree.elements(id).any(|(_, element)| is_password(element)) }
}

impl Resources {
    fn add(&mut self, tree: &Tree, id: NodeId, element: &Element) {
        match &*element.name {
            "script" if element.attribute("src").is_some() => self.scripts += 1,
            "script" if is_code(element.attribute("type").unwrap_or_default()) => {
                self.inline_scripts += 1;
                self.inline_script_bytes += tree.source_bytes(id);
            }
            "style" => self.inline_style_bytes += tree.source_bytes(id),
            "link" if has_word(element.attribute("rel"), "stylesheet") => self.styles += 1,
            "iframe" | "frame" if self.frames.len() < MOST_ITEMS => {
                self.frames.push(cut(element.attribute("src").unwrap_or_default().trim(), MOST_URL_BYTES));
            }
            _ => {}
        }
    }
}

fn is_code(kind: &str) -> bool {
    let kind = kind.trim().to_ascii_lowercase();
    kind.is_empty() || kind == "module" || kind.contains("javascript") || kind.contains("ecmascript")
}

/// Returns the address of a resource that is loaded without HTTPS.
fn insecure(element: &Element, base: &Url) -> Option<String> {
    let name = match &*element.name {
        "img" | "script" | "iframe" | "frame" | "audio" | "video" | "source" | "embed" | "track" => "src",
        "object" => "data",
        "link"
            if ["stylesheet", "icon", "preload", "manifest"]
                .iter()
                .any(|rel| has_word(element.attribute("rel"), rel)) =>
        {
            "href"
        }
        _ => return None,
    };
    let address = element.attribute(name)?.trim();
    let is_absolute = address.len() >= 5 && address.as_bytes()[..5].eq_ignore_ascii_case(b"http:");
    let is_insecure =
        is_absolute || (base.scheme() == "http" && base.join(address).is_ok_and(|url| url.scheme() == "http"));
    is_insecure.then(|| cut(address, MOST_URL_BYTES))
}
