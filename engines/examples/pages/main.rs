//! Composes the pages of `bench/content` and prints their figures, or prints one page as Markdown.
//!
//! `pages PLACES` prints the table of the sixty pages, `pages PLACES others` that of all packs in other places;
//! `pages PLACES speed` prints only how fast the sixty pages are composed.
//! `pages PLACES texts FOLDER` writes the pages of all packs as Markdown, a file for each, to read and to count in.
//! `pages PLACES VERTICAL CITY INTENT [facts]` prints a page; the city is one of PLACES or of the reference data (`Boise, ID`).

#![expect(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "the example measures time and reads its cases"
)]

mod cases;
mod figures;
mod print;

use engines::common::Unattended;
use engines::content::{PageIntent, Parameters, compose};

use cases::{Case, Town, sixty, towns};

const USAGE: &str = "usage: pages PLACES [others | speed | texts FOLDER | VERTICAL CITY INTENT [facts]]";

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let sixty_towns = towns(arguments.get(1).expect(USAGE));
    match &arguments[2..] {
        [] => {
            figures::table(&sixty(&sixty_towns));
            print::capacity(&sixty_towns[0]);
        }
        [word] if word == "others" => figures::table(&cases::others()),
        [word] if word == "speed" => figures::speeds(&sixty(&sixty_towns)),
        [word, folder] if word == "texts" => print::texts(&cases::others(), std::path::Path::new(folder)),
        [vertical, city, intent, rest @ ..] => {
            let town = sixty_towns.into_iter().find(|town| town.place.name == *city);
            let town = town.or_else(|| Town::find(city, vertical)).expect("a city, such as Tulsa or Boise, ID");
            let intent: PageIntent = serde_json::from_str(&format!("\"{intent}\"")).expect("intent");
            let case = Case { vertical: vertical.clone(), intent, town, site: String::new() };
            let input = case.input(rest.iter().any(|one| one == "facts"));
            match compose(&input, &Parameters::default().check().expect("parameters"), &Unattended) {
                Ok(output) => print!("{}", print::markdown(&output)),
                Err(error) => println!("{error}"),
            }
        }
        _ => panic!("{USAGE}"),
    }
}
