//! The built-in packs.

use editorial::{Level, Pack, check, library, parse, print, resemblance};

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
    let packs = packs();
    for (at, one) in packs.iter().enumerate() {
        for other in &packs[at + 1..] {
            let share = resemblance(one, other);
            assert!(share <= MOST_RESEMBLANCE, "{} and {}: {share:.3}", one.vertical, other.vertical);
        }
    }
}

#[test]
fn print_then_parse_gives_the_same_pack() {
    for pack in packs() {
        assert_eq!(parse(&print(&pack)).as_ref(), Ok(&pack), "{}", pack.vertical);
    }
}
