//! The rules that match each element of a page.

use std::collections::BTreeMap;

use engines::common::Control;

use super::{Screen, Sheet, memo::Memo, selector::Part, sheet::Rule, styles::Styles};
use crate::{
    GateError,
    error::checkpoint,
    html::{Data, Element, NodeId, ROOT, Step, Tree},
};

/// Elements read between two checks for cancellation.
const BETWEEN: usize = 1_024;
/// Tests of a selector on one page, for all screens together; further rules do not count.
const MOST_TESTS: usize = 8_000_000;

/// Rules by the last part of their selector, so that few are tested per element.
#[derive(Debug)]
struct Index<'s> {
    rules: Vec<&'s Rule>,
    by_id: BTreeMap<&'s str, Vec<usize>>,
    by_class: BTreeMap<&'s str, Vec<usize>>,
    by_tag: BTreeMap<&'s str, Vec<usize>>,
    of_all: Vec<usize>,
}

impl<'s> Index<'s> {
    fn new(rules: Vec<&'s Rule>) -> Self {
        let (by_id, by_class, by_tag) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let mut index = Self { rules, by_id, by_class, by_tag, of_all: Vec::new() };
        for at in 0..index.rules.len() {
            index.add(at);
        }
        index
    }

    fn add(&mut self, at: usize) {
        let parts = self.rules[at].selector.key();
        if parts.iter().any(|part| matches!(part, Part::Never)) {
            return;
        }
        let id = parts.iter().find_map(|part| if let Part::Id(id) = part { Some(id.as_str()) } else { None });
        let class =
            parts.iter().find_map(|part| if let Part::Class(class) = part { Some(class.as_str()) } else { None });
        let tag = parts.iter().find_map(|part| if let Part::Tag(tag) = part { Some(&**tag) } else { None });
        match (id, class, tag) {
            (Some(id), ..) => self.by_id.entry(id).or_default().push(at),
            (_, Some(class), _) => self.by_class.entry(class).or_default().push(at),
            (.., Some(tag)) => self.by_tag.entry(tag).or_default().push(at),
            _ => self.of_all.push(at),
        }
    }

    /// Finds the rules that match an element, the strongest last.
    fn find(&self, tree: &Tree, id: NodeId, element: &Element, tests: &mut usize, found: &mut Vec<usize>) {
        found.clear();
        let by_class = element.classes().filter_map(|class| self.by_class.get(class));
        let by_id = element.attribute("id").and_then(|id| self.by_id.get(id));
        let lists = by_id.into_iter().chain(by_class).chain(self.by_tag.get(&*element.name)).chain([&self.of_all]);
        for at in lists.flatten() {
            *tests += 1;
            if *tests < MOST_TESTS && self.rules[*at].selector.matches(tree, id) {
                found.push(*at);
            }
        }
        found.sort_unstable_by_key(|at| (self.rules[*at].selector.specificity, *at));
        // A class that an element has twice is found twice.
        found.dedup();
    }
}

/// Style sheets on one or more screens. Selectors are matched once for all of them, and elements of equal rules in equal
/// surroundings share a style, also those of several pages.
#[derive(Debug)]
pub(crate) struct Cascade<'s> {
    index: Index<'s>,
    memos: Vec<Memo>,
}

impl<'s> Cascade<'s> {
    /// Indexes the rules of sheets in their order.
    pub(crate) fn new(sheets: &[&'s Sheet], screens: &[Screen]) -> Self {
        let is_seen = |rule: &&Rule| screens.iter().any(|screen| rule.when.holds(*screen));
        let rules = sheets.iter().flat_map(|sheet| &sheet.rules).filter(is_seen).collect();
        Self { index: Index::new(rules), memos: screens.iter().map(|screen| Memo::new(*screen)).collect() }
    }

    /// Returns the style of each node of a page, for each screen; a text has the style of its element.
    pub(crate) fn styles(&mut self, tree: &Tree, control: &dyn Control) -> Result<Vec<Styles>, GateError> {
        let mut all: Vec<Styles> = self.memos.iter_mut().map(|memo| memo.start(tree.nodes.len())).collect();
        let (mut read, mut tests, mut found) = (0_usize, 0, Vec::new());
        for step in tree.walk(ROOT) {
            let Step::Enter(id) = step else { continue };
            read += 1;
            if read.is_multiple_of(BETWEEN) {
                checkpoint(control)?;
            }
            let element = match tree.nodes.get(id).map(|node| &node.data) {
                Some(Data::Element(element)) => Some(element),
                _ => None,
            };
            if let Some(element) = element {
                self.index.find(tree, id, element, &mut tests, &mut found);
            }
            let parent = tree.parent(id);
            for (styles, memo) in all.iter_mut().zip(&mut self.memos) {
                let outer = parent.map_or(0, |parent| styles.number(parent));
                let style = element.map_or(outer, |element| memo.style(element, &self.index.rules, &found, outer));
                styles.set(id, style);
            }
        }
        for (styles, memo) in all.iter_mut().zip(&self.memos) {
            memo.finish(styles);
        }
        Ok(all)
    }
}
