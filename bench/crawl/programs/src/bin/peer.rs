//! Crawls a site with the crate `spider` and writes the URLs that it fetched: `peer URL OUTPUT`. With a third argument,
//! `parsed`, it also reads the title, headings, links, images, structured data and text of each page with the crate
//! `scraper`, as programs built on `spider` do, on all threads.

use std::io::Write;

use scraper::{Html, Selector};
use spider::page::Page;
use spider::website::Website;
use tokio::sync::mpsc;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (start, output) = (args.next().ok_or("URL is missing")?, args.next().ok_or("OUTPUT is missing")?);
    let parsed = args.next().is_some_and(|mode| mode == "parsed");
    let mut website = Website::new(&start);
    website.with_respect_robots_txt(false).with_delay(0).with_subdomains(false);
    let mut pages = website.subscribe(4_096);
    let (lines, written) = mpsc::unbounded_channel();
    let writer = tokio::spawn(write(output, written));
    let reader = tokio::spawn(async move {
        while let Ok(page) = pages.recv().await {
            let lines = lines.clone();
            if parsed {
                tokio::task::spawn_blocking(move || lines.send(format!("{}\t{}", line(&page), facts(&page))));
            } else {
                let _ = lines.send(line(&page));
            }
        }
    });
    website.crawl().await;
    website.unsubscribe();
    reader.await?;
    eprintln!("{}", writer.await??);
    Ok(())
}

async fn write(output: String, mut lines: mpsc::UnboundedReceiver<String>) -> std::io::Result<u64> {
    let mut file = std::io::BufWriter::new(std::fs::File::create(output)?);
    let mut count = 0_u64;
    while let Some(line) = lines.recv().await {
        writeln!(file, "{line}")?;
        count += 1;
    }
    file.flush()?;
    Ok(count)
}

fn line(page: &Page) -> String {
    format!("{}\t{}", page.get_url(), page.status_code.as_u16())
}

/// The title of a page, and how many headings, links, images, blocks of structured data and characters of text it has.
fn facts(page: &Page) -> String {
    let document = Html::parse_document(&page.get_html());
    let count = |selector: &str| Selector::parse(selector).map_or(0, |it| document.select(&it).count());
    let title = Selector::parse("title").ok().and_then(|it| document.select(&it).next()).map(|it| it.text().collect::<String>());
    let text = document.root_element().text().map(str::len).sum::<usize>();
    format!(
        "{}\t{}\t{}\t{}\t{}\t{text}",
        title.unwrap_or_default().trim().replace(['\t', '\n'], " "),
        count("h1, h2, h3, h4, h5, h6"),
        count("a[href]"),
        count("img"),
        count("script[type='application/ld+json']"),
    )
}
