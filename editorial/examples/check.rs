//! Checks packs: `cargo run -p editorial --example check -- FILE...`

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut failed = false;
    for path in std::env::args().skip(1) {
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) => {
                println!("{path}: {error}");
                failed = true;
                continue;
            }
        };
        match editorial::parse(&text) {
            Err(mistakes) => {
                failed = true;
                mistakes.iter().for_each(|mistake| println!("{path}: {mistake}"));
            }
            Ok(pack) => {
                let words: usize = pack.texts().map(|text| editorial::prose::words(text).count()).sum();
                let whole = pack.texts().collect::<Vec<_>>().join(" ");
                let ease = editorial::prose::reading_ease(&whole).unwrap_or_default();
                for finding in editorial::check(&pack) {
                    failed |= finding.level == editorial::Level::Error;
                    println!("{path}: {:?}: {}: {}", finding.level, finding.at, finding.problem);
                }
                println!("{path}: {words} words, reading ease {ease:.0}, {} statements", pack.statements.len());
            }
        }
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
