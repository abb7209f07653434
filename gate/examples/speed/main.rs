//! Measures plans and renderings: prints sites a second of plan and render together.

#![expect(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::expect_used,
    reason = "the example measures time and prints it"
)]

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Instant,
};

use engines::{
    common::{Day, Unattended},
    content::PlaceFacts,
};
use sites::{Contact, Form, Operator, PlanInput, PlannedPlace, plan, render, theme};

const SITES: usize = 200;
const WORKERS: usize = 2;
const PLACES: [&str; 8] =
    ["Boise, ID", "Buffalo, NY", "Savannah, GA", "Fargo, ND", "El Paso, TX", "Spokane, WA", "Mobile, AL", "Fresno, CA"];

fn main() {
    let verticals: Vec<String> = editorial::library::list().into_iter().map(|(_, vertical)| vertical).collect();
    // The packs are read once, before the measurement.
    verticals.iter().for_each(|vertical| drop(plan(&input(vertical, PLACES[0], 0), &Unattended)));
    let (next, pages, bytes) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let start = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= SITES {
                        break;
                    }
                    let vertical = &verticals[at % verticals.len()];
                    let planned =
                        plan(&input(vertical, PLACES[at % PLACES.len()], at as u64), &Unattended).expect("a site");
                    let files = render(&planned.site).expect("files");
                    pages.fetch_add(planned.site.pages.len(), Ordering::Relaxed);
                    bytes.fetch_add(files.iter().map(|file| file.bytes.len()).sum(), Ordering::Relaxed);
                }
            });
        }
    });
    let seconds = start.elapsed().as_secs_f64();
    let (pages, bytes) = (pages.into_inner(), bytes.into_inner());
    println!(
        "{SITES} sites, {:.1} pages each, {:.0} KB each",
        pages as f64 / SITES as f64,
        bytes as f64 / 1024.0 / SITES as f64
    );
    println!("{:.1} sites a second of plan and render, on {WORKERS} threads", SITES as f64 / seconds);
}

fn input(vertical: &str, place: &str, seed: u64) -> PlanInput {
    let facts = PlaceFacts::look_up(place, None, Some(vertical)).expect("a place");
    PlanInput {
        vertical: vertical.to_owned(),
        places: vec![PlannedPlace { id: place.to_owned(), facts }],
        operator: Operator {
            legal_name: "Example Media LLC".to_owned(),
            email: "hello@example.com".to_owned(),
            ..Operator::default()
        },
        theme: theme::ALL[usize::try_from(seed).unwrap_or(0) % theme::ALL.len()],
        url: "https://guide.example.com".to_owned(),
        contact: Contact {
            form: Some(Form { action: "https://app.example.com/f/key".to_owned(), consent: "I agree.".to_owned() }),
            ..Contact::default()
        },
        today: Day::parse("2026-11-25").expect("a day"),
        seed,
        ..PlanInput::default()
    }
}
