//! `motherlode crawl`: crawls a site into a file, without a database.

use std::{
    fs::{self, File},
    io::{self, BufWriter, IsTerminal, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, anyhow};
use clap::Args;
use crawler::{
    Cancel,
    crawl::{
        Crawl, CrawlError, Facts, FailureKind, JsonLines, Record, Render, ScopeKind, Settings, Sink, Stop, Totals,
    },
    graph, render,
    urls::parse_start,
};
use net::addresses::{AddressGuard, Range, Unfit};
use shared::words::counted;
use url::Url;

use crate::{
    options::BrowserArgs,
    out::{self, Form},
    settings as given, stop,
};

/// Ranges that `--allow-private` allows.
const PRIVATE: [&str; 7] =
    ["127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "::1/128", "fc00::/7"];

const EXAMPLES: &str = "\
The output has a JSON object a line for each URL: url, status, title, redirects, robots.txt, headers and, with
--all-facts, all facts of the page. robots.txt and its Crawl-delay are respected. A crawl that was stopped or killed continues with --resume.

Examples:
  motherlode crawl https://example.com/ --output pages.jsonl
  motherlode crawl example.com --max-pages 500 --exclude '/tag/' --output pages.jsonl --links links.jsonl
  motherlode crawl http://127.0.0.1:8080/ --allow-private --output pages.jsonl
  motherlode crawl https://example.com/ --render 50 --output pages.jsonl
  motherlode crawl https://example.com/ --output pages.jsonl --resume";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CrawlArgs {
    /// URL to start at.
    pub url: String,
    /// File to write, a JSON object a line.
    #[arg(long, value_name = "FILE")]
    pub output: PathBuf,
    /// File of the links' facts to write after the crawl: inlinks, click depth and internal PageRank of each URL.
    #[arg(long, value_name = "FILE")]
    pub links: Option<PathBuf>,
    /// Folder of the crawl's state. Default: the output with `.state` added, deleted when the crawl is complete.
    #[arg(long, value_name = "DIR")]
    pub state: Option<PathBuf>,
    /// Continue the crawl of the state.
    #[arg(long)]
    pub resume: bool,
    /// Maximum number of URLs to fetch, 1 to 10,000,000.
    #[arg(long, default_value_t = Settings::default().max_pages)]
    pub max_pages: u64,
    /// Maximum number of steps from the start page or a sitemap, 0 to 10,000.
    #[arg(long, default_value_t = Settings::default().max_depth)]
    pub max_depth: u16,
    /// Maximum time in seconds, over all parts of a crawl that is continued. Default: no limit.
    #[arg(long)]
    pub max_time: Option<u64>,
    /// Maximum number of received bytes. Default: no limit.
    #[arg(long)]
    pub max_bytes: Option<u64>,
    /// Fetch only URLs that match this regular expression or another one given so.
    #[arg(long, value_name = "REGEX")]
    pub include: Vec<String>,
    /// Do not fetch URLs that match this regular expression.
    #[arg(long, value_name = "REGEX")]
    pub exclude: Vec<String>,
    /// Include subdomains of the start URL's host.
    #[arg(long)]
    pub subdomains: bool,
    /// Allow loopback and private addresses.
    #[arg(long)]
    pub allow_private: bool,
    /// Requests to one host at the same time, 1 to 64. Default: 2, or 16 for this computer.
    #[arg(long)]
    pub concurrency: Option<u16>,
    /// Milliseconds between two requests to one host, 0 to 60,000. Default: 250, or 0 for this computer.
    #[arg(long, value_name = "MS")]
    pub delay: Option<u64>,
    /// URL of a page about the crawler and its operator, sent in the user agent.
    #[arg(long, env = "MOTHERLODE_CRAWL_CONTACT", value_name = "URL")]
    pub contact: Option<Url>,
    /// Follow links marked as nofollow.
    #[arg(long)]
    pub follow_nofollow: bool,
    /// Do not read sitemaps.
    #[arg(long)]
    pub no_sitemaps: bool,
    /// Remove this query parameter from URLs, for example utm_source.
    #[arg(long, value_name = "NAME")]
    pub drop_parameter: Vec<String>,
    /// Maximum bytes of a page, unpacked; the rest is not read.
    #[arg(long, default_value_t = Settings::default().max_page_bytes)]
    pub max_page_bytes: usize,
    /// Maximum number of URLs of one pattern where the site looks endless: deep in it, with sessions, or with combinations of filters; 0 for no limit.
    #[arg(long, default_value_t = Settings::default().max_per_pattern)]
    pub max_per_pattern: u32,
    /// Record all facts of each page: headings, images, structured data, text and more. Takes about five times the time.
    #[arg(long)]
    pub all_facts: bool,
    /// Write the links of each page into its record.
    #[arg(long)]
    pub with_links: bool,
    /// Render pages with Chromium and record what scripts change: `all`, `none`, or a number for the first pages.
    #[arg(long, value_name = "PAGES", num_args = 0..=1, default_value = "none", default_missing_value = "all", value_parser = pages_to_render)]
    pub render: (Render, u32),
    /// Maximum time to render a page, in seconds, 1 to 60.
    #[arg(long, default_value_t = Settings::default().render_seconds)]
    pub render_seconds: u64,
    #[command(flatten)]
    pub browser: BrowserArgs,
}

fn pages_to_render(text: &str) -> Result<(Render, u32), String> {
    let default = Settings::default().render_pages;
    match text {
        "none" => Ok((Render::None, default)),
        "all" => Ok((Render::All, default)),
        number => match number.parse() {
            Ok(pages @ 1..=10_000) => Ok((Render::Sample, pages)),
            _ => Err("enter all, none or a number from 1 to 10000".to_owned()),
        },
    }
}

/// Crawls a site.
pub(crate) async fn run(args: CrawlArgs, form: Form) -> anyhow::Result<ExitCode> {
    let start = parse_start(&args.url)?;
    let settings = settings(&args);
    settings.check()?;
    let state = state(&args)?;
    let cancel = Cancel::default();
    let (signal, cancelled) = (stop::on_signal()?, cancel.clone());
    tokio::spawn(async move {
        signal.cancelled().await;
        cancelled.cancel();
    });
    let sink =
        JsonLines::open(&args.output).with_context(|| format!("--output: cannot write {}", args.output.display()))?;
    let browser = browser(&args, &settings)?;
    let crawl = Crawl::new(start, settings, guard(args.allow_private)?, &state).resume(args.resume).browser(browser);
    let crawl = crawl.on_progress(progress());
    let totals = match args.allow_private {
        true => crawl.run(Output::<true>(sink), cancel.clone()).await,
        false => crawl.run(Output::<false>(sink), cancel.clone()).await,
    };
    let totals = totals.map_err(|error| refused(error, &args))?;
    if let Some(file) = &args.links {
        links(&state, file, &cancel).with_context(|| format!("--links: cannot write {}", file.display()))?;
    }
    if totals.stopped.is_none() && args.state.is_none() {
        fs::remove_dir_all(&state)?;
    }
    report(&totals, form)?;
    Ok(if totals.succeeded + totals.redirected > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn settings(args: &CrawlArgs) -> Settings {
    Settings {
        max_pages: args.max_pages,
        max_depth: args.max_depth,
        max_seconds: args.max_time,
        max_bytes: args.max_bytes,
        include: args.include.clone(),
        exclude: args.exclude.clone(),
        scope: if args.subdomains { ScopeKind::Subdomains } else { ScopeKind::Host },
        concurrency: args.concurrency,
        delay_ms: args.delay,
        contact: args.contact.clone(),
        respects_nofollow: !args.follow_nofollow,
        reads_sitemaps: !args.no_sitemaps,
        dropped_parameters: args.drop_parameter.clone(),
        max_page_bytes: args.max_page_bytes,
        max_per_pattern: args.max_per_pattern,
        facts: if args.all_facts { Facts::All } else { Facts::Essential },
        stores_links: args.with_links,
        render: args.render.0,
        render_pages: args.render.1,
        render_seconds: args.render_seconds,
        ..Settings::default()
    }
}

/// Returns the browser that renders pages: the one that is named, or the first that is installed.
fn browser(args: &CrawlArgs, settings: &Settings) -> anyhow::Result<Option<render::Browser>> {
    if settings.render == Render::None {
        return Ok(None);
    }
    let named = given::browser(&args.browser);
    let found = named.or_else(|| {
        render::find().map(|found| if args.browser.chromium_sandbox { found } else { found.without_sandbox() })
    });
    let found = found.context("--render: no Chromium is installed. Install one, or name it with --chromium PATH.")?;
    Ok(Some(found))
}

/// Returns the folder of the state. One that nobody chose belongs to a previous crawl into the same file and is replaced.
fn state(args: &CrawlArgs) -> anyhow::Result<PathBuf> {
    if let Some(state) = &args.state {
        return Ok(state.clone());
    }
    let mut name = args.output.clone().into_os_string();
    name.push(".state");
    let state = PathBuf::from(name);
    if !args.resume && state.join("crawl.json").exists() {
        fs::remove_dir_all(&state).with_context(|| format!("cannot replace {}", state.display()))?;
    }
    Ok(state)
}

fn guard(allows_private: bool) -> anyhow::Result<AddressGuard> {
    let ranges: Result<Vec<Range>, _> = PRIVATE.iter().filter(|_| allows_private).map(|range| range.parse()).collect();
    Ok(AddressGuard::allowing(ranges?))
}

/// Names the flag that allows an address of the own network, instead of the setting of servers.
fn refused(error: CrawlError, args: &CrawlArgs) -> anyhow::Error {
    match error {
        CrawlError::Refused(Unfit::OwnNetwork(host)) => anyhow!(own_network(&host, args.allow_private)),
        other => other.into(),
    }
}

fn own_network(host: &str, allows_private: bool) -> String {
    if allows_private {
        return format!("{host} is an address that no crawl may reach.");
    }
    format!(
        "{host} is an address of this computer's own network. --allow-private allows loopback and private addresses."
    )
}

/// The output. Its records name the flag too; the parameter is whether private addresses are allowed.
#[derive(Debug)]
struct Output<const ALLOWS_PRIVATE: bool>(JsonLines);

impl<const ALLOWS_PRIVATE: bool> Sink for Output<ALLOWS_PRIVATE> {
    type Row = Vec<u8>;

    fn prepare(mut record: Record) -> io::Result<Vec<u8>> {
        if let Some(failure) = record.failure.as_mut().filter(|failure| failure.kind == FailureKind::OwnNetwork) {
            let url = Url::parse(&record.url).ok();
            let host = url.as_ref().and_then(Url::host_str).unwrap_or(&record.url);
            failure.message = own_network(host, ALLOWS_PRIVATE);
        }
        JsonLines::prepare(record)
    }

    fn append(&mut self, row: Vec<u8>) -> io::Result<()> {
        self.0.append(row)
    }

    fn commit(&mut self) -> io::Result<u64> {
        self.0.commit()
    }

    fn rewind(&mut self, position: u64) -> io::Result<()> {
        self.0.rewind(position)
    }
}

/// Shows the progress on a terminal.
fn progress() -> impl FnMut(&Totals) + Send {
    let is_terminal = std::io::stderr().is_terminal();
    move |totals| {
        if is_terminal {
            out::again(format_args!(
                "{}, {} known ",
                counted(totals.records, "page", "pages"),
                counted(totals.urls, "URL", "URLs")
            ));
        }
    }
}

fn links(state: &Path, path: &Path, cancel: &Cancel) -> anyhow::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    graph::report(state, cancel, |facts| {
        serde_json::to_writer(&mut file, &facts)?;
        file.write_all(b"\n")
    })?;
    Ok(file.flush()?)
}

fn report(totals: &Totals, form: Form) -> anyhow::Result<()> {
    if form == Form::Json {
        return out::json(totals);
    }
    let seconds = u32::try_from(totals.elapsed_ms / 1_000).map_or(f64::INFINITY, f64::from).max(0.001);
    out::line(format_args!(
        "{} in {seconds:.0} s: {}, {}, {}, {}, {} blocked by robots.txt",
        counted(totals.records, "URL", "URLs"),
        counted(totals.succeeded, "page", "pages"),
        counted(totals.redirected, "redirect", "redirects"),
        counted(totals.client_errors + totals.server_errors, "error", "errors"),
        counted(totals.failed, "failure", "failures"),
        totals.blocked,
    ))?;
    if totals.trapped > 0 {
        out::line(format_args!(
            "{} left out that looked endless: calendars, sessions or combinations of filters. \
             --max-per-pattern sets how many of a pattern are fetched.",
            counted(totals.trapped, "URL was", "URLs were")
        ))?;
    }
    let limit = match totals.stopped {
        None => return Ok(()),
        Some(Stop::Pages) => "--max-pages",
        Some(Stop::Time) => "--max-time",
        Some(Stop::Bytes) => "--max-bytes",
        Some(Stop::Cancelled) => {
            return Ok(out::line("The crawl stopped because it was cancelled. Continue it with --resume.")?);
        }
    };
    Ok(out::line(format_args!(
        "The crawl stopped because {limit} is reached. Continue it with --resume and a higher {limit}."
    ))?)
}
