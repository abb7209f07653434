//! Matches asked questions with the questions of a pack.

use std::collections::BTreeSet;

use super::super::library::{Library, stems};
use crate::text::{Stemmer, fold};

/// Share of a question's weight that must be met in the pack's question, and in the answer with it.
const MET: f64 = 0.6;
/// Weight of a stem that only the answer has.
const IN_ANSWER: f64 = 0.4;

/// Returns the index of the question of the pack that is meant; `None` if no one is near enough.
///
/// Names of the place carry no weight. Of two equally near ones the shorter question wins.
pub(in crate::content) fn find(
    library: &Library, asked: &str, names: &BTreeSet<String>, stemmer: &Stemmer,
) -> Option<usize> {
    let folded = fold(asked);
    let wanted: BTreeSet<String> = stems(&folded, stemmer).into_iter().filter(|stem| !names.contains(stem)).collect();
    let all: f64 = wanted.iter().map(|stem| library.weight(stem)).sum();
    if wanted.is_empty() {
        return None;
    }
    let nearness = |at: usize| {
        let one = &library.told[at];
        let met = wanted.iter().map(|stem| {
            let share = if one.topic.contains(stem) {
                1.0
            } else if one.stems.contains(stem) {
                IN_ANSWER
            } else {
                0.0
            };
            share * library.weight(stem)
        });
        let beyond: f64 = one.topic.difference(&wanted).map(|stem| library.weight(stem)).sum();
        (met.sum::<f64>() / all, beyond)
    };
    let questions = library.of_section(None).map(|(at, _)| (nearness(at), at)).filter(|((met, _), _)| *met >= MET);
    questions
        .min_by(|((a, more), at), ((b, fewer), other)| b.total_cmp(a).then(more.total_cmp(fewer)).then(at.cmp(other)))
        .map(|(_, at)| at)
}
