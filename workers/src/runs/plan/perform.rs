//! One action, done to the records as they are at this moment.

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

/// Does an action inside of a transaction; answers what takes it back.
///
/// # Errors
/// [`Refusal`]; the transaction is then to be dropped.
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

/// The workspace as the engine has it, with these records.
pub(super) fn sites(records: impl IntoIterator<Item = (String, Option<String>)>) -> Sites {
    let records = records.into_iter().filter_map(|(key, text)| Some((key, text?))).collect();
    BTreeMap::from([(WORKSPACE.to_owned(), Site { records, ..Site::default() })])
}

/// Whether what an action has left is there, seen anew. `back` is what takes it back.
///
/// # Errors
/// Those of the store; a defect where the engine refuses its own check.
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
