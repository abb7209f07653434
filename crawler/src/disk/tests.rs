use std::collections::BTreeMap;

use super::*;

/// A sequence without order: the golden ratio scatters the numbers.
fn scattered(number: u64) -> u64 {
    number.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[test]
fn table_finds_every_value_after_it_grew() {
    let dir = tempfile::tempdir().unwrap();
    let mut table = Table::<12>::create(dir.path()).unwrap();
    for number in 0..30_000_u32 {
        table.put(scattered(number.into()), |value, _| value.copy_from_slice(&number.to_le_bytes())).unwrap();
    }
    assert_eq!(table.len(), 30_000);
    for number in 0..30_000_u32 {
        let slot = table.find(scattered(number.into())).unwrap().unwrap();
        assert_eq!(slot[8..], number.to_le_bytes());
    }
    assert!(table.find(scattered(30_000)).unwrap().is_none());
}

#[test]
fn table_changes_a_known_value_and_adds_a_hash_once() {
    let dir = tempfile::tempdir().unwrap();
    let mut counts = Table::<9>::create(dir.path()).unwrap();
    for hash in [7, 0, 7, 1] {
        counts.put(hash, |value, _| value[0] += 1).unwrap();
    }
    // Zero marks empty slots, so it counts as one.
    assert_eq!([7, 1].map(|hash| counts.find(hash).unwrap().unwrap()[8]), [2, 2]);
    let mut set = Table::<8>::create(dir.path()).unwrap();
    assert!(set.is_empty());
    assert_eq!([5, 5, 6].map(|hash| set.insert(hash).unwrap()), [true, false, true]);
}

#[test]
fn column_returns_zeros_for_entries_that_were_never_set() {
    let dir = tempfile::tempdir().unwrap();
    let column = Column::<2>::create(dir.path()).unwrap();
    column.set(5, &[1, 2]).unwrap();
    assert_eq!([4, 5, 6].map(|number| column.get(number).unwrap()), [[0, 0], [1, 2], [0, 0]]);
}

#[test]
fn reader_returns_the_entries_of_the_column_in_any_order() {
    let dir = tempfile::tempdir().unwrap();
    let column = Column::<4>::create(dir.path()).unwrap();
    let entries: Vec<[u8; 4]> = (0..100_000_u32).map(u32::to_le_bytes).collect();
    column.write(0, &entries).unwrap();
    let mut reader = Reader::new(&column);
    for number in [0, 99_999, 50_000, 4_096, 4_095, 36_864, 0] {
        assert_eq!(reader.get(number).unwrap(), number.to_le_bytes());
    }
    assert_eq!(reader.get(100_000).unwrap(), [0; 4], "past the end");
    let mut read = [[9; 4]; 3];
    column.read(99_999, &mut read).unwrap();
    assert_eq!(read, [99_999_u32.to_le_bytes(), [0; 4], [0; 4]]);
}

#[test]
fn heap_returns_texts_by_their_places() {
    let dir = tempfile::tempdir().unwrap();
    let mut heap = Heap::create(dir.path()).unwrap();
    let places = ["", "é", "long text"].map(|text| heap.push(text.as_bytes()).unwrap());
    let texts = places.map(|place| heap.text(Place::from_bytes(place.to_bytes())).unwrap());
    assert_eq!(texts, ["", "é", "long text"]);
}

#[test]
fn sorter_merges_runs_and_keeps_repeats() {
    let dir = tempfile::tempdir().unwrap();
    for run in [1, 7, 100, 5_000] {
        let mut sorter = Sorter::<8>::with_run(dir.path(), run).unwrap();
        let mut expected = BTreeMap::<u64, usize>::new();
        for number in 0..2_000_u64 {
            let key = scattered(number) % 500;
            sorter.push(key.to_be_bytes()).unwrap();
            *expected.entry(key).or_default() += 1;
        }
        let mut sorted = Vec::new();
        sorter
            .each(|record| {
                sorted.push(u64::from_be_bytes(*record));
                Ok(())
            })
            .unwrap();
        let all: Vec<u64> = expected.into_iter().flat_map(|(key, count)| std::iter::repeat_n(key, count)).collect();
        assert_eq!(sorted, all, "runs of {run}");
    }
}

#[test]
fn no_file_is_left_in_the_folder() {
    let dir = tempfile::tempdir().unwrap();
    let mut table = Table::<8>::create(dir.path()).unwrap();
    (0..5_000).for_each(|number| {
        table.insert(scattered(number)).unwrap();
    });
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[test]
fn errors_keep_the_first_one() {
    let mut errors = Errors::default();
    assert_eq!(errors.or_default::<u32>(Ok(3)), 3);
    for word in ["first", "second"] {
        assert_eq!(errors.or_default::<u32>(Err(io::Error::other(word))), 0);
    }
    assert_eq!(errors.take().unwrap_err().to_string(), "first");
    assert!(errors.take().is_ok());
}
