//! Computed styles, each calculated once.

use std::{
    collections::{BTreeMap, HashMap},
    hash::{BuildHasherDefault, DefaultHasher},
};

use html5ever::LocalName;

use super::{
    Background, Property, Rgb, Screen, Style,
    sheet::{Declaration, Rule, inline},
    style::Shape,
    styles::Styles,
    value::Scopes,
};
use crate::html::Element;

/// Styles that are known when a page begins; more are forgotten.
const MOST: usize = 2_000;

type Map<K, V> = HashMap<K, V, BuildHasherDefault<DefaultHasher>>;

/// What the style of an element without a `style` attribute depends on.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Key {
    outer: usize,
    rules: usize,
    name: LocalName,
    is_link: bool,
    is_hidden: bool,
}

/// Computed styles of one screen.
#[derive(Debug)]
pub(super) struct Memo {
    screen: Screen,
    /// Numbers of lists of rules.
    lists: Map<Box<[usize]>, usize>,
    known: Map<Key, usize>,
    /// Styles by their number; the first is that of the document.
    styles: Vec<Style>,
    scopes: Scopes,
    /// Rules of the screen that match an element.
    rules: Vec<usize>,
}

impl Memo {
    pub(super) fn new(screen: Screen) -> Self {
        Self {
            screen,
            lists: Map::default(),
            known: Map::default(),
            styles: vec![Style::default()],
            scopes: Scopes::default(),
            rules: Vec::new(),
        }
    }

    /// Begins a page.
    pub(super) fn start(&mut self, nodes: usize) -> Styles {
        if self.styles.len() > MOST {
            *self = Self::new(self.screen);
        }
        Styles::new(nodes)
    }

    /// Ends a page.
    pub(super) fn finish(&self, styles: &mut Styles) {
        styles.finish(&self.styles);
    }

    /// Returns the number of the style of an element that rules match, the strongest last.
    pub(super) fn style(&mut self, element: &Element, all: &[&Rule], found: &[usize], outer: usize) -> usize {
        self.rules.clear();
        let is_here = |at: &usize| all.get(*at).is_some_and(|rule| rule.when.holds(self.screen));
        self.rules.extend(found.iter().copied().filter(is_here));
        if element.attribute("style").is_some() {
            return self.add(element, all, outer);
        }
        let next = self.lists.len();
        let rules = match self.lists.get(self.rules.as_slice()) {
            Some(number) => *number,
            None => *self.lists.entry(self.rules.as_slice().into()).or_insert(next),
        };
        let key = Key {
            outer,
            rules,
            name: element.name.clone(),
            is_link: element.attribute("href").is_some(),
            is_hidden: element.attribute("hidden").is_some(),
        };
        if let Some(number) = self.known.get(&key) {
            return *number;
        }
        let number = self.add(element, all, outer);
        self.known.insert(key, number);
        number
    }

    fn add(&mut self, element: &Element, all: &[&Rule], outer: usize) -> usize {
        let rules = || self.rules.iter().filter_map(|at| all.get(*at)).flat_map(|rule| &rule.declarations);
        let important = rules().filter(|declaration| declaration.is_important);
        let declarations: Vec<&Declaration> =
            rules().filter(|declaration| !declaration.is_important).chain(important).collect();
        let outer = self.styles.get(outer).copied().unwrap_or_default();
        let style = computed(element, &declarations, &outer, &mut self.scopes);
        self.styles.push(style);
        self.styles.len() - 1
    }
}

fn computed(element: &Element, rules: &[&Declaration], outer: &Style, scopes: &mut Scopes) -> Style {
    let own = element.attribute("style").map(inline).unwrap_or_default();
    let mut style = *outer;
    start(element, &mut style, outer);
    let all = || rules.iter().copied().chain(&own);
    let mut variables: BTreeMap<String, String> = BTreeMap::new();
    for declaration in all() {
        if let Property::Variable(name) = &declaration.property {
            variables.insert(name.clone(), declaration.value.clone());
        }
    }
    if !variables.is_empty() {
        style.scope = Some(scopes.add(variables, outer.scope));
    }
    let mut shape = Shape::default();
    // Sizes in `em` need the font's size, and colors with transparency what is behind them.
    for round in 0..3 {
        for declaration in all() {
            let Property::Known(name) = declaration.property else { continue };
            let order = match name {
                "font-size" | "font" => 0,
                "background" | "background-color" | "background-image" => 1,
                _ => 2,
            };
            if order == round {
                let value = &declaration.value;
                let resolved = value.contains("var(").then(|| scopes.resolve(value, style.scope));
                match resolved {
                    None => style.apply(name, value, outer, &mut shape),
                    Some(Some(value)) => style.apply(name, &value, outer, &mut shape),
                    // A value with an unknown variable counts as not set.
                    Some(None) => {}
                }
            }
        }
    }
    style.finish(&shape, outer);
    style
}

/// Applies what browsers do without a style sheet.
fn start(element: &Element, style: &mut Style, outer: &Style) {
    let (size, is_bold) = match &*element.name {
        "h1" => (2.0, true),
        "h2" => (1.5, true),
        "h3" => (1.17, true),
        "h4" | "b" | "strong" | "th" => (1.0, true),
        "small" => (0.83, style.is_bold),
        _ => (1.0, style.is_bold),
    };
    style.font_size = outer.font_size * size;
    style.is_bold = is_bold;
    if *element.name == *"a" && element.attribute("href").is_some() {
        style.color = Some(Rgb { red: 0.0, green: 0.0, blue: 0.933 });
    }
    if matches!(&*element.name, "button" | "input" | "select" | "textarea") {
        style.font_size = 13.333;
        style.color = Some(Rgb::BLACK);
        if *element.name != *"button" {
            style.background = Background::Color(Rgb::WHITE);
        }
    }
    let is_silent = matches!(
        &*element.name,
        "script" | "style" | "template" | "head" | "title" | "noembed" | "datalist" | "noscript"
    );
    style.is_gone = outer.is_gone || is_silent || element.attribute("hidden").is_some();
}
