//! The email of a report.

use shared::{
    domain::report::{ReportContent, SHARED_REPORTS},
    mail::Letter,
};

use crate::format::{headlines, number};

/// Returns the name of the PDF of a report: letters and digits of the host, and the last day.
#[must_use]
pub fn file_name(content: &ReportContent) -> String {
    let host: String = content.host.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-')).collect();
    format!("report-{host}-{}.pdf", content.period.to)
}

/// Returns the link of a shared report as readers get it: below the origin of the workspace's domain if there is one, otherwise as
/// it is stored.
#[must_use]
pub fn link(stored: &str, origin: Option<&str>) -> String {
    match (origin, stored.rsplit_once(SHARED_REPORTS)) {
        (Some(origin), Some((_, token))) => format!("{origin}{SHARED_REPORTS}{token}"),
        _ => stored.to_owned(),
    }
}

/// Composes the email of a report, with its link if it is shared.
#[must_use]
pub fn letter(content: &ReportContent, link: Option<&str>) -> Letter {
    let (brand, period) = (&content.brand.name, content.period);
    let mut lines = Vec::new();
    if let Some(search) = &content.search {
        for (name, value, change) in headlines(&search.current, search.previous.as_ref()) {
            let change = if change.is_empty() { change } else { format!(" ({change})") };
            lines.push(format!("{name}: {value}{change}"));
        }
    }
    if let Some(visits) = &content.visits {
        lines.push(format!("Visits: {}", number(visits.current.visits)));
    }
    if let Some(revenue) = &content.revenue {
        lines.push(format!("Leads: {}", number(revenue.leads)));
    }
    let figures =
        if lines.is_empty() { "The attached report has no headline figures.".to_owned() } else { lines.join("\n") };
    let letter = Letter::about(format!("{}: {}, {} to {}", content.title, content.host, period.from, period.to))
        .say(&format!("The report on {} from {} to {}.", content.host, period.from, period.to))
        .say(&figures)
        .say("The whole report is attached as a PDF.");
    let letter = match link {
        Some(link) => letter.link("Open the report", link),
        None => letter,
    };
    letter.say(&format!(
        "{brand} sends you this email because your address is a recipient of this report. To end it, ask {brand} to remove \
         your address."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn link_begins_with_the_domain_and_keeps_its_token() {
        let stored = "https://app.example/shared/reports/aB-_1";
        assert_eq!(
            link(stored, Some("https://reports.agency.example")),
            "https://reports.agency.example/shared/reports/aB-_1"
        );
        assert_eq!(link(stored, None), stored);
    }
}
