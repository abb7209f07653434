//! Measures how fast all markets are scored, on one thread, and how fast sites are written, rendered and checked, on two.
//!
//! `speed` prints the figures. `speed write FOLDER` writes the text of the same pages, for other generators. `speed reports FILE`
//! writes the reports of the checks, so that those of two versions can be compared. `speed check ROUNDS` checks the sites this
//! often and does nothing else, for a profiler.

#![expect(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::expect_used,
    reason = "the example measures time, writes files and prints what it did"
)]

mod product;
mod text;

use std::{
    path::Path,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};

use engines::{
    common::{Day, Unattended},
    content::PlaceFacts,
    local,
};
use gate::{Candidate, FormReach, Limits, Market, Portfolio, Prepared, Report, SketchedPage, State, StoredPage};
use sites::{Contact, Form, Operator, PlanInput, PlannedPlace, Reviewer, Site, plan, render, theme};

/// The allocator of the product.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

const SITES: usize = 200;
const WORKERS: usize = 2;
const PLACES: [&str; 8] =
    ["Boise, ID", "Buffalo, NY", "Savannah, GA", "Fargo, ND", "El Paso, TX", "Spokane, WA", "Mobile, AL", "Fresno, CA"];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let verticals: Vec<String> = editorial::library::list().into_iter().map(|(_, vertical)| vertical).collect();
    // The packs are read once, before the measurement.
    verticals.iter().for_each(|vertical| drop(plan(&input(vertical, 0), &Unattended)));
    let site = |at: usize| plan(&input(&verticals[at % verticals.len()], at), &Unattended).expect("a site").site;
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["write", folder] => text::write(&on_workers(site).0, Path::new(folder)),
        ["reports", file] => reports(&on_workers(site).0, Path::new(file)),
        ["check", rounds] => check_alone(&on_workers(site).0, rounds.parse().expect("a number")),
        _ => measure(&verticals, site),
    }
}

/// Prints all figures.
fn measure(verticals: &[String], site: impl Fn(usize) -> Site + Sync) {
    score();
    let (sites, spent) = on_workers(&site);
    let pages: usize = sites.iter().map(|site| site.pages.len()).sum();
    println!("{SITES} sites with {pages} pages, on {WORKERS} threads");
    line("write", pages, &spent);

    let (files, spent) = on_workers(|at| render(&sites[at]).expect("files"));
    let bytes: usize = files.iter().flatten().map(|file| file.bytes.len()).sum();
    line("render", pages, &spent);
    println!("  {} KB a site", bytes / 1024 / SITES);

    let folder = std::env::temp_dir().join(format!("sites-{}", std::process::id()));
    let (_, spent) = on_workers(|at| save(&folder.join(at.to_string()), &render(&sites[at]).expect("files")));
    line("render, and write the files", pages, &spent);
    std::fs::remove_dir_all(&folder).expect("the folder");

    let start = Instant::now();
    let (built, stored) = product::build_all(verticals, SITES);
    println!("built one after another on one thread: {:.1} sites/s", SITES as f64 / start.elapsed().as_secs_f64());
    product::print(&built);
    let portfolio = Portfolio { sites: Vec::new(), pages: stored };
    println!("portfolio of {} pages", portfolio.pages.len());
    let pages: usize = built.iter().map(|one| one.site.pages.len()).sum();
    let check = |at: usize| checked(&built[at].site, &render(&built[at].site).expect("files"), at, &portfolio).passes;
    let (_, spent) = on_workers(check);
    line("render and check", pages, &spent);
    let write = |at: usize| {
        let site = site(at);
        checked(&site, &render(&site).expect("files"), at, &portfolio).passes
    };
    let (_, spent) = on_workers(write);
    line("write, render and check", pages, &spent);
}

/// Returns the pages of all sites, each as it is without knowledge of the others.
fn strangers(sites: &[Site]) -> (Vec<Vec<sites::File>>, Portfolio) {
    let (files, _) = on_workers(|at| render(&sites[at]).expect("files"));
    let (sketches, _) = on_workers(|at| sketches(&sites[at], &files[at]));
    let pages = sketches.iter().enumerate().flat_map(|(at, pages)| stored_of(at, pages)).collect();
    (files, Portfolio { sites: Vec::new(), pages })
}

/// Writes a report a line.
fn reports(sites: &[Site], file: &Path) {
    let (files, portfolio) = strangers(sites);
    let report = |at: usize| serde_json::to_string(&checked(&sites[at], &files[at], at, &portfolio)).expect("a report");
    let (lines, _) = on_workers(report);
    std::fs::write(file, lines.join("\n")).expect("a file");
}

fn check_alone(sites: &[Site], rounds: usize) {
    let (files, portfolio) = strangers(sites);
    for _ in 0..rounds {
        let (_, spent) = on_workers(|at| checked(&sites[at], &files[at], at, &portfolio).passes);
        line("check", sites.iter().map(|site| site.pages.len()).sum(), &spent);
    }
}

/// Scores every vertical in every place.
fn score() {
    let parameters = local::Parameters::default().check().expect("parameters");
    let run = || {
        let start = Instant::now();
        let scores = local::score(&local::Input::default(), &parameters, &Unattended).expect("scores");
        (start.elapsed().as_secs_f64() * 1_000.0, scores.totals.considered)
    };
    // The first run reads the reference data.
    let ((first, _), others) = (run(), [run(), run(), run()]);
    let best = others.iter().map(|(milliseconds, _)| *milliseconds).fold(f64::INFINITY, f64::min);
    println!("score: {} markets in {best:.0} ms on one thread, {first:.0} ms the first time", others[0].1);
}

