//! Writes a site to a folder, to look at it: `site VERTICAL PLACE THEME FOLDER`.
//!
//! PLACE is a place of the United States (`Tulsa, OK`); several, divided by `;`, give a site over a region. THEME is a name in lower
//! case, such as `harbor`.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::expect_used,
    reason = "the example reads its arguments, writes files and prints what it did"
)]

use std::path::Path;

use engines::{
    common::{Day, Unattended},
    content::PlaceFacts,
};
use sites::{
    Beacon, Contact, Form, Operator, Phone, PlanInput, PlannedPlace, Reviewer, SiteKind, Theme, plan, render, theme,
};

const USAGE: &str = "usage: site VERTICAL PLACE[;PLACE…] THEME FOLDER";

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, vertical, places, look, folder] = arguments.as_slice() else { panic!("{USAGE}") };
    let theme = theme::ALL.into_iter().find(|one| theme::class(*one) == look).expect("a theme, such as harbor");
    let places: Vec<PlannedPlace> = places
        .split(';')
        .map(|name| {
            let facts = PlaceFacts::look_up(name.trim(), None, Some(vertical)).expect("a place");
            PlannedPlace { id: name.trim().to_owned(), facts }
        })
        .collect();
    let planned = plan(&input(vertical, places, theme), &Unattended).expect("a site");
    for page in &planned.site.pages {
        let words: usize = page.draft.body().map(|one| one.text.split_whitespace().count()).sum();
        println!("{:<26} {words:>5} words  {}", page.path, page.draft.title.text);
    }
    planned.left_out.iter().for_each(|one| println!("left out {}: {}", one.path, one.reason));
    planned.notes.iter().for_each(|one| println!("note {}: {}", one.path.as_deref().unwrap_or("site"), one.text));
    let files = render(&planned.site).expect("files");
    for file in &files {
        let path = Path::new(folder).join(&file.path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, &file.bytes).expect("a file");
    }
    println!("{} files in {folder}", files.len());
}

fn input(vertical: &str, places: Vec<PlannedPlace>, theme: Theme) -> PlanInput {
    PlanInput {
        kind: if places.len() == 1 { SiteKind::Goldmine } else { SiteKind::Dominator },
        vertical: vertical.to_owned(),
        places,
        operator: Operator {
            legal_name: "Example Media LLC".to_owned(),
            email: "hello@example.com".to_owned(),
            postal_address: "1 Example Street\nTulsa, OK 74103".to_owned(),
            privacy_email: "privacy@example.com".to_owned(),
            reviewer: Some(Reviewer { name: "Jane Example".to_owned(), credentials: "named by the operator".to_owned() }),
            ..Operator::default()
        },
        theme,
        url: "https://guide.example.com".to_owned(),
        contact: Contact {
            form: Some(Form {
                action: "https://app.example.com/f/0123456789".to_owned(),
                consent: "I agree that Example Media LLC and the businesses to which it passes my request may call or text me \
                          about it, also with automated equipment. Consent is no condition of a purchase."
                    .to_owned(), ..Form::default() }),
            phone: Some(Phone { number: "+19185550123".to_owned(), is_owned: true, is_recorded: false }),
            fallback_email: "hello@example.com".to_owned(),
        },
        beacon: Some(Beacon { src: "https://app.example.com/t.js".to_owned(), key: "5f0c6a52".to_owned() }),
        today: Day::parse("2026-11-25").expect("a day"),
        seed: 7,
        ..PlanInput::default()
    }
}
