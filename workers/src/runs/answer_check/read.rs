//! Reads citations and mentions in answers.

use std::io::Read;

use flate2::read::GzDecoder;
use providers::{
    Provider, ai_mode,
    answers::{cited_pages, mentions},
    models::{Answer, parse_answer},
};
use shared::{
    domain::{
        answer::{AnswerSurface, ReadCitation, ReadMention, Reading, Rival},
        now,
    },
    store::answer::{self, Unread},
};

use super::Check;
use crate::error::JobError;

/// Version of this parser. A higher one makes the next check read all answers again.
const PARSER: i64 = 1;
/// Answers read together.
const AT_ONCE: i64 = 100;
/// Most citations and mentions of an answer.
const MOST: usize = 500;
/// Most bytes of a response after decompression.
const MOST_BYTES: u64 = 64 << 20;

/// Reads an answer.
pub(super) fn reading(answered: &Answer, brands: &[Rival], revision: i64) -> Reading {
    let citations = cited_pages(answered).into_iter().take(MOST).map(|page| ReadCitation {
        url: page.url.map(clean),
        host: page.host,
        domain: page.domain,
        title: page.title.map(clean),
        count: i64::try_from(page.count).unwrap_or(i64::MAX),
    });
    Reading { parser: PARSER, revision, citations: citations.collect(), mentions: mentioned(&answered.text, brands) }
}

/// PostgreSQL stores no NUL.
fn clean(text: String) -> String {
    if text.contains('\0') { text.replace('\0', "\u{fffd}") } else { text }
}

fn mentioned(text: &str, brands: &[Rival]) -> Vec<ReadMention> {
    let mut found: Vec<ReadMention> = Vec::new();
    for brand in brands {
        found.extend(mentions(text, &brand.terms).into_iter().take(MOST).map(|mention| ReadMention {
            host: brand.host.clone(),
            term: mention.term,
            first: i64::try_from(mention.start).unwrap_or(i64::MAX),
            past: i64::try_from(mention.end).unwrap_or(i64::MAX),
        }));
    }
    found.sort_by_key(|mention| mention.first);
    found.truncate(MOST);
    found
}

/// Reads the answers again that another parser or other brand terms have read.
pub(super) async fn read_again(check: &Check<'_>) -> Result<(), JobError> {
    let (context, revision) = (check.context, check.stored.revision);
    let (db, workspace_id) = (&context.db, context.run.workspace_id);
    let brands = check.brands();
    loop {
        let answers = answer::unread(db, workspace_id, check.website.id, PARSER, revision, AT_ONCE).await?;
        if answers.is_empty() {
            return Ok(());
        }
        if context.is_cancelled() {
            return Err(JobError::Cancelled);
        }
        context.progress(0, "reading", "Stored answers are read again.");
        let mut tx = db.begin().await?;
        for unread in &answers {
            let reading = match parsed(unread) {
                Some(answered) => reading(&answered, &brands, revision),
                // What an earlier parser could read is kept.
                None => Reading {
                    parser: PARSER,
                    revision,
                    citations: answer::citations(&mut tx, workspace_id, unread.id).await?,
                    mentions: mentioned(&unread.text, &brands),
                },
            };
            answer::store_reading(&mut tx, unread.id, &reading, now()).await?;
        }
        tx.commit().await?;
    }
}

/// Parses a stored response; `None` if this parser cannot read it.
fn parsed(unread: &Unread) -> Option<Answer> {
    let mut body = Vec::new();
    GzDecoder::new(unread.raw.as_slice()).take(MOST_BYTES).read_to_end(&mut body).ok()?;
    let provider: Provider = unread.provider.parse().ok()?;
    match unread.surface {
        AnswerSurface::Api | AnswerSurface::ApiWebSearch => parse_answer(provider, &body).ok(),
        AnswerSurface::GoogleAiOverview => Some(ai_mode::from_overview(provider, &serde_json::from_slice(&body).ok()?)),
        AnswerSurface::GoogleAiMode => ai_mode::parse(provider, &body).ok(),
    }
}
