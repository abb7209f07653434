//! The second reading of what was written: one request for all lines that the rules leave to it, and one more about the lines that pass and
//! of which something could not be verified.

use std::{collections::BTreeMap, time::Duration};

use engines::content::generate::{
    Doubted, SecondVerdict, again_prompt, read_again_answer, read_second_reading, second_reading_prompt,
};

use super::{
    material::Sheet,
    verdict::Judged,
    writer::{Failure, Writer},
};

/// What a second reading found.
#[derive(Debug, Default)]
pub(super) struct Second {
    /// Verdicts by the position of their line.
    verdicts: BTreeMap<usize, SecondVerdict>,
    /// Why the rules alone decide, if the second reading failed.
    pub(super) failed: Option<String>,
}

impl Second {
    /// Returns what it found about a line.
    pub(super) fn about(&self, at: usize) -> Option<&SecondVerdict> {
        self.verdicts.get(&at)
    }
}

/// Reads lines again within `patience`; without it, or without lines to read, the rules decide. A request that fails leaves the
/// decision to the rules as well, unless the run ends.
pub(super) async fn read_again(
    sheet: &Sheet, writer: &mut Writer, judged: &[Judged], patience: Option<Duration>,
) -> Result<Second, Failure> {
    let (at, lines): (Vec<usize>, Vec<&str>) = judged
        .iter()
        .enumerate()
        .filter(|(_, judged)| judged.is_read_again())
        .map(|(at, judged)| (at, judged.line.text.as_str()))
        .unzip();
    let Some(patience) = patience.filter(|_| !lines.is_empty()) else { return Ok(Second::default()) };
    let failed = |reason: String| Ok(Second { failed: Some(reason), ..Second::default() });
    let answered = match writer.write_within(&second_reading_prompt(&sheet.material, &lines), patience).await {
        Ok(answered) => answered,
        Err(failure) if failure.ends_run() => return Err(failure),
        Err(failure) => return failed(failure.to_string()),
    };
    if answered.is_cut {
        return failed("the answer was cut off".to_owned());
    }
    match read_second_reading(&answered.text, &lines, &sheet.material, &sheet.facts) {
        Ok(verdicts) => {
            let found = Second { verdicts: at.into_iter().zip(verdicts).collect(), failed: None };
            ask_again((sheet, writer), judged, found, patience).await
        }
        Err(error) => failed(format!("the answer does not count: {error}")),
    }
}

/// Asks once more about the lines of which something could not be verified. Without an answer that counts, the first one decides.
async fn ask_again(
    (sheet, writer): (&Sheet, &mut Writer), judged: &[Judged], mut found: Second, patience: Duration,
) -> Result<Second, Failure> {
    let (at, asked): (Vec<usize>, Vec<Doubted<'_>>) = judged
        .iter()
        .enumerate()
        .map(|(at, one)| (at, Doubted { line: one.line.text.as_str(), doubts: one.doubts(found.about(at)) }))
        .filter(|(_, one)| !one.doubts.is_empty())
        .unzip();
    if asked.is_empty() {
        return Ok(found);
    }
    let answered = match writer.write_within(&again_prompt(&sheet.material, &asked), patience).await {
        Ok(answered) if !answered.is_cut => answered,
        Err(failure) if failure.ends_run() => return Err(failure),
        Ok(_) | Err(_) => return Ok(found),
    };
    let lines: Vec<&str> = asked.iter().map(|one| one.line).collect();
    let verdicts = read_again_answer(&answered.text, &lines, &sheet.material, &sheet.facts);
    for (at, again) in at.into_iter().zip(verdicts).filter_map(|(at, again)| Some((at, again?))) {
        if let Some(first) = found.verdicts.remove(&at) {
            found.verdicts.insert(at, first.with(again));
        }
    }
    Ok(found)
}
