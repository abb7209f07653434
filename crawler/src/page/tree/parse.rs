//! Text of a page to its tree, within limits.

use std::cell::Cell;

use html5ever::TokenizerResult;
use html5ever::buffer_queue::BufferQueue;
use html5ever::interface::TreeSink;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};

use super::Tree;
use super::sink::{Handle, Sink};
use crate::page::{Cancelled, limits};

/// Bytes parsed between two checks for cancellation.
const PIECE: usize = 16 << 10;

/// Parses a page in pieces. Cuts pages at the limits of nodes and attributes; deeper elements join their ancestors.
pub(crate) fn parse(html: &str, is_cancelled: &dyn Fn() -> bool) -> Result<Tree, Cancelled> {
    let builder = TreeBuilder::new(Sink::new(), TreeBuilderOpts { drop_doctype: true, ..TreeBuilderOpts::default() });
    let guard = Guard { builder, is_full: Cell::new(false), tokens: Cell::new(0) };
    let tokenizer = Tokenizer::new(guard, TokenizerOpts::default());
    let queue = BufferQueue::default();
    let mut stall = Stall::default();
    let mut rest = html;
    while !rest.is_empty() {
        if is_cancelled() {
            return Err(Cancelled);
        }
        let (piece, others) = rest.split_at(rest.floor_char_boundary(PIECE).max(1));
        if tokenizer.sink.is_full.get() || stall.is_too_long(piece, tokenizer.sink.tokens.get()) {
            break;
        }
        queue.push_back(StrTendril::from(piece));
        while !matches!(tokenizer.feed(&queue), TokenizerResult::Done) {}
        rest = others;
    }
    let is_truncated = !rest.is_empty() || tokenizer.sink.is_full.get();
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
        let starts = bytes.windows(2).filter(|pair| pair[0].is_ascii_whitespace() && !pair[1].is_ascii_whitespace());
        self.words += starts.count() + bytes.iter().filter(|byte| matches!(byte, b'/' | b'"')).count() / 2;
        self.words > limits::MOST_WORDS_IN_TAG
    }
}

/// Stands between tokenizer and tree builder and drops what exceeds the limits.
struct Guard {
    builder: TreeBuilder<Handle, Sink>,
    is_full: Cell<bool>,
    tokens: Cell<u64>,
}

impl Guard {
    fn is_beyond_limits(&self, token: &Token) -> bool {
        if self.builder.sink.len() > limits::MOST_NODES {
            self.is_full.set(true);
            return true;
        }
        let Token::TagToken(Tag { kind: TagKind::StartTag, .. }) = token else { return false };
        self.builder.sink.depth.get() >= limits::MOST_LEVELS
    }
}

impl TokenSink for Guard {
    type Handle = Handle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Handle> {
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
