//! Crawls a site into a file of records, for measurements without the rest of the product.
//!
//! `crawl URL OUTPUT STATE [--resume] [--links FILE] [--FIELD VALUE]...`, where FIELD is a field of the settings.

use std::{env, error::Error, fs::File, io::BufWriter, io::Write, path::PathBuf};

use crawler::{
    Cancel,
    crawl::{Crawl, JsonLines, Settings},
    graph,
    urls::parse_start,
};
use net::addresses::AddressGuard;

#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(run())
}

async fn run() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let mut next = |name: &str| args.next().ok_or_else(|| format!("{name} is missing"));
    let (start, output, state) = (next("URL")?, PathBuf::from(next("OUTPUT")?), PathBuf::from(next("STATE")?));
    let mut settings = serde_json::to_value(Settings::default())?;
    let (mut resumes, mut links) = (false, None);
    while let Ok(flag) = next("flag") {
        match flag.as_str() {
            "--resume" => resumes = true,
            "--links" => links = Some(next("--links")?),
            _ => settings[flag.trim_start_matches('-')] = serde_json::from_str(&next(&flag)?)?,
        }
    }
    let guard = AddressGuard::allowing(vec!["127.0.0.0/8".parse()?]);
    let crawl = Crawl::new(parse_start(&start)?, serde_json::from_value(settings)?, guard, &state).resume(resumes);
    let totals = crawl.run(JsonLines::open(&output)?, Cancel::default()).await?;
    eprintln!("{}", serde_json::to_string(&totals)?);
    if let Some(links) = links {
        let mut file = BufWriter::new(File::create(links)?);
        let totals = graph::report(&state, &Cancel::default(), |facts| {
            serde_json::to_writer(&mut file, &facts)?;
            file.write_all(b"\n")
        })?;
        file.flush()?;
        eprintln!("{}", serde_json::to_string(&totals)?);
    }
    Ok(())
}
