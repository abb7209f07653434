//! The built-in packs.

use editorial::{Level, Pack, Shingles, check, library, parse, print};

/// Most that two packs may have in common.
const MOST_RESEMBLANCE: f64 = 0.05;

fn packs() -> Vec<Pack> {
    let read = |(language, vertical): &(String, String)| match library::pack(language, vertical) {
        Some(Ok(pack)) => pack,
        found => panic!("{language}/{vertical}: {found:?}"),
    };
    library::list().iter().map(read).collect()
}

#[test]
fn packs_are_named_after_their_vertical_and_keep_every_rule() {
    for ((language, vertical), pack) in library::list().iter().zip(packs()) {
        assert_eq!((&pack.language, &pack.vertical), (language, vertical));
        let errors: Vec<_> = check(&pack).into_iter().filter(|found| found.level == Level::Error).collect();
        assert!(errors.is_empty(), "{vertical}: {errors:#?}");
    }
}

#[test]
fn packs_do_not_resemble_each_other() {
    let packs: Vec<_> = packs().into_iter().map(|pack| (Shingles::new(&pack), pack.vertical)).collect();
    for (at, (one, name)) in packs.iter().enumerate() {
        for (other, other_name) in &packs[at + 1..] {
            let share = one.resemblance(other);
            assert!(share <= MOST_RESEMBLANCE, "{name} and {other_name}: {share:.3}");
        }
    }
}

#[test]
fn print_then_parse_gives_the_same_pack() {
    for pack in packs() {
        assert_eq!(parse(&print(&pack)).as_ref(), Ok(&pack), "{}", pack.vertical);
    }
}
