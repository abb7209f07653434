//! `motherlode kill-switch`: stops or resumes all plan execution, including running plans.

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use serde_json::json;
use shared::{
    domain::now,
    store::{
        audit::{self, Action, NewAudit},
        kill_switch::{self, Scope},
    },
};
use uuid::Uuid;

use super::store::{self, Missing};
use crate::{
    options::StoreArgs,
    out::{self, Form},
};

const EXAMPLES: &str = "\
Examples:
  motherlode kill-switch on --reason 'the figures look wrong'
  motherlode kill-switch off
  motherlode kill-switch status --workspace 01928d5e-5b2a-7c3e-9f10-2b6c1f0a4d11 --json";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct KillSwitchArgs {
    /// What to do.
    #[arg(value_enum)]
    to: To,
    /// Workspace. Default: the whole installation.
    #[arg(long)]
    workspace: Option<Uuid>,
    /// Reason, shown in the app.
    #[arg(long, default_value = "")]
    reason: String,
    #[command(flatten)]
    store: StoreArgs,
}

/// How the switch is to stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum To {
    /// Stop all acting.
    On,
    /// Let it go on.
    Off,
    /// Only say how it stands.
    Status,
}

pub(crate) async fn run(args: KillSwitchArgs, form: Form) -> anyhow::Result<ExitCode> {
    let db = store::open(&args.store, Missing::Refuse).await?.backends.db;
    let scope = args.workspace.map_or(Scope::Operator, Scope::Workspace);
    if args.to != To::Status {
        let is_on = args.to == To::On;
        let mut tx = db.begin().await?;
        kill_switch::set(&mut tx, scope, is_on, args.reason.trim(), None, now()).await?;
        let line = NewAudit {
            user_id: None,
            action: if is_on { Action::KillSwitchOn } else { Action::KillSwitchOff },
            address: "",
            user_agent: "command line",
            detail: json!({"workspaceId": args.workspace, "reason": args.reason.trim()}),
        };
        audit::insert(&mut tx, &line, now()).await?;
        tx.commit().await?;
    }
    let found = kill_switch::find(&db, scope).await?;
    let is_on = found.as_ref().is_some_and(|switch| switch.is_on);
    match form {
        Form::Json => out::json(&json!({"workspaceId": args.workspace, "isOn": is_on, "switch": found}))?,
        Form::Text if is_on => out::line(format_args!("On: plan execution is stopped."))?,
        Form::Text => out::line(format_args!("Off: approved plans are executed."))?,
    }
    Ok(ExitCode::SUCCESS)
}
