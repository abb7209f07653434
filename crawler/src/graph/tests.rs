use super::{
    file::{pass, write},
    ranks::{Links, UNREACHED},
};
use crate::{Cancel, disk::Column, frontier::Appender};

fn file(pages: &[(u32, &[u32])]) -> tempfile::NamedTempFile {
    let stored = tempfile::NamedTempFile::new().unwrap();
    let mut appender = Appender::open(stored.path(), 0).unwrap();
    for (id, targets) in pages {
        write(&mut appender, *id, &mut targets.to_vec()).unwrap();
    }
    appender.flush().unwrap();
    stored
}

#[test]
fn pass_returns_stored_links_sorted_and_once() {
    let stored = file(&[(0, &[300, 1, 300]), (7, &[]), (u32::MAX - 1, &[u32::MAX - 1, 0])]);
    let mut found = Vec::new();
    pass(stored.as_file(), |id, targets| {
        found.push((id, targets.to_vec()));
        Ok(())
    })
    .unwrap();
    assert_eq!(found, [(0, vec![1, 300]), (7, vec![]), (u32::MAX - 1, vec![0, u32::MAX - 1])]);
}

fn values<const WIDTH: usize>(column: &Column<WIDTH>, pages: u32) -> Vec<[u8; WIDTH]> {
    (0..pages).map(|page| column.get(page).unwrap()).collect()
}

/// Sizes of blocks: one page each, some, and all pages in one.
const BLOCKS: [u32; 4] = [1, 2, 3, 100];

#[test]
fn page_rank_equals_the_solution_of_its_equation_in_blocks_of_any_size() {
    // 0 -> 1, 2; 1 -> 2; 2 -> 0; 3 -> 2. Solved by hand from the linear system with damping 0.85.
    let stored = file(&[(0, &[1, 2]), (1, &[2]), (2, &[0]), (3, &[2, 3])]);
    let (dir, cancel) = (tempfile::tempdir().unwrap(), Cancel::default());
    for block in BLOCKS {
        let links = Links::open(stored.as_file(), (4, block), dir.path(), &cancel).unwrap();
        assert_eq!(values(&links.inlinks().unwrap(), 4), [1_u32, 1, 3, 0].map(u32::to_le_bytes));
        assert_eq!(values(&links.outlinks, 4), [2_u32, 1, 1, 1].map(u32::to_le_bytes));
        let ranks: Vec<f64> = values(&links.page_rank().unwrap(), 4).into_iter().map(f64::from_le_bytes).collect();
        for (rank, expected) in ranks.iter().zip([0.372_526, 0.195_824, 0.394_149, 0.037_5]) {
            assert!((rank - expected).abs() < 1e-5, "blocks of {block}: {ranks:?}");
        }
    }
}

#[test]
fn depths_are_the_fewest_clicks_in_any_order_of_pages() {
    let stored = file(&[(3, &[4]), (2, &[3]), (1, &[2]), (0, &[1, 3]), (5, &[0])]);
    let (dir, cancel) = (tempfile::tempdir().unwrap(), Cancel::default());
    for block in BLOCKS {
        let links = Links::open(stored.as_file(), (6, block), dir.path(), &cancel).unwrap();
        let depths = values(&links.depths().unwrap(), 6);
        assert_eq!(depths, [0, 1, 2, 1, 2, UNREACHED].map(u16::to_le_bytes), "blocks of {block}");
    }
}

#[test]
fn ranks_and_depths_stop_when_cancelled() {
    let (dir, cancel) = (tempfile::tempdir().unwrap(), Cancel::default());
    let stored = file(&[(0, &[1])]);
    let links = Links::open(stored.as_file(), (2, 1), dir.path(), &cancel).unwrap();
    cancel.cancel();
    assert!(links.page_rank().is_err() && links.depths().is_err());
}
