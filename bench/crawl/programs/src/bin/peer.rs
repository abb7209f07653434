//! Crawls a site with the crate `spider` and writes the URLs that it fetched: `peer URL OUTPUT`.

use std::io::Write;

use spider::website::Website;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (start, output) = (args.next().ok_or("URL is missing")?, args.next().ok_or("OUTPUT is missing")?);
    let mut website = Website::new(&start);
    website.with_respect_robots_txt(false).with_delay(0).with_subdomains(false);
    let mut pages = website.subscribe(4_096);
    let writer = tokio::spawn(async move {
        let mut file = std::io::BufWriter::new(std::fs::File::create(output)?);
        let mut count = 0_u64;
        while let Ok(page) = pages.recv().await {
            writeln!(file, "{}\t{}", page.get_url(), page.status_code.as_u16())?;
            count += 1;
        }
        file.flush()?;
        std::io::Result::Ok(count)
    });
    website.crawl().await;
    website.unsubscribe();
    eprintln!("{}", writer.await??);
    Ok(())
}
