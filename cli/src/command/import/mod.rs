//! `motherlode import`: imports files of search data. It writes to the store: a running server starts the import within
//! two seconds; without one, this command does the work.

mod file;
mod work;

use std::{path::PathBuf, process::ExitCode};

use ::api::routes::{auth::check, websites::address};
use anyhow::{Context, anyhow, bail};
use clap::Args;
use serde_json::{Value, json};
use shared::{
    domain::user::{Role, User},
    store::{Db, user, workspace},
    words::counted,
};
use uuid::Uuid;

use super::store::{self, Missing};
use crate::{
    options::StoreArgs,
    out::{self, Form},
};
use work::Work;

const EXAMPLES: &str = "\
Takes what Search Console, Bing Webmaster Tools, Google Analytics, Keyword Planner, Ahrefs, Semrush and Majestic
export, also leads and revenue: CSV, TSV, XLSX, and ZIP or GZIP of them.

Examples:
  motherlode import https___example.com_-Performance-on-Search.zip --website example.com
  motherlode import *.csv --website example.com --user ada@example.com --json
  motherlode import export.zip --preview";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ImportArgs {
    /// The files.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Website of the data; created if it does not exist. Default: the website of the file.
    #[arg(long, value_name = "URL")]
    pub website: Option<String>,
    /// Email address of the owner. Not needed if there is only one account.
    #[arg(long, value_name = "EMAIL")]
    pub user: Option<String>,
    /// Only show which columns are recognised and which are not.
    #[arg(long)]
    pub preview: bool,
    /// Import a file again that was imported before.
    #[arg(long)]
    pub allow_duplicates: bool,
    #[command(flatten)]
    pub store: StoreArgs,
}

/// Owner and destination of an import.
#[derive(Debug)]
struct Order {
    user_id: Uuid,
    workspace_id: Uuid,
    website: Option<address::Address>,
    preview_only: bool,
    allow_duplicates: bool,
}

/// Imports each file in turn; fails if one could not be read.
pub(crate) async fn run(args: ImportArgs, form: Form) -> anyhow::Result<ExitCode> {
    let website = args.website.as_deref().map(read_address).transpose()?;
    let store = store::open(&args.store, Missing::Refuse).await?;
    let owner = owner(&store.backends.db, args.user.as_deref()).await?;
    let personal = workspace::find_personal(&store.backends.db, owner.id).await?;
    let workspace_id = personal.with_context(|| format!("{} has no personal workspace", owner.email))?.id;
    let (preview_only, allow_duplicates) = (args.preview, args.allow_duplicates);
    let order = Order { user_id: owner.id, workspace_id, website, preview_only, allow_duplicates };
    let mut work = Work::begin(store).await?;
    let (mut answers, mut failed) = (Vec::new(), 0);
    for file in &args.files {
        match file::import(&mut work, &order, file).await {
            Ok(answer) => answers.push(answer),
            Err(error) => {
                failed += 1;
                answers.push(json!({ "file": file, "error": format!("{error:#}") }));
            }
        }
        if form == Form::Text {
            answers.last().map_or(Ok(()), tell)?;
        }
    }
    work.end().await;
    if form == Form::Json {
        out::json(&answers)?;
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn read_address(text: &str) -> anyhow::Result<address::Address> {
    address::read(text, "/website")
        .map_err(|_| anyhow!("--website: {text} is no website's address, such as https://example.com"))
}

/// Returns the owner's account.
async fn owner(db: &Db, email: Option<&str>) -> anyhow::Result<User> {
    if let Some(email) = email {
        let found = user::find_by_email(db, &check::normal_email(email)).await?;
        return found.with_context(|| format!("--user: there is no account with the address {email}"));
    }
    let mut all = user::list(db).await?;
    if all.len() > 1 {
        let admins = all.iter().filter(|user| user.role == Role::Admin).count();
        bail!("there are {} accounts ({admins} administrators): choose the owner with --user EMAIL", all.len());
    }
    all.pop().context("there is no account yet: make one with `motherlode user create EMAIL`")
}

/// Rejected rows of a preview that are printed.
const FIRST_REJECTS: usize = 10;

/// Prints the first rows that an import would reject.
fn tell_rejects(rejects: &Value) -> anyhow::Result<()> {
    for row in rejects.as_array().into_iter().flatten().take(FIRST_REJECTS) {
        let word = |key: &str| row[key].as_str().unwrap_or_default();
        out::line(format_args!("  {} line {}: {}", word("file"), row["line"], word("reason")))?;
    }
    Ok(())
}

/// Prints the result of a file.
fn tell(answer: &Value) -> anyhow::Result<()> {
    let text = |key: &str| answer[key].as_str().unwrap_or_default().to_owned();
    if answer["error"].is_string() {
        out::note(format_args!("{}: {}", text("file"), text("error")));
        return Ok(());
    }
    for file in answer["preview"]["files"].as_array().into_iter().flatten() {
        let columns = |key: &str| {
            let names = file[key].as_array().into_iter().flatten().filter_map(|column| column["header"].as_str());
            names.collect::<Vec<_>>().join(", ")
        };
        out::line(format_args!(
            "{}  {}",
            file["name"].as_str().unwrap_or_default(),
            file["kind"].as_str().unwrap_or_default()
        ))?;
        out::line(format_args!("  recognised: {}", columns("recognised")))?;
        let ignored = columns("ignored");
        if !ignored.is_empty() {
            out::line(format_args!("  ignored: {ignored}"))?;
        }
        if let (Some(accepted), Some(rejected)) = (file["accepted"].as_u64(), file["rejected"].as_u64()) {
            out::line(format_args!("  rows: {accepted} accepted, {rejected} rejected"))?;
        }
        for warning in file["warnings"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            out::line(format_args!("  warning: {warning}"))?;
        }
    }
    tell_rejects(&answer["preview"]["rejects"])?;
    if answer["rows"].is_number() {
        let [rows, rejected] = ["rows", "rejected"].map(|key| answer[key].as_i64().unwrap_or_default());
        let all = counted(rows + rejected, "row", "rows");
        out::line(format_args!("{}: {rows} of {all} imported for {}.", text("file"), text("website")))?;
        for group in answer["rejectReasons"].as_array().into_iter().flatten() {
            let word = |key: &str| group[key].as_str().unwrap_or_default();
            let first = group["firstLine"].as_i64().map(|line| format!(", first on line {line}")).unwrap_or_default();
            out::line(format_args!("  left out: {} ({}{first}): {}", group["rows"], word("file"), word("reason")))?;
        }
    }
    Ok(())
}
