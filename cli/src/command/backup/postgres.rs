//! PostgreSQL's tools for backup and restore.

use std::{fs::Permissions, io::ErrorKind, os::unix::fs::PermissionsExt, path::Path, process::Stdio};

use anyhow::{Context, bail};
use shared::config::Secret;
use tokio::process::Command;
use url::Url;

/// Writes the database at `url` to `file`, in PostgreSQL's custom format.
pub(crate) async fn dump(url: &Secret, file: &Path) -> anyhow::Result<()> {
    let mut command = tool("pg_dump", url)?;
    command.args(["--format=custom", "--no-owner", "--no-privileges", "--file"]).arg(file);
    run("pg_dump", command).await?;
    // Readable by the owner only, because it has password hashes.
    Ok(std::fs::set_permissions(file, Permissions::from_mode(0o600))?)
}

/// Replaces the database at `url` by the contents of `file` in one transaction.
pub(crate) async fn restore(url: &Secret, file: &Path) -> anyhow::Result<()> {
    let mut command = tool("pg_restore", url)?;
    command.args([
        "--clean",
        "--if-exists",
        "--no-owner",
        "--no-privileges",
        "--single-transaction",
        "--exit-on-error",
    ]);
    command.arg("--dbname").arg(database(url)?).arg(file);
    run("pg_restore", command).await
}

/// Prepares a tool that connects to `url`, passed by environment because command lines are visible to other users.
fn tool(name: &str, url: &Secret) -> anyhow::Result<Command> {
    let address = Url::parse(url.reveal()).context("DATABASE_URL is no address")?;
    let mut command = Command::new(name);
    let decoded = |text: &str| percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned();
    if let Some(host) = address.host_str().filter(|host| !host.is_empty()) {
        command.env("PGHOST", decoded(host).trim_matches(['[', ']']));
    }
    if let Some(port) = address.port() {
        command.env("PGPORT", port.to_string());
    }
    if !address.username().is_empty() {
        command.env("PGUSER", decoded(address.username()));
    }
    if let Some(password) = address.password() {
        command.env("PGPASSWORD", decoded(password));
    }
    for (key, value) in address.query_pairs() {
        match &*key {
            "host" => command.env("PGHOST", &*value),
            "sslmode" => command.env("PGSSLMODE", &*value),
            "sslrootcert" => command.env("PGSSLROOTCERT", &*value),
            _ => &mut command,
        };
    }
    command.env("PGDATABASE", database(url)?).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    Ok(command)
}

fn database(url: &Secret) -> anyhow::Result<String> {
    let address = Url::parse(url.reveal()).context("DATABASE_URL is no address")?;
    Ok(percent_encoding::percent_decode_str(address.path().trim_start_matches('/')).decode_utf8_lossy().into_owned())
}

async fn run(name: &str, mut command: Command) -> anyhow::Result<()> {
    let done = match command.output().await {
        Ok(done) => done,
        Err(error) if error.kind() == ErrorKind::NotFound => bail!(
            "{name} is not installed: install PostgreSQL's client tools of the server's version or later \
             (Debian: apt-get install postgresql-client)"
        ),
        Err(error) => return Err(error).context(format!("{name} cannot be started")),
    };
    if !done.status.success() {
        bail!("{name} failed: {}", String::from_utf8_lossy(&done.stderr).trim());
    }
    Ok(())
}
