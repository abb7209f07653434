//! Runs all checks and makes the report.

use engines::common::Control;

use super::{CHECKS, Context, Definition, Outcome, g20_regulated};
use crate::{Check, Finding, GateError, Level, Limits, Portfolio, Prepared, Report, Status, words::counted};

/// Findings of a check that are reported; all are counted.
const MOST_FINDINGS: usize = 100;

/// Runs all checks.
pub(crate) fn run(
    prepared: &Prepared<'_>, portfolio: &Portfolio, limits: &Limits, control: &dyn Control,
) -> Result<Report, GateError> {
    let context = Context::new(prepared, portfolio, limits, control)?;
    let (mut checks, mut findings) = (Vec::with_capacity(CHECKS.len()), Vec::new());
    for definition in &CHECKS {
        context.checkpoint()?;
        let (check, found) = conclude(definition, (definition.run)(&context)?);
        checks.push(check);
        findings.extend(found);
    }
    findings.sort_by_key(|finding: &Finding| finding.level);
    let passes = findings.iter().all(|finding| finding.level != Level::Block);
    Ok(Report { passes, review: g20_regulated::reviewer_of(&context.site.trade), checks, findings })
}

fn conclude(definition: &Definition, outcome: Outcome) -> (Check, Vec<Finding>) {
    let mut findings = outcome.findings;
    findings.sort_by_key(|finding| finding.level);
    let status = match findings.first().map(|finding| finding.level) {
        Some(Level::Block) => Status::Blocked,
        Some(Level::Warn) => Status::Warned,
        None if outcome.waits => Status::Waiting,
        None if outcome.applies => Status::Passed,
        None => Status::NotApplicable,
    };
    let total = findings.len();
    findings.truncate(MOST_FINDINGS);
    for finding in &mut findings {
        definition.id.clone_into(&mut finding.check);
    }
    let mut measured = outcome.measured;
    if total > MOST_FINDINGS {
        measured = format!("{measured}; {MOST_FINDINGS} of {} shown", counted(total, "finding", "findings"));
    }
    let check = Check {
        id: definition.id.to_owned(),
        name: definition.name.to_owned(),
        title: definition.title.to_owned(),
        level: definition.level,
        status,
        measured,
    };
    (check, findings)
}
