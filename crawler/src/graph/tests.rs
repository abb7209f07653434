use super::{
    file::{pass, write},
    ranks::{UNREACHED, degrees, depths, page_rank},
};
use crate::{Cancel, frontier::Appender};

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
    pass(stored.path(), |id, targets| found.push((id, targets.to_vec()))).unwrap();
    assert_eq!(found, [(0, vec![1, 300]), (7, vec![]), (u32::MAX - 1, vec![0, u32::MAX - 1])]);
}

#[test]
fn page_rank_equals_the_solution_of_its_equation() {
    // 0 -> 1, 2; 1 -> 2; 2 -> 0; 3 -> 2. Solved by hand from the linear system with damping 0.85.
    let stored = file(&[(0, &[1, 2]), (1, &[2]), (2, &[0]), (3, &[2, 3])]);
    let (inlinks, outlinks) = degrees(stored.path(), 4).unwrap();
    assert_eq!((inlinks, outlinks.clone()), (vec![1, 1, 3, 0], vec![2, 1, 1, 1]));
    let ranks = page_rank(stored.path(), &outlinks, &Cancel::default()).unwrap();
    for (rank, expected) in ranks.iter().zip([0.372_526, 0.195_824, 0.394_149, 0.037_5]) {
        assert!((rank - expected).abs() < 1e-5, "{ranks:?}");
    }
}

#[test]
fn depths_are_the_fewest_clicks_in_any_order_of_pages() {
    let stored = file(&[(3, &[4]), (2, &[3]), (1, &[2]), (0, &[1, 3]), (5, &[0])]);
    assert_eq!(depths(stored.path(), 6, &Cancel::default()).unwrap(), [0, 1, 2, 1, 2, UNREACHED]);
}

#[test]
fn page_rank_stops_when_cancelled() {
    let cancel = Cancel::default();
    cancel.cancel();
    assert!(page_rank(file(&[(0, &[1])]).path(), &[1, 0], &cancel).is_err());
}
