//! The sections of a report on pages.

use shared::domain::{
    money::exact,
    report::{
        ReportActions, ReportChanges, ReportContent, ReportIssues, ReportMove, ReportRanks, ReportRevenue,
        ReportSearch, ReportSection, ReportSource, ReportTopRow, ReportVisits,
    },
};

use super::page::Sheet;
use crate::format::{change, headlines, number, percent, position, rank};

/// Writes the chosen sections in their order. Sections without data are left out: the reader cannot connect any.
pub(super) fn all(sheet: &mut Sheet, content: &ReportContent) {
    let is_missing = |section: &ReportSection| content.missing.iter().any(|missing| missing.section == *section);
    if content.sections.iter().all(is_missing) {
        sheet.small("There are no figures for this period.");
    }
    for section in content.sections.iter().filter(|section| !is_missing(section)) {
        sheet.heading(heading(*section));
        part(sheet, content, *section);
    }
}

fn part(sheet: &mut Sheet, content: &ReportContent, section: ReportSection) {
    match section {
        ReportSection::Search => written(sheet, content.search.as_ref(), search),
        ReportSection::Visits => written(sheet, content.visits.as_ref(), visits),
        ReportSection::Ranks => written(sheet, content.ranks.as_ref(), ranks),
        ReportSection::Issues => written(sheet, content.issues.as_ref(), issues),
        ReportSection::Changes => written(sheet, content.changes.as_ref(), changes),
        ReportSection::Revenue => written(sheet, content.revenue.as_ref(), revenue),
        ReportSection::Actions => written(sheet, content.actions.as_ref(), actions),
    }
}

/// Writes a section if it has data.
fn written<T>(sheet: &mut Sheet, data: Option<&T>, write: fn(&mut Sheet, &T)) {
    if let Some(data) = data {
        write(sheet, data);
    }
}

const fn heading(section: ReportSection) -> &'static str {
    match section {
        ReportSection::Search => "Search results",
        ReportSection::Visits => "Visits",
        ReportSection::Ranks => "Ranks",
        ReportSection::Issues => "Technical issues",
        ReportSection::Changes => "Changes and effects",
        ReportSection::Revenue => "Leads and revenue",
        ReportSection::Actions => "Next actions",
    }
}

fn source(sheet: &mut Sheet, source: &ReportSource) {
    sheet.small(&format!("Source: {}, as of {}.", source.name, source.as_of));
}

fn search(sheet: &mut Sheet, one: &ReportSearch) {
    sheet.figures(&headlines(&one.current, one.previous.as_ref()));
    let clicks: Vec<i64> = one.days.iter().map(|day| day.clicks).collect();
    sheet.bars("Clicks a day", &clicks);
    let head = ["Clicks", "Previous", "Impressions", "Position"];
    for (name, rows) in [("Query", &one.queries), ("Page", &one.pages)] {
        if !rows.is_empty() {
            let head: Vec<&str> = std::iter::once(name).chain(head).collect();
            sheet.table(&head, &rows.iter().map(top).collect::<Vec<_>>());
        }
    }
    source(sheet, &one.source);
}

fn top(row: &ReportTopRow) -> Vec<String> {
    vec![
        row.name.clone(),
        number(row.current.clicks),
        number(row.previous.clicks),
        number(row.current.impressions),
        position(row.current.position),
    ]
}

fn visits(sheet: &mut Sheet, one: &ReportVisits) {
    let (now, before) = (one.current, one.previous);
    sheet.figures(&[
        ("Visits", number(now.visits), before.map_or_else(String::new, |old| change(now.visits, old.visits))),
        (
            "Conversions",
            number(now.conversions),
            before.map_or_else(String::new, |old| change(now.conversions, old.conversions)),
        ),
    ]);
    source(sheet, &one.source);
}

fn ranks(sheet: &mut Sheet, one: &ReportRanks) {
    sheet.small(&format!("{} of {} tracked keywords were checked.", one.checked, one.tracked));
    for (name, moves) in [("Won", &one.won), ("Lost", &one.lost)] {
        if !moves.is_empty() {
            sheet.table(&[name, "From", "To"], &moves.iter().map(moved).collect::<Vec<_>>());
        }
    }
    source(sheet, &one.source);
}

fn moved(one: &ReportMove) -> Vec<String> {
    vec![format!("{} ({})", one.keyword, one.at), rank(one.from), rank(one.to)]
}

fn issues(sheet: &mut Sheet, one: &ReportIssues) {
    let row = |one: &shared::domain::report::ReportSeverity| {
        vec![one.severity.to_string(), number(one.open), number(one.new), number(one.fixed)]
    };
    sheet.table(&["Severity", "Open", "New", "Fixed"], &one.severities.iter().map(row).collect::<Vec<_>>());
    if !one.top.is_empty() {
        let rows: Vec<_> = one.top.iter().map(|one| vec![one.title.clone(), number(one.pages)]).collect();
        sheet.table(&["Most frequent issues", "Pages"], &rows);
    }
    source(sheet, &one.source);
}

fn changes(sheet: &mut Sheet, one: &ReportChanges) {
    let rows: Vec<_> = one.changes.iter().map(|one| vec![one.title.clone(), one.day.to_string()]).collect();
    if !rows.is_empty() {
        sheet.table(&["Change", "Day"], &rows);
    }
    let rows: Vec<_> = one
        .effects
        .iter()
        .map(|one| {
            let verdict = one.verdict.as_str().replace('_', " ");
            let range = match (one.lo, one.hi) {
                (Some(lo), Some(hi)) => format!("{:.0} to {:.0} %", lo * 100.0, hi * 100.0),
                _ => "–".to_owned(),
            };
            vec![one.title.clone(), percent(one.relative), range, verdict]
        })
        .collect();
    if !rows.is_empty() {
        sheet.table(&["Experiment", "Effect", "95% interval", "Verdict"], &rows);
    }
    source(sheet, &one.source);
}

fn revenue(sheet: &mut Sheet, one: &ReportRevenue) {
    let mut rows = vec![vec!["Leads".to_owned(), number(one.leads), number(one.previous_leads)]];
    rows.extend(one.revenue.iter().map(|money| {
        let cells = [money.current_cents, money.previous_cents].map(|cents| exact(cents, &money.currency));
        let [now, before] = cells;
        vec!["Revenue".to_owned(), now, before]
    }));
    sheet.table(&["", "Period", "Previous"], &rows);
    source(sheet, &one.source);
}

fn actions(sheet: &mut Sheet, one: &ReportActions) {
    let row = |one: &shared::domain::report::ReportAction| {
        let value = one.value.as_ref().map_or_else(|| "–".to_owned(), |value| exact(value.mid_cents, &value.currency));
        vec![one.title.clone(), value]
    };
    sheet.table(&["Action", "Monthly value"], &one.next.iter().map(row).collect::<Vec<_>>());
    sheet.small(&format!("{} open opportunities in all. Values are estimates.", one.open));
    source(sheet, &one.source);
}
