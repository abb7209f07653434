//! Text of a page to its tree, within limits.

use std::cell::Cell;

use engines::common::Control;
use html5ever::TokenizerResult;
use html5ever::buffer_queue::BufferQueue;
use html5ever::interface::TreeSink;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};

use super::sink::{Handle, Sink};
use super::{ParseProblem, Tree};
use crate::{GateError, error::checkpoint};

/// Bytes parsed between two checks for cancellation.
const PIECE: usize = 16 << 10;
/// Nodes of a page; the rest is not read.
const MOST_NODES: usize = 200_000;
/// Nesting depth; deeper elements join their ancestors. Browsers do the same at 512.
const MOST_LEVELS: u16 = 512;
/// Words inside one tag or comment that spans many pieces.
const MOST_WORDS_IN_TAG: usize = 30_000;
/// Errors of a page that are kept.
const MOST_PROBLEMS: usize = 20;

/// Parses a page in pieces. Cuts it at the limits; deeper elements join their ancestors.
pub(crate) fn parse(html: &str, control: &dyn Control) -> Result<Tree, GateError> {
    let builder = TreeBuilder::new(Sink::new(), TreeBuilderOpts { drop_doctype: true, ..TreeBuilderOpts::default() });
    let guard = Guard { builder, is_full: Cell::new(false), is_deep: Cell::new(false), tokens: Cell::new(0) };
    let tokenizer = Tokenizer::new(guard, TokenizerOpts::default());
    let queue = BufferQueue::default();
    let mut stall = Stall::default();
    let mut rest = html;
    while !rest.is_empty() {
        checkpoint(control)?;
        let (piece, others) = rest.split_at(rest.floor_char_boundary(PIECE).max(1));
        if tokenizer.sink.is_full.get() || stall.is_too_long(piece, tokenizer.sink.tokens.get()) {
            break;
        }
        queue.push_back(StrTendril::from(piece));
        while !matches!(tokenizer.feed(&queue), TokenizerResult::Done) {}
        rest = others;
    }
    let is_truncated = !rest.is_empty() || tokenizer.sink.is_full.get() || tokenizer.sink.is_deep.get();
    if rest.is_empty() {
        tokenizer.end();
    }
    let mut tree = tokenizer.sink.builder.sink.finish();
    tree.is_truncated = is_truncated;
    Ok(tree)
}

/// Counts the words inside a single tag or comment. The tokenizer compares each attribute with all attributes of its
/// tag, so a tag with a million attributes would take hours.
#[derive(Default)]
struct Stall {
    tokens: u64,
    words: usize,
}

impl Stall {
    fn is_too_long(&mut self, piece: &str, tokens: u64) -> bool {
        if tokens != self.tokens {
            (self.tokens, self.words) = (tokens, 0);
        }
        let bytes = piece.as_bytes();
        let mut is_space = false;
        for byte in bytes {
            let is_start = is_space && !byte.is_ascii_whitespace();
            is_space = byte.is_ascii_whitespace();
            self.words += usize::from(is_start || *byte == b'=' || *byte == b'/');
        }
        self.words > MOST_WORDS_IN_TAG
    }
}

/// Stands between tokenizer and tree builder: drops what exceeds the limits, and collects errors.
struct Guard {
    builder: TreeBuilder<Handle, Sink>,
    is_full: Cell<bool>,
    is_deep: Cell<bool>,
    tokens: Cell<u64>,
}

impl Guard {
    fn is_beyond_limits(&self, token: &Token) -> bool {
        if self.builder.sink.len() > MOST_NODES {
            self.is_full.set(true);
            return true;
        }
        let Token::TagToken(Tag { kind: TagKind::StartTag, .. }) = token else { return false };
        let is_deep = self.builder.sink.depth.get() >= MOST_LEVELS;
        self.is_deep.set(self.is_deep.get() || is_deep);
        is_deep
    }
}

impl TokenSink for Guard {
    type Handle = Handle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        // Errors are reported inside a tag, too.
        if let Token::ParseError(message) = &token {
            self.builder.sink.report(line, message);
            return TokenSinkResult::Continue;
        }
        self.tokens.set(self.tokens.get() + 1);
        if self.is_beyond_limits(&token) {
            return TokenSinkResult::Continue;
        }
        self.builder.process_token(token, line)
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// Adds an error, while there are few.
pub(super) fn push(problems: &mut Vec<ParseProblem>, line: u64, message: &str) {
    if problems.len() < MOST_PROBLEMS {
        problems.push(ParseProblem { line, message: message.to_owned() });
    }
}
