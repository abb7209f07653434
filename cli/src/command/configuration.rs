//! `motherlode configuration`: prints the reference of all settings, generated from their definitions.

use std::{collections::BTreeMap, fmt::Write, process::ExitCode};

use clap::{Arg, Command};

use crate::out;

/// Prints the page of a command line as it is committed in docs/configuration.md.
pub(crate) fn run(command: Command) -> anyhow::Result<ExitCode> {
    out::line(page(command)?.trim_end())?;
    Ok(ExitCode::SUCCESS)
}

const HEAD: &str = "\
# Configuration

<!-- Written by `motherlode configuration`; run `make gen` after a change. -->

Every setting is a flag and an environment variable; the flag takes precedence. Secrets can also be read from files:
`DATABASE_URL_FILE=/run/secrets/database` sets `DATABASE_URL` to the content of that file.

| mode | `DATABASE_URL` and `REDIS_URL` | processes |
|---|---|---|
| embedded | neither is set | one; all data in the data directory |
| distributed | both are set | any number of `motherlode api` and `motherlode worker`; PostgreSQL 13 or later, Redis 7 or later |
";

/// A setting with the commands that use it.
struct Setting {
    arg: Arg,
    commands: Vec<String>,
}

fn page(mut root: Command) -> anyhow::Result<String> {
    root.build();
    let mut page = HEAD.to_owned();
    let settings = settings(&root);
    writeln!(page, "\n## Settings\n")?;
    writeln!(page, "| Variable | Flag | Default | Meaning | Commands |\n|---|---|---|---|---|")?;
    for (name, setting) in &settings {
        writeln!(page, "{}", row(name, setting))?;
    }
    writeln!(page, "\n## Commands and their other flags\n")?;
    for command in leaves(&root, "motherlode") {
        describe(&mut page, &command.0, &command.1)?;
    }
    Ok(page)
}

/// Returns all settings with an environment variable, by name.
fn settings(root: &Command) -> BTreeMap<String, Setting> {
    let mut settings: BTreeMap<String, Setting> = BTreeMap::new();
    for (path, command) in leaves(root, "motherlode") {
        for arg in command.get_arguments() {
            let Some(name) = arg.get_env().and_then(|name| name.to_str()) else { continue };
            let setting =
                settings.entry(name.to_owned()).or_insert_with(|| Setting { arg: arg.clone(), commands: Vec::new() });
            setting.commands.push(path.trim_start_matches("motherlode ").to_owned());
        }
    }
    settings
}

/// Returns the commands that do something, with their full names.
fn leaves(command: &Command, path: &str) -> Vec<(String, Command)> {
    let below: Vec<&Command> = command.get_subcommands().filter(|sub| sub.get_name() != "help").collect();
    if below.is_empty() {
        return vec![(path.to_owned(), command.clone())];
    }
    below.into_iter().flat_map(|sub| leaves(sub, &format!("{path} {}", sub.get_name()))).collect()
}

fn row(name: &str, setting: &Setting) -> String {
    let arg = &setting.arg;
    let twin = if arg.is_hide_env_values_set() { format!("<br>`{name}_FILE`") } else { String::new() };
    let commands = if arg.is_global_set() { "all".to_owned() } else { setting.commands.join(", ") };
    format!("| `{name}`{twin} | `{}` | {} | {} | {commands} |", flag(arg), default(arg), meaning(arg))
}

fn describe(page: &mut String, path: &str, command: &Command) -> anyhow::Result<()> {
    writeln!(page, "### `{path}`\n\n{}\n", one_line(command.get_about().map(ToString::to_string)))?;
    let is_own = |arg: &&Arg| {
        arg.get_env().is_none() && !arg.is_global_set() && arg.get_id() != "help" && arg.get_id() != "version"
    };
    let own: Vec<&Arg> = command.get_arguments().filter(is_own).collect();
    for arg in &own {
        let default = default(arg);
        let default = if default.is_empty() { default } else { format!(" Default: {default}.") };
        writeln!(page, "- `{}`: {}{default}", flag(arg), meaning(arg))?;
    }
    if !own.is_empty() {
        writeln!(page)?;
    }
    Ok(())
}

/// Formats a flag with the name of its value.
fn flag(arg: &Arg) -> String {
    let names = arg.get_value_names().unwrap_or_default();
    let value = names.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(" ");
    match arg.get_long() {
        Some(long) if arg.get_action().takes_values() => format!("--{long} {value}"),
        Some(long) => format!("--{long}"),
        None => value,
    }
}

fn default(arg: &Arg) -> String {
    if !arg.get_action().takes_values() {
        return String::new();
    }
    let values: Vec<String> =
        arg.get_default_values().iter().map(|value| format!("`{}`", value.to_string_lossy())).collect();
    values.join(", ")
}

fn meaning(arg: &Arg) -> String {
    let help = one_line(arg.get_help().map(ToString::to_string));
    let values: Vec<String> = if arg.get_action().takes_values() {
        arg.get_possible_values().iter().map(|value| format!("`{}`", value.get_name())).collect()
    } else {
        Vec::new()
    };
    if values.is_empty() || values.len() > 6 {
        sentence(&help)
    } else {
        format!("{} One of {}.", sentence(&help), values.join(", "))
    }
}

/// clap removes the full stop of a first paragraph; this restores it.
fn sentence(text: &str) -> String {
    if text.is_empty() || text.ends_with(['.', '!', '?']) { text.to_owned() } else { format!("{text}.") }
}

fn one_line(text: Option<String>) -> String {
    text.unwrap_or_default().replace('|', "\\|").split_whitespace().collect::<Vec<_>>().join(" ")
}
