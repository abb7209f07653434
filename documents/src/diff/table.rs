//! Differences of tables.

use std::time::Instant;

use engines::content::{Block, Sentence, TableRow};

use super::{
    CellDiff, Change, RowDiff, SentenceDiff,
    align::{Pair, align},
    sentences,
};

/// Pairs the columns of two tables: by position if there are as many, or else by their headings.
fn columns(before: &Block, after: &Block, until: Instant) -> Vec<Pair> {
    let (old, new) = (width(before), width(after));
    if old == new {
        return (0..old).map(|at| Pair::Same(at, at)).collect();
    }
    if old == before.header.len() && new == after.header.len() {
        let key = |sentence: &Sentence| sentence.text.clone();
        return align(&before.header, &after.header, key, sentences::words, until);
    }
    let one = |at: usize| match (at < old, at < new) {
        (true, true) => Pair::Same(at, at),
        (true, false) => Pair::Removed(at),
        (false, _) => Pair::Added(at),
    };
    (0..old.max(new)).map(one).collect()
}

fn width(table: &Block) -> usize {
    let cells = table.rows.iter().map(|row| row.cells.len()).max().unwrap_or_default();
    cells.max(table.header.len())
}

/// Compares the headings and rows of two tables; each row has a cell for each heading.
pub(super) fn compare(before: &Block, after: &Block, until: Instant) -> (Vec<SentenceDiff>, Vec<RowDiff>) {
    let columns = columns(before, after, until);
    let header = columns.iter().filter_map(|pair| heading(*pair, &before.header, &after.header, until)).collect();
    let key = |row: &TableRow| serde_json::to_string(row).unwrap_or_default();
    let pairs = align(&before.rows, &after.rows, key, words, until);
    let empty = TableRow::default();
    let row = |pair: Pair| match pair {
        Pair::Same(old, new) => rows(&before.rows[old], &after.rows[new], Change::Same, &columns, until),
        Pair::Alike(old, new) => rows(&before.rows[old], &after.rows[new], Change::Changed, &columns, until),
        Pair::Removed(old) => rows(&before.rows[old], &empty, Change::Removed, &columns, until),
        Pair::Added(new) => rows(&empty, &after.rows[new], Change::Added, &columns, until),
    };
    (header, pairs.into_iter().map(row).collect())
}

fn heading(pair: Pair, before: &[Sentence], after: &[Sentence], until: Instant) -> Option<SentenceDiff> {
    let (old, new) = sides(pair);
    let (old, new) = (old.and_then(|at| before.get(at)), new.and_then(|at| after.get(at)));
    sentences::either(old, new, until)
}

fn rows(before: &TableRow, after: &TableRow, change: Change, columns: &[Pair], until: Instant) -> RowDiff {
    let of = |row: &TableRow, at: Option<usize>| -> Vec<Sentence> {
        at.and_then(|at| row.cells.get(at)).map(|cell| cell.sentences.clone()).unwrap_or_default()
    };
    let cell = |pair: &Pair| {
        let (old, new) = sides(*pair);
        let sentences = match (of(before, old).as_slice(), of(after, new).as_slice()) {
            // A cell of one value has changed, even to one without a common word.
            ([old], [new]) => vec![sentences::compare(old, new, until)],
            (old, new) => sentences::compare_all(old, new, until),
        };
        CellDiff { sentences }
    };
    let cells: Vec<CellDiff> = columns.iter().map(cell).collect();
    let differs = cells.iter().flat_map(|cell| &cell.sentences).any(|sentence| sentence.change != Change::Same);
    let change = if change == Change::Same && differs { Change::Changed } else { change };
    RowDiff { change, cells }
}

/// Returns the positions of a pair in both versions.
const fn sides(pair: Pair) -> (Option<usize>, Option<usize>) {
    match pair {
        Pair::Same(old, new) | Pair::Alike(old, new) => (Some(old), Some(new)),
        Pair::Removed(old) => (Some(old), None),
        Pair::Added(new) => (None, Some(new)),
    }
}

fn words(row: &TableRow) -> Vec<String> {
    let mut words: Vec<String> = row.cells.iter().flat_map(|cell| &cell.sentences).flat_map(sentences::words).collect();
    words.sort_unstable();
    words
}
