//! How many statements each part gets.

use editorial::Section;

use super::{ALL, FEWEST, MOST, MOST_LOCAL, Part, Pool, QUESTIONS, Selection, Wish};

/// Share of a section from which a further section is added before this one grows. Pages that use little of each section share
/// little with each other.
const SPREAD: f64 = 0.22;

/// Chooses the fittest statements of each part: the usual number, then one more of the part of which least is used, until the
/// page is long enough.
pub(super) fn parts(
    pool: &Pool<'_>, recipe: &[(Part, usize)], wish: &Wish<'_>, selection: &Selection<'_>,
) -> Vec<(Part, Vec<usize>)> {
    let mut counts =
        Growing { pool, counts: usual(pool, recipe), rest: rest(pool, recipe, wish, selection), is_whole: false };
    while counts.words() < wish.words && counts.grow() {}
    let mut counts = counts.counts;
    place_further(&mut counts, recipe);
    counts.into_iter().map(|(part, count)| (part, pool.ranked[&part].iter().take(count).copied().collect())).collect()
}

/// Parts of the recipe that have enough statements, with their usual number.
fn usual(pool: &Pool<'_>, recipe: &[(Part, usize)]) -> Vec<(Part, usize)> {
    let fewest = |part: Part| if part == Some(Section::Local) { 1 } else { FEWEST };
    let usual = |(part, count): &(Part, usize)| {
        let most = most(pool, *part, false);
        let count = if part.is_none() { (*count).max(pool.answers) } else { *count };
        (most >= fewest(*part)).then(|| (*part, count.min(most)))
    };
    recipe.iter().filter_map(usual).collect()
}

/// Sections that the recipe leaves out, in an order that depends on the place.
fn rest(pool: &Pool<'_>, recipe: &[(Part, usize)], wish: &Wish<'_>, selection: &Selection<'_>) -> Vec<Section> {
    let is_free = |section: &Section| {
        let part = Some(*section);
        wish.own != part && !recipe.iter().any(|(used, _)| *used == part) && most(pool, part, false) >= FEWEST
    };
    let mut rest: Vec<Section> = Section::ALL.into_iter().filter(is_free).collect();
    rest.sort_by(|a, b| {
        let chance = |section: &Section| selection.chance(pool.ranked[&Some(*section)][0]);
        chance(a).total_cmp(&chance(b)).then(a.cmp(b))
    });
    rest
}

/// Maximum number of statements of a part: half of those that are open, so that further pages have some left; with `is_whole`
/// more.
fn most(pool: &Pool<'_>, part: Part, is_whole: bool) -> usize {
    let open = pool.ranked[&part].len();
    let limit = match part {
        part if pool.all == Some(part) => ALL,
        Some(Section::Local) => MOST_LOCAL,
        _ if is_whole => MOST,
        QUESTIONS => MOST.min(open.div_ceil(2)).max(pool.answers),
        _ => MOST.min(open.div_ceil(2)).max(FEWEST),
    };
    open.min(limit)
}

/// Parts that grow until the page is long enough.
struct Growing<'a> {
    pool: &'a Pool<'a>,
    counts: Vec<(Part, usize)>,
    rest: Vec<Section>,
    /// True once all parts have half of their statements.
    is_whole: bool,
}

impl Growing<'_> {
    fn words(&self) -> usize {
        let chosen = self.counts.iter().flat_map(|(part, count)| self.pool.ranked[part].iter().take(*count));
        chosen.map(|at| self.pool.words(*at)).sum()
    }

    /// Adds a statement or a section; returns false if there is none.
    fn grow(&mut self) -> bool {
        let used = |part: Part, count: usize| count as f64 / self.pool.ranked[&part].len().max(1) as f64;
        let open =
            self.counts.iter().enumerate().filter(|(_, (part, count))| *count < most(self.pool, *part, self.is_whole));
        let least = open
            .map(|(at, (part, count))| (used(*part, *count), at))
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        match least {
            Some((share, at)) if share < SPREAD || self.rest.is_empty() => self.counts[at].1 += 1,
            _ if !self.rest.is_empty() => {
                let section = Some(self.rest.remove(0));
                self.counts.push((section, FEWEST));
            }
            Some((_, at)) => self.counts[at].1 += 1,
            None if self.is_whole => return false,
            None => self.is_whole = true,
        }
        true
    }
}

/// Moves the added sections before the questions, in the order of a pack.
fn place_further(counts: &mut Vec<(Part, usize)>, recipe: &[(Part, usize)]) {
    let is_added = |part: Part| !recipe.iter().any(|(used, _)| *used == part);
    let mut added: Vec<(Part, usize)> = counts.extract_if(.., |(part, _)| is_added(*part)).collect();
    added.sort_by_key(|(part, _)| *part);
    let at = counts.iter().position(|(part, _)| part.is_none()).unwrap_or(counts.len());
    counts.splice(at..at, added);
}
