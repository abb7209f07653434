//! Sites that this product plans and renders pass the gate.

use engines::{
    common::{Day, Unattended},
    content::PlaceFacts,
};
use gate::{Candidate, FormReach, Level, Limits, Portfolio, Prepared, Report, State, StoredPage, check};
use sites::{
    Contact, Form, Operator, Phone, PlanInput, PlannedPlace, Reviewer, Site, SiteKind, Theme, plan, render, theme,
};

fn planned(vertical: &str, places: &[&str], theme: Theme, seed: u64) -> Site {
    let place = |name: &&str| {
        let facts = PlaceFacts::look_up(name, None, Some(vertical)).unwrap();
        PlannedPlace { id: (*name).to_owned(), facts }
    };
    let input = PlanInput {
        kind: if places.len() == 1 { SiteKind::Goldmine } else { SiteKind::Dominator },
        vertical: vertical.to_owned(),
        places: places.iter().map(place).collect(),
        operator: Operator {
            legal_name: "River Media LLC".to_owned(),
            email: "hello@river.example.com".to_owned(),
            postal_address: "12 Main Street\nTulsa, OK 74103".to_owned(),
            privacy_email: "privacy@river.example.com".to_owned(),
            reviewer: Some(Reviewer { name: "Jane Miller".to_owned(), credentials: "technician".to_owned() }),
            ..Operator::default()
        },
        theme,
        url: "https://guide.example.com".to_owned(),
        contact: Contact {
            form: Some(Form {
                action: "https://app.example.com/f/0123456789".to_owned(),
                consent:
                    "I agree that River Media LLC and the businesses to which it passes my request may call or text me \
                          about it. Consent is not a condition of purchase."
                        .to_owned(),
                ..Form::default()
            }),
            phone: Some(Phone { number: "+19184455566".to_owned(), is_owned: true, is_recorded: false }),
            fallback_email: "hello@river.example.com".to_owned(),
        },
        today: Day::parse("2026-11-25").unwrap(),
        seed,
        ..PlanInput::default()
    };
    plan(&input, &Unattended).unwrap().site
}

fn state() -> State {
    State { site_id: "own".to_owned(), is_first_launch: true, form_reach: FormReach::Reached, ..State::default() }
}

fn report(site: &Site) -> Report {
    let files = render(site).unwrap();
    let candidate = Candidate { site, files: &files, state: state() };
    check(&candidate, &Portfolio::default(), &Limits::default(), &Unattended).unwrap()
}

fn assert_passes(report: &Report) {
    for finding in report.findings.iter().filter(|one| one.level == Level::Warn) {
        eprintln!("{} {:?} {}", finding.check, finding.page, finding.detail);
    }
    let blocking: Vec<_> = report.findings.iter().filter(|one| one.level == Level::Block).collect();
    assert!(report.passes, "{blocking:#?}");
}

#[test]
fn goldmine_passes_in_every_theme() {
    for theme in theme::ALL {
        assert_passes(&report(&planned("water-damage", &["Tulsa, OK"], theme, 7)));
    }
}

#[test]
fn dominator_passes() {
    assert_passes(&report(&planned("roofing", &["Tulsa, OK", "Broken Arrow, OK", "Owasso, OK"], Theme::Harbor, 3)));
}

#[test]
fn site_of_another_town_is_compared_page_by_page() {
    let (one, other) = (
        planned("water-damage", &["Tulsa, OK"], Theme::Harbor, 7),
        planned("water-damage", &["Boise, ID"], Theme::Orchard, 8),
    );
    let files = render(&one).unwrap();
    let candidate = Candidate { site: &one, files: &files, state: State::default() };
    let prepared = Prepared::new(&candidate, &Unattended).unwrap();
    let pages = prepared.sketches().iter().map(|page| StoredPage {
        site: "tulsa".to_owned(),
        path: page.path.clone(),
        sketch: page.sketch.clone(),
        shingles: Some(page.shingles.clone()),
    });
    let portfolio = Portfolio { sites: Vec::new(), pages: pages.collect() };
    let files = render(&other).unwrap();
    let candidate = Candidate { site: &other, files: &files, state: state() };
    let report = check(&candidate, &portfolio, &Limits::default(), &Unattended).unwrap();
    for finding in report.findings.iter().filter(|one| one.check == "G01") {
        eprintln!("{:?} {}", finding.page, finding.detail);
    }
    let first = report.checks.first().unwrap();
    eprintln!("{}", first.measured);
    assert!(first.measured.contains("pages of other sites"));
}

#[test]
fn trades_with_a_word_of_trust_in_their_name_or_sources_pass() {
    for vertical in ["home-warranty", "health-insurance", "auto-repair", "mortgage"] {
        let report = report(&planned(vertical, &["Savannah, GA"], Theme::Clinic, 2));
        let claims: Vec<_> = report.findings.iter().filter(|one| one.check == "G08").collect();
        assert!(claims.is_empty(), "{vertical}: {claims:#?}");
    }
}
