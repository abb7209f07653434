//! `motherlode doctor`: reports problems of the installation with their solutions. It changes nothing.

mod browser;
mod connections;
mod data_dir;
mod disk;
mod limits;
mod mail;
mod model;
mod ports;
mod postgres;
mod redis;
mod schema;
mod secret;
mod sites;
mod webhooks;

use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use shared::{
    config::{Mode, Registration},
    store::{Db, Durability, PgLimits},
};

use crate::out::Form;
use crate::{
    options::{MailArgs, OutsideArgs, SentenceArgs, ServeArgs, SiteArgs, StoreArgs, WorkspaceArgs},
    out, settings,
};

const EXAMPLES: &str = "\
Give it the flags or variables of the server that you want to check. Exit status 1 means that there are problems.

Examples:
  motherlode doctor
  motherlode doctor --data-dir /var/lib/motherlode --port 8080
  DATABASE_URL=postgres://… REDIS_URL=redis://… motherlode doctor --json";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DoctorArgs {
    #[command(flatten)]
    pub store: StoreArgs,
    #[command(flatten)]
    pub serve: ServeArgs,
    #[command(flatten)]
    pub sentences: SentenceArgs,
    #[command(flatten)]
    pub outside: OutsideArgs,
    #[command(flatten)]
    pub mail: MailArgs,
    #[command(flatten)]
    pub workspace: WorkspaceArgs,
    #[command(flatten)]
    pub sites: SiteArgs,
}

/// Result of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum State {
    /// No problem.
    Ok,
    /// Works, with a problem in the long run.
    Warn,
    /// Must be fixed.
    Fail,
}

/// A checked item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Finding {
    /// Name of the check.
    pub check: &'static str,
    /// Result.
    pub state: State,
    /// Finding.
    pub found: String,
    /// What to do; empty if there is nothing to do.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub advice: String,
}

impl Finding {
    pub(crate) fn ok(check: &'static str, found: impl Into<String>) -> Self {
        Self { check, state: State::Ok, found: found.into(), advice: String::new() }
    }

    pub(crate) fn warn(check: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { check, state: State::Warn, found: found.into(), advice: advice.into() }
    }

    pub(crate) fn fail(check: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { check, state: State::Fail, found: found.into(), advice: advice.into() }
    }
}

/// Runs all checks.
pub(crate) async fn run(args: DoctorArgs, form: Form) -> anyhow::Result<ExitCode> {
    let findings = match settings::mode(&args.store) {
        Ok(mode) => look(&mode, &args).await,
        Err(error) => vec![Finding::fail(
            "settings",
            format!("{error:#}"),
            "Set both for the distributed mode, neither for the embedded one.",
        )],
    };
    let is_sound = findings.iter().all(|finding| finding.state != State::Fail);
    match form {
        Form::Json => out::json(&serde_json::json!({ "ok": is_sound, "checks": findings }))?,
        Form::Text => tell(&findings)?,
    }
    Ok(if is_sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn look(mode: &Mode, args: &DoctorArgs) -> Vec<Finding> {
    let mut findings = match mode {
        Mode::Embedded { data_dir, durability } => embedded(data_dir, *durability).await,
        Mode::Distributed { database_url, redis_url, limits } => {
            let mut findings = postgres(database_url.reveal(), *limits).await;
            findings.extend(redis::look(redis_url.reveal()).await);
            findings
        }
    };
    let is_embedded = matches!(mode, Mode::Embedded { .. });
    findings.push(secret::look(&args.store, &args.serve, is_embedded));
    findings.extend(connections::look(mode, &args.store, &args.serve).await);
    findings.extend(webhooks::look(mode, &args.store, &args.serve).await);
    findings.push(model::look(&settings::model(&args.sentences, &args.store.data_dir)));
    findings.push(outside(&args.outside));
    findings.push(browser::look(&args.outside.browser).await);
    findings.push(registration(&args.serve));
    findings.push(limits::of_workspaces(&args.workspace));
    findings.push(limits::of_sign_ins(&args.serve.limits.throttles));
    findings.push(sites::look(&args.sites, &args.serve));
    findings.push(mail::look(&args.mail, &args.serve).await);
    findings.extend(ports::look(&args.serve).await);
    findings
}

/// Checks the settings of outgoing requests for users.
fn outside(args: &OutsideArgs) -> Finding {
    let check = "outside";
    match (args.fetch_pages, args.allow_addresses.is_empty()) {
        (false, _) => Finding::ok(check, "no pages are fetched for users"),
        (true, true) => Finding::ok(check, "pages are fetched for users, from public addresses alone"),
        (true, false) => Finding::warn(
            check,
            "pages are fetched for users, from addresses of the own network too",
            "Any user can read responses from these addresses: keep MOTHERLODE_ALLOW_ADDRESSES as narrow as possible.",
        ),
    }
}

/// Reports who may create an account.
fn registration(args: &ServeArgs) -> Finding {
    let found = match settings::registration(args) {
        Registration::Open => "everybody who reaches the server may create an account",
        Registration::Invited => "only invited email addresses may create an account",
        Registration::Closed => "nobody may create an account, except with `motherlode user create`",
    };
    Finding::ok("registration", found)
}

async fn embedded(dir: &std::path::Path, durability: Durability) -> Vec<Finding> {
    let mut findings = vec![Finding::ok("mode", "embedded: one process, SQLite")];
    findings.extend(data_dir::look(dir));
    findings.push(disk::look(dir));
    let file = Mode::sqlite_file(dir);
    if !file.exists() {
        findings.push(Finding::ok("database", "not made yet: the first start makes it"));
        return findings;
    }
    match Db::open_sqlite(&file, durability).await {
        Ok(db) => {
            findings.push(schema::look_at_file(&db).await);
            findings.push(schema::look(&db).await);
            db.close().await;
        }
        Err(error) => findings.push(Finding::fail(
            "database",
            error.to_string(),
            "Restore the last backup: motherlode restore FILE --force",
        )),
    }
    findings
}

async fn postgres(url: &str, limits: PgLimits) -> Vec<Finding> {
    let mut findings = vec![Finding::ok("mode", "distributed: PostgreSQL and Redis")];
    match Db::connect_postgres(url, limits) {
        Ok(db) => {
            let (seen, is_there) = postgres::look(&db, limits).await;
            findings.extend(seen);
            if is_there {
                findings.push(schema::look(&db).await);
            }
            db.close().await;
        }
        Err(error) => findings.push(Finding::fail("postgres", error.to_string(), postgres::ADDRESS)),
    }
    findings
}

fn tell(findings: &[Finding]) -> std::io::Result<()> {
    let word = |state| match state {
        State::Ok => "ok",
        State::Warn => "warn",
        State::Fail => "FAIL",
    };
    let rows: Vec<[String; 3]> = findings
        .iter()
        .map(|finding| [word(finding.state).to_owned(), finding.check.to_owned(), finding.found.clone()])
        .collect();
    out::table(["", "CHECK", "FOUND"], &rows)?;
    for finding in findings.iter().filter(|finding| !finding.advice.is_empty()) {
        out::line(format_args!("\n{} ({}): {}", finding.check, word(finding.state), finding.advice))?;
    }
    Ok(())
}
