//! The text of a section: written, verified, and written again if too little of it is supported.

use documents::Said;
use engines::content::generate::{LineReader, ModelPrompt, PlannedSection, WrittenLine, section_prompt};

use super::{
    assemble::sentence,
    live::LiveSection,
    material::Sheet,
    verdict::{Verdict, verify},
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
}

pub(super) async fn write_section(
    sheet: &Sheet, writer: &mut Writer, section: &PlannedSection, before: &Before, live: &LiveSection<'_>,
) -> Result<Written, Failure> {
    let mut best = Written::default();
    let mut problems: Vec<String> = Vec::new();
    for _ in 0..ATTEMPTS {
        live.begin();
        let prompt = section_prompt(&sheet.material, section, &before.headings, &problems);
        let written = match attempt(sheet, writer, section, (&prompt, &before.said), live).await {
            Ok(written) => written,
            // The first attempt is better than none.
            Err(_) if !best.lines.is_empty() => break,
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

async fn attempt(
    sheet: &Sheet, writer: &mut Writer, section: &PlannedSection, (prompt, said): (&ModelPrompt, &Said),
    live: &LiveSection<'_>,
) -> Result<Written, Failure> {
    let mut written =
        Written { heading: section.heading.clone(), fact_ids: section.fact_ids.clone(), ..Written::default() };
    let mut reader = LineReader::new(&section.fact_ids);
    let mut add = |lines: Vec<WrittenLine>| {
        for line in lines {
            let verdict = match verify(sheet, &line) {
                Verdict::Supported(line) if said.has(&sentence(&line)) => Verdict::Removed(REPEATED.to_owned()),
                verdict => verdict,
            };
            live.line(&line, &verdict);
            match verdict {
                Verdict::Supported(line) => written.lines.push(line),
                Verdict::Removed(reason) => written.removed.push(Removed { text: line.text, reason }),
            }
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
    Ok(written)
}

#[expect(clippy::cast_precision_loss, reason = "a section has at most 120 lines")]
fn supported(written: &Written) -> f64 {
    let all = written.lines.len() + written.removed.len();
    if all == 0 { 0.0 } else { written.lines.len() as f64 / all as f64 }
}
