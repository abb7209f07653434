//! The rules that match each element of a page, and its computed style.

use std::collections::BTreeMap;

use engines::common::Control;

use super::{
    Property, Screen, Sheet, Style,
    selector::Part,
    sheet::{Declaration, Rule, inline},
    style::Shape,
    value::Scopes,
};
use crate::{
    GateError,
    error::checkpoint,
    html::{Data, Element, NodeId, ROOT, Step, Tree},
};

/// Elements read between two checks for cancellation.
const BETWEEN: usize = 1_024;
/// Tests of a selector on one page; further rules do not count.
const MOST_TESTS: usize = 4_000_000;

/// Rules by the last part of their selector, so that few are tested per element.
pub(crate) struct Cascade<'s> {
    rules: Vec<&'s Rule>,
    by_id: BTreeMap<&'s str, Vec<usize>>,
    by_class: BTreeMap<&'s str, Vec<usize>>,
    by_tag: BTreeMap<&'s str, Vec<usize>>,
    of_all: Vec<usize>,
}

impl<'s> Cascade<'s> {
    /// Indexes the rules of sheets in their order.
    pub(crate) fn new(sheets: &[&'s Sheet], screen: Screen) -> Self {
        let rules = sheets.iter().flat_map(|sheet| &sheet.rules).filter(|rule| rule.when.holds(screen)).collect();
        let (by_id, by_class, by_tag) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let mut cascade = Self { rules, by_id, by_class, by_tag, of_all: Vec::new() };
        for at in 0..cascade.rules.len() {
            cascade.index(at);
        }
        cascade
    }

    fn index(&mut self, at: usize) {
        let parts = self.rules[at].selector.key();
        if parts.iter().any(|part| matches!(part, Part::Never)) {
            return;
        }
        let id = parts.iter().find_map(|part| if let Part::Id(id) = part { Some(id.as_str()) } else { None });
        let class =
            parts.iter().find_map(|part| if let Part::Class(class) = part { Some(class.as_str()) } else { None });
        let tag = parts.iter().find_map(|part| if let Part::Tag(tag) = part { Some(tag.as_str()) } else { None });
        match (id, class, tag) {
            (Some(id), ..) => self.by_id.entry(id).or_default().push(at),
            (_, Some(class), _) => self.by_class.entry(class).or_default().push(at),
            (.., Some(tag)) => self.by_tag.entry(tag).or_default().push(at),
            _ => self.of_all.push(at),
        }
    }

    /// Returns the declarations for an element, the strongest last.
    fn declarations(&self, tree: &Tree, id: NodeId, element: &Element, tests: &mut usize) -> Vec<&'s Declaration> {
        let by_class = element.classes().filter_map(|class| self.by_class.get(class));
        let by_id = element.attribute("id").and_then(|id| self.by_id.get(id));
        let lists = by_id.into_iter().chain(by_class).chain(self.by_tag.get(&*element.name)).chain([&self.of_all]);
        let mut found: Vec<usize> = Vec::new();
        for at in lists.flatten() {
            *tests += 1;
            if *tests < MOST_TESTS && self.rules[*at].selector.matches(tree, id) && !found.contains(at) {
                found.push(*at);
            }
        }
        found.sort_by_key(|at| (self.rules[*at].selector.specificity, *at));
        let all = || found.iter().flat_map(|at| &self.rules[*at].declarations);
        let important = all().filter(|declaration| declaration.is_important);
        all().filter(|declaration| !declaration.is_important).chain(important).collect()
    }
}

/// Returns the style of each node of a page; a text has the style of its element.
pub(crate) fn styles(tree: &Tree, cascade: &Cascade<'_>, control: &dyn Control) -> Result<Vec<Style>, GateError> {
    let mut styles = vec![Style::default(); tree.nodes.len()];
    let mut scopes = Scopes::default();
    let (mut read, mut tests) = (0_usize, 0);
    for step in tree.walk(ROOT) {
        let Step::Enter(id) = step else { continue };
        read += 1;
        if read.is_multiple_of(BETWEEN) {
            checkpoint(control)?;
        }
        let outer = tree.parent(id).and_then(|parent| styles.get(parent)).cloned().unwrap_or_default();
        let style = match tree.nodes.get(id).map(|node| &node.data) {
            Some(Data::Element(element)) => {
                let declarations = cascade.declarations(tree, id, element, &mut tests);
                computed(element, &declarations, &outer, &mut scopes)
            }
            _ => outer,
        };
        if let Some(place) = styles.get_mut(id) {
            *place = style;
        }
    }
    Ok(styles)
}

fn computed(element: &Element, rules: &[&Declaration], outer: &Style, scopes: &mut Scopes) -> Style {
    let own = element.attribute("style").map(inline).unwrap_or_default();
    let mut style = outer.inherited();
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
        style.color = Some(super::Rgb { red: 0.0, green: 0.0, blue: 0.933 });
    }
    if matches!(&*element.name, "button" | "input" | "select" | "textarea") {
        style.font_size = 13.333;
        style.color = Some(super::Rgb::BLACK);
        if *element.name != *"button" {
            style.background = super::Background::Color(super::Rgb::WHITE);
        }
    }
    let is_silent = matches!(
        &*element.name,
        "script" | "style" | "template" | "head" | "title" | "noembed" | "datalist" | "noscript"
    );
    style.is_gone = outer.is_gone || is_silent || element.attribute("hidden").is_some();
}
