//! Another wording of a sentence: written, verified, and written again if the facts do not support it.

use std::time::Duration;

use documents::Phrase;
use engines::content::generate::{LineReader, WrittenLine, sentence_prompt};

use super::{
    live::LiveSection,
    material::Sheet,
    second::read_again,
    section::Written,
    verdict::{Judged, verify},
    writer::{Failure, Writer},
};

/// Attempts at a sentence.
const ATTEMPTS: usize = 2;
/// Why a sentence that repeats the present one does not count.
const SAME: &str = "it is the same sentence";

pub(super) async fn write_sentence(
    (sheet, writer): (&Sheet, &mut Writer), phrase: &Phrase, patience: Option<Duration>, live: &LiveSection<'_>,
) -> Result<Written, Failure> {
    let mut written =
        Written { heading: phrase.heading.clone(), fact_ids: phrase.fact_ids.clone(), ..Written::default() };
    let prompt = sentence_prompt(&sheet.material, &phrase.text, &phrase.fact_ids, &phrase.around);
    for _ in 0..ATTEMPTS {
        live.begin();
        let mut reader = LineReader::new(&phrase.fact_ids);
        let mut first = None;
        let asked = writer
            .write(&prompt, &mut |piece| {
                first = first.take().or_else(|| reader.push(piece).into_iter().next());
                live.pending(reader.pending());
                // Further lines are not asked for.
                first.is_none()
            })
            .await;
        match asked {
            Ok(_) => {}
            // What the first attempt lacked is reported rather than why there was no second one.
            Err(failure) if written.removed.is_empty() || failure.ends_run() => return Err(failure),
            Err(_) => break,
        }
        let Some(line) = first.or_else(|| reader.finish()) else { continue };
        let judged = judged(sheet, phrase, line);
        live.line(&judged, patience.is_some());
        let second = read_again(sheet, writer, std::slice::from_ref(&judged), patience).await?;
        written.add(&judged.line, judged.verdict(second.about(0)));
        written.unread = second.failed;
        if !written.lines.is_empty() {
            break;
        }
    }
    live.end(&written);
    Ok(written)
}

fn judged(sheet: &Sheet, phrase: &Phrase, line: WrittenLine) -> Judged {
    let is_same = line.text.to_lowercase() == phrase.text.trim().to_lowercase();
    if is_same { Judged::refused(line, SAME) } else { verify(sheet, line) }
}
