//! Counts of the colours and fonts of a page: surfaces, texts, links, buttons and bars.

use std::{collections::BTreeMap, rc::Rc};

use scraper::{ElementRef, Html, Node};

use super::{
    ThemeError,
    cascade::Cascade,
    colour::{BLACK, Rgb, WHITE},
    go_on,
    limits::{DEEPEST, MOST_ELEMENTS, TEXT_CHARS},
    markup,
    media::{Scheme, pixels},
    sheet::{Property, Sheet},
    typeface,
    value::{Variables, first_colour, resolve},
};
use engines::common::Control;

/// Invisible elements and images.
const UNSEEN: [&str; 12] = [
    "head", "script", "style", "template", "noscript", "svg", "iframe", "object", "canvas", "video", "datalist",
    "option",
];
const BARS: [&str; 4] = ["header", "nav", "footer", "aside"];
/// Corner radius, in CSS pixels, above which a shape is a pill.
const ROUNDEST: f64 = 24.0;
/// Names of custom properties for a brand colour.
const OWN: [&str; 3] = ["primary", "brand", "accent"];
const NOT_OWN: [&str; 8] = ["foreground", "text", "-on-", "-fg", "contrast", "border", "hover", "inverse"];

/// Frequencies.
#[derive(Debug)]
pub(super) struct Counts<K>(BTreeMap<K, u64>);

impl<K> Default for Counts<K> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<K: Ord + Clone> Counts<K> {
    fn add(&mut self, key: K, count: u64) {
        *self.0.entry(key).or_default() += count;
    }

    /// Returns all entries, most frequent first.
    pub(super) fn ranked(&self) -> Vec<(K, u64)> {
        let mut ranked: Vec<_> = self.0.iter().map(|(key, count)| (key.clone(), *count)).collect();
        ranked.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        ranked
    }

    pub(super) fn top(&self) -> Option<K> {
        self.ranked().into_iter().next().map(|(key, _)| key)
    }
}

/// A text colour on a surface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pair {
    pub(super) ground: Rgb,
    pub(super) colour: Rgb,
}

/// Counts for one color scheme of a page.
#[derive(Debug, Default)]
pub(super) struct Usage {
    /// True if the page sets any colour.
    pub(super) has_colour: bool,
    /// By characters of text.
    pub(super) texts: Counts<Pair>,
    /// By characters of the text on them.
    pub(super) grounds: Counts<Rgb>,
    /// By elements.
    pub(super) links: Counts<Pair>,
    /// By elements.
    pub(super) buttons: Counts<Pair>,
    /// By elements.
    pub(super) headings: Counts<Rgb>,
    /// By elements: the backgrounds of header, footer and similar elements.
    pub(super) bars: Counts<Rgb>,
    /// By characters of text.
    pub(super) families: Counts<String>,
    /// In hundredths of a CSS pixel, by elements.
    pub(super) radii: Counts<u32>,
    /// `theme-color` of the page.
    pub(super) frame: Option<Rgb>,
    /// Custom properties for brand colours, in order.
    pub(super) own: Vec<Rgb>,
    /// Colours of the body.
    pub(super) body: Option<Pair>,
}

/// Inherited style.
#[derive(Debug, Clone)]
struct Worn {
    variables: Rc<Variables>,
    pair: Pair,
    family: Option<Rc<str>>,
}

/// Traversal of the elements in one color scheme.
struct Walk<'s, 'c> {
    cascade: Cascade<'s>,
    scheme: Scheme,
    usage: Usage,
    control: &'c dyn Control,
}

pub(super) fn count(
    document: &Html, sheet: &Sheet, scheme: Scheme, control: &dyn Control,
) -> Result<Usage, ThemeError> {
    let mut walk = Walk { cascade: Cascade::new(sheet, scheme), scheme, usage: Usage::default(), control };
    let pair = Pair { ground: WHITE, colour: BLACK };
    let bare = Worn { variables: Rc::default(), pair, family: None };
    let roots = document.tree.root().children().filter_map(ElementRef::wrap);
    let mut open: Vec<_> = roots.map(|root| (root, bare.clone(), 0)).collect();
    let mut seen = 0;
    while let Some((element, outer, depth)) = open.pop() {
        seen += 1;
        if seen > MOST_ELEMENTS {
            break;
        }
        go_on(control)?;
        if let Some(worn) = walk.enter(element, &outer)?.filter(|_| depth < DEEPEST) {
            let inner: Vec<_> = element.child_elements().map(|child| (child, worn.clone(), depth + 1)).collect();
            open.extend(inner.into_iter().rev());
        }
    }
    let frame = markup::theme_color(document, scheme).and_then(|text| first_colour(&text, scheme));
    walk.usage.frame = frame.map(|colour| Rgb::over(&colour, WHITE));
    walk.usage.has_colour |= walk.usage.frame.is_some();
    Ok(walk.usage)
}

