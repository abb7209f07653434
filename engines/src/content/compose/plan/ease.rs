//! Keeps the reading ease of a page within bounds.

use super::super::super::input::PageIntent;
use super::{FEWEST, MOST, MOST_LOCAL, Part, Pool, Selection};
use crate::content::readability::Counts;
use editorial::Section;

/// Reading ease that is aimed at. A page is read from 50 to 70; each exchange costs variety, as the same few statements of a pack
/// are the hardest or the easiest.
const EASIEST: f64 = 68.8;
const HARDEST: f64 = 51.5;
/// Reading ease beyond which a written page is planned again.
const TOO_EASY: f64 = 69.5;
const TOO_HARD: f64 = 50.6;
/// Maximum number of statements that are exchanged.
const MOST_EXCHANGED: usize = 24;
/// Minimum change of the reading ease by an exchange.
const LEAST: f64 = 0.1;
/// Change above which a greater one is not preferred: otherwise all pages would get the same few statements.
const ENOUGH: f64 = 0.6;

/// Returns by how much the reading ease of a page is out of bounds; 0 for a page that may stay as it is.
pub(in crate::content) fn misfit(page: Counts) -> f64 {
    page.ease().map_or(0.0, |ease| (TOO_HARD - ease).max(ease - TOO_EASY).max(0.0))
}

/// Exchanges statements for open ones while the text is too easy, which is choppy, or too hard; statements of the same part first.
/// Returns the counts of the statements.
///
/// Of the exchanges that help, chance prefers some on each page, so that pages do not all get the same statements. `beyond` is
/// what the page says besides the statements.
pub(super) fn balance(
    pool: &Pool<'_>, parts: &mut [(Part, Vec<usize>)], kept: &Kept<'_>, selection: &Selection<'_>, beyond: Counts,
) -> Counts {
    let mut told = Counts::default();
    for (_, chosen) in parts.iter().filter(|(part, _)| kept.is_prose(*part)) {
        chosen.iter().for_each(|at| told.add(pool.counts(*at)));
    }
    kept.lead.iter().for_each(|at| told.add(pool.counts(*at)));
    for _ in 0..MOST_EXCHANGED {
        let mut page = told;
        page.add(beyond);
        let Some(way) = page.ease().and_then(way) else { break };
        let inside = best(pool, parts, kept, selection, page, way, false);
        let Some(exchange) = inside.or_else(|| best(pool, parts, kept, selection, page, way, true)) else { break };
        told = told.with(pool.counts(exchange.old.1), pool.counts(exchange.new.1));
        let (from, to) = (exchange.old.0, exchange.new.0);
        if let Some((_, chosen)) = parts.get_mut(from) {
            chosen.retain(|at| *at != exchange.old.1);
        }
        if let Some((_, chosen)) = parts.get_mut(to) {
            chosen.push(exchange.new.1);
        }
    }
    told
}

/// What is not exchanged.
#[derive(Debug)]
pub(super) struct Kept<'a> {
    pub(super) intent: PageIntent,
    pub(super) lead: Option<usize>,
    pub(super) answers: &'a [usize],
}

impl Kept<'_> {
    /// Returns true for a part in sentences; a table is not read as such.
    fn is_prose(&self, part: Part) -> bool {
        part != Some(Section::Ask) || !matches!(self.intent, PageIntent::Compare | PageIntent::Cost)
    }
}

/// Returns 1 if the text must become easier, -1 if harder.
fn way(ease: f64) -> Option<f64> {
    if ease > EASIEST { Some(-1.0) } else { (ease < HARDEST).then_some(1.0) }
}

/// An exchange: positions of the parts, with the statements.
#[derive(Debug, Clone, Copy)]
struct Exchange {
    old: (usize, usize),
    new: (usize, usize),
    gain: f64,
}

/// Returns the exchange that is preferred; between two parts only if `is_across`.
fn best(
    pool: &Pool<'_>, parts: &[(Part, Vec<usize>)], kept: &Kept<'_>, selection: &Selection<'_>, page: Counts, way: f64,
    is_across: bool,
) -> Option<Exchange> {
    let now = page.ease()?;
    let mut best: Option<Exchange> = None;
    for (to, (part, chosen)) in parts.iter().enumerate().filter(|(_, (part, _))| kept.is_prose(*part)) {
        let open = pool.ranked.get(part).into_iter().flatten().filter(|at| !chosen.contains(at));
        for (new, counts, weight) in open.map(|at| (*at, pool.counts(*at), 0.1 + selection.chance(*at))) {
            let sources = parts.iter().enumerate().filter(|(from, one)| {
                if is_across { can_give(pool, one, kept) && can_take(pool, *part, chosen) } else { *from == to }
            });
            for (from, (_, given)) in sources.filter(|(_, (part, _))| kept.is_prose(*part)) {
                for old in given.iter().filter(|at| !kept.answers.contains(at)) {
                    let change = page.with(pool.counts(*old), counts).ease().map_or(0.0, |ease| way * (ease - now));
                    let gain = change.min(ENOUGH) * weight;
                    if change >= LEAST && best.is_none_or(|best| gain > best.gain) {
                        best = Some(Exchange { old: (from, *old), new: (to, new), gain });
                    }
                }
            }
        }
    }
    best
}

/// Returns true if a part can do with a statement less.
fn can_give(pool: &Pool<'_>, (part, chosen): &(Part, Vec<usize>), kept: &Kept<'_>) -> bool {
    let fewest = if *part == Some(Section::Local) { 1 } else { FEWEST.max(kept.answers.len()) };
    pool.all != Some(*part) && chosen.len() > fewest
}

/// Returns true if a part has room for a statement more.
fn can_take(pool: &Pool<'_>, part: Part, chosen: &[usize]) -> bool {
    let most = if part == Some(Section::Local) { MOST_LOCAL } else { MOST };
    pool.all != Some(part) && chosen.len() < most
}
