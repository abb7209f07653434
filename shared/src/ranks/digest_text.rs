//! A digest as text: for emails, chats and the preview.

use std::{fmt::Write, str::FromStr};

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

use super::{Digest, Move, Unchecked, UncheckedReason};
use crate::words::counted;

/// Lines of a section; the others are counted.
const LINES: usize = 10;

/// Subject and sections of a digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DigestText {
    /// Subject, one line.
    pub subject: String,
    /// Sections, each with a heading and lines.
    pub sections: Vec<(String, Vec<String>)>,
}

impl DigestText {
    /// Describes a digest in the clock of a time zone.
    #[must_use]
    pub fn new(digest: &Digest, time_zone: &str) -> Self {
        let zone = Tz::from_str(time_zone).unwrap_or(Tz::UTC);
        let mut all = Self {
            subject: format!("Ranks of {}, {}", digest.host, period(digest.from, digest.until, zone)),
            sections: Vec::new(),
        };
        all.add("Summary", vec![summary(digest)]);
        all.add("Share of voice", vec![share(digest)]);
        all.add("Moved up more than usual", digest.up.iter().map(line).collect());
        all.add("Moved down more than usual", digest.down.iter().map(line).collect());
        all.add("New in the first 10 results", digest.entered.iter().map(line).collect());
        all.add("No longer in the first 10 results", digest.left.iter().map(line).collect());
        all.add("AI overviews that cite your website now", digest.cited.clone());
        all.add("AI overviews that no longer cite it", digest.citation_lost.clone());
        all.add(&alerts(digest), digest.alert_messages.clone());
        all.add("Not checked", digest.unchecked.iter().map(unchecked).collect());
        all.add("Costs", vec![costs(digest)]);
        all
    }

    fn add(&mut self, heading: &str, mut lines: Vec<String>) {
        if lines.is_empty() {
            return;
        }
        let more = lines.len().saturating_sub(LINES);
        lines.truncate(LINES);
        if more > 0 {
            lines.push(format!("and {more} more"));
        }
        self.sections.push((heading.to_owned(), lines));
    }

    /// Returns the sections as one text.
    #[must_use]
    pub fn body(&self) -> String {
        let sections: Vec<String> = self.sections.iter().map(Self::section).collect();
        sections.join("\n\n")
    }

    /// Returns a section as a paragraph.
    #[must_use]
    pub fn section((heading, lines): &(String, Vec<String>)) -> String {
        if heading == "Summary" { lines.join("\n") } else { format!("{heading}\n{}", lines.join("\n")) }
    }
}

fn period(from: DateTime<Utc>, until: DateTime<Utc>, zone: Tz) -> String {
    let format = if until - from < TimeDelta::days(2) { "%-d %B %Y %H:%M" } else { "%-d %B %Y" };
    let text = |at: DateTime<Utc>| at.with_timezone(&zone).format(format).to_string();
    format!("{} to {}", text(from), text(until))
}

fn summary(digest: &Digest) -> String {
    let Digest { keywords, checked, .. } = digest;
    if *keywords == 0 {
        return "No keyword is tracked.".to_owned();
    }
    if *checked == 0 {
        let none =
            if *keywords == 1 { "The keyword was not".into() } else { format!("None of the {keywords} keywords was") };
        return format!("{none} checked in this period, so changes are unknown.");
    }
    let news = if digest.has_news() { "" } else { " Nothing changed by more than the keywords' own volatility." };
    let verb = if *checked == 1 { "was" } else { "were" };
    format!("{checked} of {} {verb} checked.{news}", counted(*keywords, "keyword", "keywords"))
}

fn share(digest: &Digest) -> String {
    let Some(share) = digest.share else { return "Unknown: no keyword was checked in the last 31 days.".to_owned() };
    let percent = |share: f64| format!("{:.1}%", share * 100.0);
    let mut text = format!("{} (80% interval {} to {})", percent(share.mid), percent(share.low), percent(share.high));
    // Writing to a String cannot fail.
    let _always = match digest.share_change {
        Some(change) => write!(
            text,
            ", {:+.1} percentage points over the {} known before",
            change * 100.0,
            counted(digest.compared, "keyword", "keywords")
        ),
        None => write!(text, "; its change is unknown, because no keyword was known before"),
    };
    text
}

fn line(change: &Move) -> String {
    let place = |rank: Option<i32>, depth: i32| rank.map_or_else(|| format!("beyond {depth}"), |rank| rank.to_string());
    let (from, to) = (place(change.from, change.from_depth), place(change.to, change.to_depth));
    format!("\"{}\" ({}): from {from} to {to}", change.keyword, change.at)
}

fn alerts(digest: &Digest) -> String {
    let [critical, warnings, good] = digest.alerts;
    let all = critical + warnings + good;
    format!("Alerts: {all} ({critical} critical, {}, {good} good news)", counted(warnings, "warning", "warnings"))
}

fn unchecked(one: &Unchecked) -> String {
    let why = match one.reason {
        UncheckedReason::Failed => {
            return format!("{}: {}", named(one), one.error.as_deref().unwrap_or("the check failed"));
        }
        UncheckedReason::Due => "due, but no run has checked them: see the runs of rank checks",
        UncheckedReason::Off => "daily checks are switched off",
        UncheckedReason::Budget => "the monthly budget does not cover them",
        UncheckedReason::Later => "their next check is later, by their value and volatility",
    };
    format!("{}: {why}", named(one))
}

fn named(one: &Unchecked) -> String {
    let examples: Vec<String> = one.examples.iter().map(|keyword| format!("\"{keyword}\"")).collect();
    let rest = if one.keywords > examples.len() { " and others" } else { "" };
    format!("{} ({}{rest})", counted(one.keywords, "keyword", "keywords"), examples.join(", "))
}

fn costs(digest: &Digest) -> String {
    #[expect(clippy::cast_precision_loss, reason = "millionths of a dollar below a billion dollars")]
    let dollars = |micros: i64| format!("${:.2}", micros as f64 / 1e6);
    let costs = digest.costs;
    let of = costs.budget_micros.map_or_else(String::new, |budget| format!(" of {}", dollars(budget)));
    let checks = counted(costs.checks, "check", "checks");
    format!("{checks} for {}; this month {}{of}.", dollars(costs.micros), dollars(costs.month_micros))
}