impl Walk<'_, '_> {
    /// Counts an element. Returns `None` for a hidden one.
    fn enter(&mut self, element: ElementRef<'_>, outer: &Worn) -> Result<Option<Worn>, ThemeError> {
        let name = element.value().name();
        if UNSEEN.contains(&name) || element.attr("hidden").is_some() {
            return Ok(None);
        }
        let declared = self.cascade.of(element, self.control)?;
        let variables = variables(&declared, outer);
        let get = |property| declared.get(&property).and_then(|value| resolve(value, &variables));
        if get(Property::Display).is_some_and(|display| display == "none") {
            return Ok(None);
        }
        let ground = get(Property::Background).and_then(|value| first_colour(&value, self.scheme));
        let ground = ground.filter(|colour| colour.a > 0.0).map(|colour| Rgb::over(&colour, outer.pair.ground));
        let under = ground.unwrap_or(outer.pair.ground);
        let colour = get(Property::Colour).and_then(|value| first_colour(&value, self.scheme));
        let colour = colour.map(|colour| Rgb::over(&colour, under));
        let family = get(Property::Family).or_else(|| typeface::of_shorthand(&get(Property::Font)?).map(str::to_owned));
        let family = family.and_then(|value| typeface::families(&value)).map(Rc::from).or_else(|| outer.family.clone());
        let pair = Pair { ground: under, colour: colour.unwrap_or(outer.pair.colour) };
        self.usage.has_colour |= ground.is_some() || colour.is_some();
        let worn = Worn { variables: variables.clone(), pair, family };
        self.count_text(element, &worn);
        self.count_part(element, pair, ground.filter(|ground| *ground != outer.pair.ground), colour.is_some());
        if let Some(radius) = get(Property::Radius).filter(|_| ground.is_some()) {
            self.count_radius(&radius);
        }
        if matches!(name, "html" | "body") {
            self.usage.body = Some(pair);
            self.note_own(&worn.variables);
        }
        Ok(Some(worn))
    }

    fn count_text(&mut self, element: ElementRef<'_>, worn: &Worn) {
        let texts = element.children().filter_map(|child| match child.value() {
            Node::Text(text) => Some(text.chars().filter(|character| !character.is_whitespace()).count()),
            _ => None,
        });
        let characters = texts.sum::<usize>().min(TEXT_CHARS) as u64;
        if characters == 0 {
            return;
        }
        self.usage.grounds.add(worn.pair.ground, characters);
        self.usage.texts.add(worn.pair, characters);
        if let Some(family) = &worn.family {
            self.usage.families.add(family.to_string(), characters);
        }
    }

    /// `ground` is set if the element has a background that differs from its surroundings.
    fn count_part(&mut self, element: ElementRef<'_>, pair: Pair, ground: Option<Rgb>, has_colour: bool) {
        let name = element.value().name();
        match ground {
            Some(_) if is_button(element) => self.usage.buttons.add(pair, 1),
            Some(ground) if BARS.contains(&name) => self.usage.bars.add(ground, 1),
            _ if name == "a" && element.attr("href").is_some() && has_colour => self.usage.links.add(pair, 1),
            _ if matches!(name, "h1" | "h2" | "h3") => self.usage.headings.add(pair.colour, 1),
            _ => {}
        }
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 2400")]
    fn count_radius(&mut self, value: &str) {
        let first = value.split_whitespace().next().unwrap_or_default();
        if let Some(radius) = pixels(first) {
            self.usage.radii.add((radius.clamp(0.0, ROUNDEST) * 100.0).round() as u32, 1);
        }
    }

    fn note_own(&mut self, variables: &Variables) {
        let named = variables.own.iter().filter(|(name, _)| {
            let name = name.to_ascii_lowercase();
            OWN.iter().any(|own| name.contains(own)) && !NOT_OWN.iter().any(|other| name.contains(other))
        });
        let colours = named.filter_map(|(_, value)| {
            let value = resolve(value, variables)?;
            // Some pages store the bare numbers of an hsl() here.
            first_colour(&value, self.scheme).or_else(|| first_colour(&format!("hsl({value})"), self.scheme))
        });
        let shown = colours.map(|colour| Rgb::over(&colour, WHITE)).filter(|colour| colour.is_chromatic());
        self.usage.own.extend(shown);
    }
}

fn variables(declared: &BTreeMap<Property, Rc<str>>, outer: &Worn) -> Rc<Variables> {
    let own: BTreeMap<_, _> = declared
        .iter()
        .filter_map(|(property, value)| match property {
            Property::Variable(name) => Some((name.clone(), value.clone())),
            _ => None,
        })
        .collect();
    if own.is_empty() {
        return outer.variables.clone();
    }
    Rc::new(Variables { own, outer: Some(outer.variables.clone()) })
}

fn is_button(element: ElementRef<'_>) -> bool {
    let value = element.value();
    let is_input = value.name() == "input" && matches!(value.attr("type"), Some("submit" | "button"));
    let is_called = |class: &str| {
        let class = class.to_ascii_lowercase();
        class.contains("btn") || class.contains("button") || class.contains("cta")
    };
    let is_pressed = matches!(value.name(), "button" | "a") || value.attr("role") == Some("button");
    is_input
        || value.name() == "button"
        || (is_pressed && (value.attr("role").is_some() || value.classes().any(is_called)))
}
