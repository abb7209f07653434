//! Executes an action on the current records.

use std::collections::BTreeMap;

use engines::{
    common::Unattended,
    execution::{self, Action, Check, Site, Sites, Verdict, VerifyInput, verify},
};
use serde_json::json;
use shared::{domain::now, store::Tx};

use super::{
    WORKSPACE,
    records::{self, Owner},
    refusal::Refusal,
};
use crate::error::JobError;

/// Executes an action in a transaction; returns its inverse.
///
/// # Errors
/// Returns a [`Refusal`]; the transaction must be rolled back then.
pub(super) async fn perform(tx: &mut Tx, owner: Owner, action: &Action) -> Result<Action, Refusal> {
    let action = &action.on_day(&now().date_naive().to_string());
    let key =
        action.record().ok_or_else(|| Refusal::Unmet("this installation has no such site to act on".to_owned()))?;
    let mut sites = sites([(key.clone(), records::read(tx, owner.workspace_id, &key).await?)]);
    let back = execution::perform(&mut sites, action).map_err(Refusal::Unmet)?;
    let after = sites.get(WORKSPACE).and_then(|site| site.records.get(&key));
    records::write(tx, owner, &key, after.map(String::as_str)).await?;
    Ok(back)
}

/// Returns the workspace with these records in the engine's type.
pub(super) fn sites(records: impl IntoIterator<Item = (String, Option<String>)>) -> Sites {
    let records = records.into_iter().filter_map(|(key, text)| Some((key, text?))).collect();
    BTreeMap::from([(WORKSPACE.to_owned(), Site { records, ..Site::default() })])
}

/// Verifies that an action's result exists, by reading it again. `back` is its inverse.
///
/// # Errors
/// Returns an error if a query fails; a defect if the engine rejects its own check.
pub(super) async fn holds(tx: &mut Tx, owner: Owner, back: &Action) -> Result<bool, Refusal> {
    let Action::RestoreRecord { record, expected, .. } = back else { return Ok(false) };
    let word = |text: Option<String>| json!(text.unwrap_or_else(|| "absent".to_owned()));
    let seen = word(records::read(tx, owner.workspace_id, record).await?);
    let input = VerifyInput {
        checks: vec![Check { name: "record".to_owned(), url: None, expected: word(expected.clone()) }],
        observed: BTreeMap::from([("record".to_owned(), seen)]),
        attempts: 0,
    };
    let answer = verify(&input, &Unattended).map_err(|error| JobError::defect(&error))?;
    Ok(answer.verdict == Verdict::Accept)
}