/// Time that a step took.
struct Spent {
    seconds: f64,
    /// Seconds of CPU of all threads, which depend less on what else runs; `None` where the system does not say.
    cpu: Option<f64>,
}

/// Seconds of CPU so far.
fn cpu() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let ticks: Vec<f64> = stat.rsplit_once(')')?.1.split_whitespace().skip(11).take(2).flat_map(str::parse).collect();
    // A tick is a hundredth of a second on every common system.
    Some(ticks.iter().sum::<f64>() / 100.0)
}

/// Does something for every site on two threads; returns the results and the time.
fn on_workers<T: Send>(work: impl Fn(usize) -> T + Sync) -> (Vec<T>, Spent) {
    let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let (start, cpu_at_start) = (Instant::now(), cpu());
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= SITES {
                        break;
                    }
                    let result = work(at);
                    results.lock().expect("no panic").push((at, result));
                }
            });
        }
    });
    let seconds = start.elapsed().as_secs_f64();
    let spent = Spent { seconds, cpu: cpu().zip(cpu_at_start).map(|(now, before)| now - before) };
    let mut results = results.into_inner().expect("no panic");
    results.sort_by_key(|(at, _)| *at);
    (results.into_iter().map(|(_, result)| result).collect(), spent)
}

fn line(what: &str, pages: usize, spent: &Spent) {
    let (sites, seconds) = (SITES as f64, spent.seconds);
    let cpu = spent.cpu.map(|cpu| format!(", {:.1} ms of CPU a site", 1_000.0 * cpu / sites)).unwrap_or_default();
    println!("{what}: {:.1} sites/s, {:.0} pages/s{cpu}", sites / seconds, pages as f64 / seconds);
}

fn save(folder: &Path, files: &[sites::File]) {
    for file in files {
        let path = folder.join(&file.path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, &file.bytes).expect("a file");
    }
}

fn candidate<'a>(site: &'a Site, files: &'a [sites::File], id: String) -> Candidate<'a> {
    let first = site.pages.iter().find_map(|page| page.place.clone());
    let market = Market { vertical: site.trade.vertical.clone(), place: first.unwrap_or_default(), metro: None };
    Candidate {
        site,
        files,
        state: State {
            site_id: id,
            markets: vec![market],
            is_first_launch: true,
            form_reach: FormReach::Reached,
            ..State::default()
        },
    }
}

fn sketches(site: &Site, files: &[sites::File]) -> Vec<SketchedPage> {
    let candidate = candidate(site, files, String::new());
    Prepared::new(&candidate, &Unattended).expect("a site").sketches().to_vec()
}

/// Returns the pages of a site, as the store has them.
fn stored_of(at: usize, sketches: &[SketchedPage]) -> Vec<StoredPage> {
    let stored = |page: &SketchedPage| StoredPage {
        site: at.to_string(),
        path: page.path.clone(),
        sketch: page.sketch.clone(),
        shingles: Some(page.shingles.clone()),
    };
    sketches.iter().map(stored).collect()
}

/// Checks a site over a portfolio.
fn checked(site: &Site, files: &[sites::File], at: usize, portfolio: &Portfolio) -> Report {
    let candidate = candidate(site, files, at.to_string());
    let prepared = Prepared::new(&candidate, &Unattended).expect("a site");
    let limits = Limits::default();
    // As a run does: the shingles of those pages only that may be similar.
    let needs = prepared.needs(&portfolio.pages, &limits, &Unattended).expect("pages");
    let is_needed = |page: &&StoredPage| needs.iter().any(|key| key.site == page.site && key.path == page.path);
    let pages = portfolio.pages.iter().filter(is_needed).cloned().collect();
    let portfolio = Portfolio { sites: portfolio.sites.clone(), pages };
    prepared.check(&portfolio, &limits, &Unattended).expect("a report")
}

fn input(vertical: &str, at: usize) -> PlanInput {
    let place = PLACES[at % PLACES.len()];
    let facts = PlaceFacts::look_up(place, None, Some(vertical)).expect("a place");
    PlanInput {
        vertical: vertical.to_owned(),
        places: vec![PlannedPlace { id: place.to_owned(), facts }],
        operator: Operator {
            legal_name: "Example Media LLC".to_owned(),
            email: "hello@example.com".to_owned(),
            privacy_email: "privacy@example.com".to_owned(),
            reviewer: Some(Reviewer { name: "Jane Example".to_owned(), credentials: "named by the operator".to_owned() }),
            postal_address: "1 Example Street\nTulsa, OK 74103".to_owned(),
            ..Operator::default()
        },
        theme: theme::ALL[at % theme::ALL.len()],
        url: format!("https://guide-{at}.example.com"),
        contact: Contact {
            form: Some(Form { action: "https://app.example.com/f/key".to_owned(), consent: "I agree that Example Media LLC and the businesses to which it passes my request may call or text me about it, \
                          also with automated equipment. Consent is no condition of a purchase."
                    .to_owned(), ..Form::default() }),
            fallback_email: "hello@example.com".to_owned(),
            ..Contact::default()
        },
        today: Day::parse("2026-11-25").expect("a day"),
        seed: at as u64,
        ..PlanInput::default()
    }
}
