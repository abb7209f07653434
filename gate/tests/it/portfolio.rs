//! Comparison with the pages of other sites.

use engines::common::Unattended;
use gate::{Candidate, GateError, Limits, PageKey, Portfolio, PortfolioSite, Prepared, Shingles, StoredPage, sketch};
use sites::PageKind;

use crate::{
    build::{Built, honest, page, render, with},
    checks::{assert_blocked, assert_clean},
    texts,
};

fn stored(site: &str, path: &str, text: &str) -> StoredPage {
    let (sketch, shingles) = sketch(text, &[]);
    StoredPage { site: site.to_owned(), path: path.to_owned(), sketch, shingles: Some(shingles) }
}

/// Words of no meaning that differ for each seed.
fn noise(seed: u64, words: usize) -> String {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut word = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        format!("w{}", state % 5_000)
    };
    (0..words).map(|_| word()).collect::<Vec<_>>().join(" ")
}

fn prepared_pages(built: &Built) -> Vec<StoredPage> {
    let candidate = Candidate { site: &built.site, files: &built.files, state: built.state.clone() };
    let prepared = Prepared::new(&candidate, &Unattended).unwrap();
    prepared
        .sketches()
        .iter()
        .map(|page| StoredPage {
            site: "other".to_owned(),
            path: page.path.clone(),
            sketch: page.sketch.clone(),
            shingles: Some(page.shingles.clone()),
        })
        .collect()
}

/// The honest site for another town: nothing but names changed.
fn swapped(town: &str) -> Built {
    let mut built = with(|site| {
        site.name = format!("{town} Water Guide");
        for page in &mut site.pages {
            page.place = page.place.as_ref().map(|_| format!("{town}, OK"));
            page.names = vec![town.to_owned(), "water damage restoration".to_owned()];
            for one in page.draft.blocks.iter_mut().flat_map(|block| &mut block.sentences) {
                one.text = one.text.replace("Tulsa", town);
            }
            for cited in &mut page.facts {
                cited.fact.value = cited.fact.value.replace("Tulsa", town);
                cited.fact.place = Some(town.to_owned());
            }
        }
    });
    built.files = render(&built.site);
    built
}

#[test]
fn site_with_a_swapped_town_blocks_against_the_portfolio() {
    let mut built = swapped("Norman");
    built.portfolio.sites.push(PortfolioSite {
        id: "other".to_owned(),
        name: "Tulsa site".to_owned(),
        ..PortfolioSite::default()
    });
    built.portfolio.pages = prepared_pages(&honest());
    let report = built.check();
    for path in ["/", "/cost/", "/choose/"] {
        assert_blocked(&report, "G01", Some(path));
    }
    assert!(report.findings.iter().any(|one| one.detail.contains("Tulsa site")), "{:#?}", report.findings);
}

#[test]
fn pages_of_the_site_itself_are_ignored() {
    let mut built = honest();
    built.portfolio.pages = prepared_pages(&honest());
    built.portfolio.pages.iter_mut().for_each(|page| page.site = "own".to_owned());
    assert_clean(&built.check(), "G01");
}

#[test]
fn batch_of_swapped_towns_blocks_and_pages_of_substance_pass() {
    let towns = [
        "Norman",
        "Moore",
        "Yukon",
        "Enid",
        "Lawton",
        "Ada",
        "Altus",
        "Duncan",
        "Durant",
        "El Reno",
        "Guthrie",
        "Mustang",
        "Owasso",
        "Bixby",
        "Jenks",
        "Bethany",
        "Chickasha",
        "Ardmore",
        "Miami",
        "Pryor",
    ];
    let batch = with(|site| {
        for town in towns {
            let mut copy =
                page(&format!("/{}/", town.to_lowercase().replace(' ', "-")), PageKind::Area, town, texts::COST);
            copy.place = Some(format!("{town}, OK"));
            copy.names = vec![town.to_owned()];
            for one in copy.draft.blocks.iter_mut().flat_map(|block| &mut block.sentences) {
                one.text = one.text.replace("Tulsa", town);
            }
            for cited in &mut copy.facts {
                cited.fact.value = cited.fact.value.replace("Tulsa", town);
                cited.fact.place = Some(town.to_owned());
            }
            site.pages.push(copy);
        }
    });
    let report = batch.check();
    for town in towns {
        let path = format!("/{}/", town.to_lowercase().replace(' ', "-"));
        assert!(
            report.findings.iter().any(|one| one.check == "G01" && one.page.as_deref() == Some(path.as_str())),
            "{path}"
        );
    }
    assert!(report.is_blocked());
    assert_clean(&honest().check(), "G01");
}

#[test]
fn ten_thousand_stored_pages_are_searched_and_few_are_needed() {
    let built = honest();
    let mut pages: Vec<StoredPage> =
        (0..10_000).map(|at| stored("other", &format!("/{at}/"), &noise(at, 120))).collect();
    let copy = prepared_pages(&built).remove(1);
    pages.push(StoredPage { shingles: None, ..copy });
    for page in &mut pages {
        page.shingles = None;
    }
    let candidate = Candidate { site: &built.site, files: &built.files, state: built.state.clone() };
    let prepared = Prepared::new(&candidate, &Unattended).unwrap();
    let needed = prepared.needs(&pages, &Limits::default(), &Unattended).unwrap();
    assert_eq!(needed, [PageKey { site: "other".to_owned(), path: "/cost/".to_owned() }]);
    let portfolio = Portfolio { sites: Vec::new(), pages };
    let error = prepared.check(&portfolio, &Limits::default(), &Unattended).unwrap_err();
    assert_eq!(error, GateError::MissingShingles { site: "other".to_owned(), path: "/cost/".to_owned() });
}

#[test]
fn stored_bytes_are_checked() {
    let (sketch, shingles) = sketch("one two three four five six seven", &[]);
    assert_eq!(gate::Sketch::from_bytes(&sketch.to_bytes()).unwrap(), sketch);
    assert_eq!(Shingles::from_bytes(&shingles.to_bytes()).unwrap(), shingles);
    assert_eq!(sketch.to_bytes().len(), 1_024);
    for bytes in [&sketch.to_bytes()[1..], &[], &[0; 2_048]] {
        assert!(matches!(gate::Sketch::from_bytes(bytes), Err(GateError::Sketch { .. })));
    }
    let mut reversed = shingles.to_bytes();
    reversed.reverse();
    let unsorted = [2_u64.to_le_bytes(), 1_u64.to_le_bytes()].concat();
    let repeated = [1_u64.to_le_bytes(), 1_u64.to_le_bytes()].concat();
    for bytes in [&unsorted[..], &repeated[..], &[1, 2, 3]] {
        assert!(matches!(Shingles::from_bytes(bytes), Err(GateError::Sketch { .. })));
    }
}
