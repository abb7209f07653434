//! Converts proposals of the content engine to changes that an edit can make.

use edits::Change;
use engines::content::fixes::{PageReport, Proposal};
use url::Url;

use super::{facts::fixes, fetch::Fetched};

/// Adds the changes of each fix: those that the engine proposes, otherwise those that follow from the issue. What no valid
/// change can express is left to a person.
pub(super) fn add(report: &mut PageReport, fetched: &Fetched) -> std::io::Result<()> {
    let asked = fetched.records.first().and_then(|record| Url::parse(&record.url).ok());
    let page = Url::parse(&report.page.url).ok();
    let of_issues = fixes(fetched)?;
    for fix in &mut report.fixes {
        let proposals = std::mem::take(&mut fix.proposals).into_iter();
        let changes = proposals.filter_map(|proposal| change(proposal, asked.as_ref(), page.as_ref()));
        let mut valid: Vec<Change> = changes.filter(|change| change.validate().is_ok()).collect();
        if valid.is_empty() {
            valid = of_issues.changes(&fix.key);
        }
        fix.changes = valid.into_iter().filter_map(|change| serde_json::to_value(change).ok()).collect();
    }
    Ok(())
}

fn change(proposal: Proposal, asked: Option<&Url>, page: Option<&Url>) -> Option<Change> {
    match proposal {
        Proposal::Title(title) => Some(Change::SetTitle { path: path(page?)?, title }),
        Proposal::Description(description) => Some(Change::SetDescription { path: path(page?)?, description }),
        Proposal::Heading(heading) => Some(Change::SetHeading { path: path(page?)?, heading }),
        Proposal::StructuredData(json) => Some(Change::SetStructuredData { path: path(page?)?, json }),
        Proposal::Link { from, anchor } => {
            let from = Url::parse(&from).ok()?;
            let target = path(page?)?;
            let is_own = from.host_str().map(bare) == page?.host_str().map(bare);
            is_own.then(|| path(&from)).flatten().map(|path| Change::AddLink { path, target, anchor })
        }
        Proposal::Redirect { to } => {
            let (asked, to) = (asked?, Url::parse(&to).ok()?);
            let is_own = asked.origin() == to.origin() && to.query().is_none() && to.fragment().is_none();
            let target = if is_own { to.path().to_owned() } else { to.to_string() };
            // A redirect to HTTPS or to another host of the same path is a rule of the server, not of one path.
            let is_of_path = asked.path() != to.path();
            is_of_path.then(|| path(asked)).flatten().map(|from| Change::AddRedirect {
                from,
                to: target,
                permanent: true,
            })
        }
    }
}

/// Returns the path of a page; `None` for a page that a query selects, which is no file of its own.
fn path(url: &Url) -> Option<String> {
    url.query().is_none().then(|| url.path().to_owned())
}

fn bare(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}
