//! Properties that hold for any input.

use gate::{Level, Shingles, Sketch, Status, sketch};
use proptest::prelude::*;

use crate::build::honest;

fn words() -> impl Strategy<Value = Vec<u16>> {
    proptest::collection::vec(0_u16..400, 50..400)
}

fn text(words: &[u16]) -> String {
    words.iter().map(|word| format!("w{word}")).collect::<Vec<_>>().join(" ")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn estimate_is_near_the_exact_similarity(words in words(), other in words(), keep in 0_usize..400) {
        let mixed: Vec<u16> = words.iter().take(keep).chain(&other).copied().collect();
        let (one, all) = (sketch(&text(&words), &[]), sketch(&text(&mixed), &[]));
        let (exact, estimate) = (one.1.jaccard(&all.1), one.0.similarity(&all.0));
        // Five standard errors of 256 hash functions.
        prop_assert!((exact - estimate).abs() <= 0.16, "{exact} {estimate}");
    }

    #[test]
    fn sketch_and_shingles_round_trip(words in words()) {
        let (sketch, shingles) = sketch(&text(&words), &[]);
        prop_assert_eq!(Sketch::from_bytes(&sketch.to_bytes()).unwrap(), sketch);
        prop_assert_eq!(Shingles::from_bytes(&shingles.to_bytes()).unwrap(), shingles);
    }

    #[test]
    fn names_do_not_count(words in words(), town in "[A-Z][a-z]{3,9}( [A-Z][a-z]{3,9})?") {
        let with = |name: &str| format!("{} in {name} {}", text(&words), text(&words[..20]));
        let (one, other) = (sketch(&with("Tulsa"), &["Tulsa".to_owned()]), sketch(&with(&town), std::slice::from_ref(&town)));
        prop_assert_eq!(one.1.jaccard(&other.1), 1.0);
    }

    #[test]
    fn bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..3_000)) {
        let _ = Sketch::from_bytes(&bytes);
        let _ = Shingles::from_bytes(&bytes);
    }

    #[test]
    fn report_with_a_blocking_finding_never_passes(html in "(<[a-z]{1,6}( [a-z]{1,5}=\"?[a-z:;#-]{0,9}\"?)?>|</[a-z]{1,6}>|[ -~é★]{0,30}){0,25}", css in "[ -~]{0,200}") {
        let mut built = honest().add("about/index.html", &html);
        built.files.iter_mut().find(|file| file.path == "assets/site.css").unwrap().bytes = css.into_bytes();
        let report = built.check();
        let blocks = report.findings.iter().any(|one| one.level == Level::Block);
        prop_assert_eq!(report.passes, !blocks);
        for check in &report.checks {
            let has = |level| report.findings.iter().any(|one| one.check == check.id && one.level == level);
            prop_assert_eq!(check.status == Status::Blocked, has(Level::Block), "{:?}", check);
            prop_assert_eq!(check.status == Status::Warned, !has(Level::Block) && has(Level::Warn), "{:?}", check);
        }
        prop_assert!(report.findings.is_sorted_by_key(|one| one.level));
        prop_assert!(report.findings.iter().all(|one| !one.detail.is_empty() && !one.fix.is_empty()));
    }
}
