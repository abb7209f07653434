//! The text of a section: written, verified, and written again if too little of it is supported.

use std::time::Duration;

use documents::Said;
use engines::content::generate::{LineReader, ModelPrompt, PlannedSection, WrittenLine, section_prompt};

use super::{
    assemble::sentence,
    live::LiveSection,
    material::Sheet,
    second::{Second, read_again},
    verdict::{Judged, Verdict, verify},
    writer::{Failure, Writer},
};

/// Attempts at a section.
const ATTEMPTS: usize = 2;
/// Least share of the sentences that must be supported; otherwise the model gets another attempt.
const LEAST_SUPPORTED: f64 = 0.6;
/// Why a sentence that repeats another section does not count.
const REPEATED: &str = "another section says it";

/// The sections before the one that is written.
#[derive(Debug)]
pub(super) struct Before {
    /// Their headings.
    pub(super) headings: Vec<String>,
    /// What they say.
    pub(super) said: Said,
}

impl Before {
    /// Adds a section.
    pub(super) fn add(&mut self, written: &Written) {
        self.headings.push(written.heading.clone());
        let sentences: Vec<_> = written.lines.iter().map(sentence).collect();
        self.said.add(&sentences);
    }
}

/// A sentence that was left out.
#[derive(Debug, Clone)]
pub(super) struct Removed {
    /// Text.
    pub(super) text: String,
    /// Why.
    pub(super) reason: String,
}

/// A section as it was written.
#[derive(Debug, Default)]
pub(super) struct Written {
    /// Heading.
    pub(super) heading: String,
    /// Facts that it was given.
    pub(super) fact_ids: Vec<String>,
    /// Supported sentences.
    pub(super) lines: Vec<WrittenLine>,
    /// Sentences that were left out.
    pub(super) removed: Vec<Removed>,
    /// Why the second reading failed, if it did.
    pub(super) unread: Option<String>,
}

impl Written {
    /// Adds what both readings decide about a line.
    pub(super) fn add(&mut self, line: &WrittenLine, verdict: Verdict) {
        match verdict {
            Verdict::Supported(line) => self.lines.push(line),
            Verdict::Removed(reason) => self.removed.push(Removed { text: line.text.clone(), reason }),
        }
    }
}

pub(super) async fn write_section(
    (sheet, writer): (&Sheet, &mut Writer), section: &PlannedSection, before: &Before, patience: Option<Duration>,
    live: &LiveSection<'_>,
) -> Result<Written, Failure> {
    let mut best = Written::default();
    let mut problems: Vec<String> = Vec::new();
    for _ in 0..ATTEMPTS {
        live.begin();
        let prompt = section_prompt(&sheet.material, section, &before.headings, &problems);
        let written = async {
            let judged = attempt(sheet, writer, section, (&prompt, patience.is_some()), &before.said, live).await?;
            let second = read_again(sheet, writer, &judged, patience).await?;
            Ok::<_, Failure>(decided(section, &judged, second, &before.said))
        };
        let written = match written.await {
            Ok(written) => written,
            // The first attempt is better than none.
            Err(failure) if !best.lines.is_empty() && !failure.ends_run() => break,
            Err(failure) => return Err(failure),
        };
        problems = written.removed.iter().map(|line| line.text.clone()).collect();
        let is_good = supported(&written) >= LEAST_SUPPORTED;
        if best.lines.len() <= written.lines.len() {
            best = written;
        }
        if is_good {
            break;
        }
    }
    live.end(&best);
    Ok(best)
}

/// Lets the model write the section once, and returns its lines with what the rules found.
async fn attempt(
    sheet: &Sheet, writer: &mut Writer, section: &PlannedSection, (prompt, has_second): (&ModelPrompt, bool),
    said: &Said, live: &LiveSection<'_>,
) -> Result<Vec<Judged>, Failure> {
    let mut judged: Vec<Judged> = Vec::new();
    let mut reader = LineReader::new(&section.fact_ids);
    let mut add = |lines: Vec<WrittenLine>| {
        for line in lines {
            let found = verify(sheet, line);
            let found = match found.verdict(None) {
                Verdict::Supported(line) if said.has(&sentence(&line)) => Judged::refused(line, REPEATED),
                _ => found,
            };
            live.line(&found, has_second);
            judged.push(found);
        }
    };
    writer
        .write(prompt, &mut |piece| {
            add(reader.push(piece));
            live.pending(reader.pending());
            !reader.is_full()
        })
        .await?;
    add(reader.finish().into_iter().collect());
    Ok(judged)
}

/// Returns the section with what both readings decide.
fn decided(section: &PlannedSection, judged: &[Judged], second: Second, said: &Said) -> Written {
    let mut written =
        Written { heading: section.heading.clone(), fact_ids: section.fact_ids.clone(), ..Written::default() };
    for (at, judged) in judged.iter().enumerate() {
        let verdict = match judged.verdict(second.about(at)) {
            Verdict::Supported(line) if said.has(&sentence(&line)) => Verdict::Removed(REPEATED.to_owned()),
            verdict => verdict,
        };
        written.add(&judged.line, verdict);
    }
    Written { unread: second.failed, ..written }
}

#[expect(clippy::cast_precision_loss, reason = "a section has at most 120 lines")]
fn supported(written: &Written) -> f64 {
    let all = written.lines.len() + written.removed.len();
    if all == 0 { 0.0 } else { written.lines.len() as f64 / all as f64 }
}
