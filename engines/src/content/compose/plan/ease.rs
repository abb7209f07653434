//! Keeps the reading ease of a page within bounds.

use super::{Part, Pool, Selection};
use crate::content::readability::Counts;

/// Reading ease of the statements of a page. A page is read from 50 to 70; names and figures of the page move it a little.
const EASIEST: f64 = 68.4;
const HARDEST: f64 = 54.0;
/// Maximum number of statements that are exchanged.
const MOST: usize = 24;
/// Minimum change of the reading ease by an exchange.
const LEAST: f64 = 0.15;
/// Change above which a greater one is not preferred: otherwise all pages would get the same few statements.
const ENOUGH: f64 = 0.6;

/// Exchanges statements for open ones of the same part while the text is too easy, which is choppy, or too hard.
///
/// Of the exchanges that help, chance prefers some on each page, so that pages do not all get the same statements.
pub(super) fn balance(
    pool: &Pool<'_>, parts: &mut [(Part, Vec<usize>)], lead: Option<usize>, answers: &[usize],
    selection: &Selection<'_>,
) {
    let mut page = Counts::default();
    let all = || parts.iter().flat_map(|(_, chosen)| chosen).chain(&lead);
    all().for_each(|at| page.add(pool.counts(*at)));
    for _ in 0..MOST {
        let Some(way) = page.ease().and_then(way) else { return };
        let Some(exchange) = best(pool, parts, answers, selection, page, way) else { return };
        page = page.with(pool.counts(exchange.old), pool.counts(exchange.new));
        for at in parts.iter_mut().flat_map(|(_, chosen)| chosen).filter(|at| **at == exchange.old) {
            *at = exchange.new;
        }
    }
}

/// Returns 1 if the text must become easier, -1 if harder.
fn way(ease: f64) -> Option<f64> {
    if ease > EASIEST { Some(-1.0) } else { (ease < HARDEST).then_some(1.0) }
}

#[derive(Debug, Clone, Copy)]
struct Exchange {
    old: usize,
    new: usize,
    gain: f64,
}

fn best(
    pool: &Pool<'_>, parts: &[(Part, Vec<usize>)], answers: &[usize], selection: &Selection<'_>, page: Counts, way: f64,
) -> Option<Exchange> {
    let now = page.ease()?;
    let mut best: Option<Exchange> = None;
    for (part, chosen) in parts {
        let open = pool.ranked[part].iter().filter(|at| !chosen.contains(at));
        for (new, counts, weight) in open.map(|at| (*at, pool.counts(*at), 0.1 + selection.chance(*at))) {
            for old in chosen.iter().filter(|at| !answers.contains(at)) {
                let change = page.with(pool.counts(*old), counts).ease().map_or(0.0, |ease| way * (ease - now));
                let gain = change.min(ENOUGH) * weight;
                if change >= LEAST && best.is_none_or(|best| gain > best.gain) {
                    best = Some(Exchange { old: *old, new, gain });
                }
            }
        }
    }
    best
}
