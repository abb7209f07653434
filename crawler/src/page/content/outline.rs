//! A page as blocks of text within their elements.

use super::hints::{Hints, Reader};
use crate::page::Cancelled;
use crate::page::tree::{Data, Element, NodeId, ROOT, Step, Tree};

/// Elements of a page in document order, and their text.
#[derive(Debug, Default)]
pub(super) struct Outline {
    pub(super) items: Vec<Item>,
    pub(super) blocks: Vec<Block>,
    /// Text of all blocks.
    pub(super) text: String,
}

/// An element that is a block, or that its class or role marks.
#[derive(Debug)]
pub(super) struct Item {
    /// Index of the item around it; that of the first item is its own.
    pub(super) parent: u32,
    /// Index after the last item inside it.
    pub(super) end: u32,
    pub(super) first_block: u32,
    pub(super) end_block: u32,
    pub(super) tag: Tag,
    pub(super) hints: Hints,
    /// Characters of its text, and of the links in it.
    pub(super) chars: u32,
    pub(super) link_chars: u32,
    /// Characters in paragraphs.
    pub(super) prose: u32,
    /// Returns whether the item is not content.
    pub(super) is_boilerplate: bool,
    /// How much its text looks like content.
    pub(super) value: f32,
}

/// A run of text without a block element inside.
#[derive(Debug, Clone, Copy)]
pub(super) struct Block {
    pub(super) item: u32,
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) chars: u32,
    pub(super) link_chars: u32,
    pub(super) words: u32,
    /// Characters that end or divide sentences.
    pub(super) stops: u32,
    /// Returns whether the block starts with a link.
    pub(super) is_led_by_link: bool,
}

/// Kinds of elements that differ for content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tag {
    Paragraph,
    Heading(u8),
    List,
    ListItem,
    Table,
    Cell,
    Quote,
    Preformatted,
    Figure,
    Article,
    Main,
    Body,
    /// Navigation, footers, forms and whatever else never holds content.
    Boilerplate,
    Header,
    Section,
    /// An element inside a line of text, marked by its class.
    Inline,
}

impl Block {
    pub(super) fn link_share(&self) -> f32 {
        if self.chars == 0 { 0.0 } else { self.link_chars as f32 / self.chars as f32 }
    }
}

impl Item {
    pub(super) fn link_share(&self) -> f32 {
        if self.chars == 0 { 0.0 } else { self.link_chars as f32 / self.chars as f32 }
    }
}

impl Outline {
    pub(super) fn new(tree: &Tree, is_cancelled: &dyn Fn() -> bool) -> Result<Self, Cancelled> {
        let mut builder = Builder {
            outline: Self::default(),
            hints: Reader::default(),
            open: Vec::new(),
            links: 0,
            run: Run::default(),
        };
        let mut walk = tree.walk(ROOT);
        let mut steps = 0_u32;
        while let Some(step) = walk.next() {
            steps += 1;
            if steps.is_multiple_of(4096) && is_cancelled() {
                return Err(Cancelled);
            }
            match step {
                Step::Enter(id) => match &tree.node(id).data {
                    Data::Text(text) => builder.text(text),
                    Data::Element(element) if element.is_silent || &*element.name == "head" => walk.skip_children(),
                    Data::Element(element) => builder.enter(id, element),
                    Data::Document | Data::Other => {}
                },
                Step::Leave(id) => {
                    if let Data::Element(element) = &tree.node(id).data {
                        builder.leave(id, element);
                    }
                }
            }
        }
        let mut outline = builder.outline;
        outline.sum();
        Ok(outline)
    }

    /// Sums the text of each item from its blocks.
    fn sum(&mut self) {
        for block in &self.blocks {
            let item = &mut self.items[block.item as usize];
            item.chars += block.chars;
            item.link_chars += block.link_chars;
            if is_prose(block) {
                item.prose += block.chars;
            }
        }
        for index in (1..self.items.len()).rev() {
            let item = &self.items[index];
            let (parent, chars, link_chars, prose) = (item.parent as usize, item.chars, item.link_chars, item.prose);
            let parent = &mut self.items[parent];
            parent.chars += chars;
            parent.link_chars += link_chars;
            parent.prose += prose;
        }
    }

    /// Returns the number of items around an item.
    pub(super) fn depth(&self, item: u32) -> usize {
        let (mut index, mut depth) = (item as usize, 0);
        while index > 0 {
            (index, depth) = (self.items[index].parent as usize, depth + 1);
        }
        depth
    }

    pub(super) fn block_text(&self, block: &Block) -> &str {
        &self.text[block.start as usize..block.end as usize]
    }
}

/// Returns whether a block reads like a sentence or more.
pub(super) fn is_prose(block: &Block) -> bool {
    block.chars >= 60 && block.stops > 0 && block.link_share() < 0.4
}

struct Builder<'a> {
    outline: Outline,
    hints: Reader<'a>,
    /// Open items: index and node.
    open: Vec<(u32, NodeId)>,
    links: u32,
    run: Run,
}

/// The text since the last boundary of a block.
#[derive(Default)]
struct Run {
    start: usize,
    chars: u32,
    link_chars: u32,
    words: u32,
    stops: u32,
    is_after_space: bool,
    is_led_by_link: bool,
}

impl<'a> Builder<'a> {
    fn enter(&mut self, id: NodeId, element: &'a Element) {
        let name = &*element.name;
        if name == "a" {
            self.links += 1;
        }
        if name == "br" || name == "hr" {
            self.line_break();
            return;
        }
        let tag = tag(name);
        let hints = self.hints.read(element);
        let tag = match tag {
            Some(tag) => tag,
            None if hints.makes_block() => Tag::Inline,
            None => return,
        };
        self.flush();
        let index = self.outline.items.len() as u32;
        let parent = self.open.last().map_or(0, |(index, _)| *index);
        let block = self.outline.blocks.len() as u32;
        self.outline.items.push(Item {
            parent,
            end: index + 1,
            first_block: block,
            end_block: block,
            tag,
            hints,
            chars: 0,
            link_chars: 0,
            prose: 0,
            is_boilerplate: false,
            value: 0.0,
        });
        self.open.push((index, id));
    }

    fn leave(&mut self, id: NodeId, element: &Element) {
        if &*element.name == "a" {
            self.links = self.links.saturating_sub(1);
        }
        let Some((index, _)) = self.open.last().copied().filter(|(_, node)| *node == id) else { return };
        self.flush();
        self.open.pop();
        let (end, end_block) = (self.outline.items.len() as u32, self.outline.blocks.len() as u32);
        let item = &mut self.outline.items[index as usize];
        (item.end, item.end_block) = (end, end_block);
    }

    fn text(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let length = bytes[at..].iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
            if length > 0 {
                self.word(&text[at..at + length]);
                at += length;
            }
            let spaces = bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            if spaces > 0 {
                self.run.is_after_space = true;
                at += spaces;
            }
        }
    }

    fn word(&mut self, word: &str) {
        let text = &mut self.outline.text;
        let is_start = text.len() == self.run.start || text.ends_with('\n');
        if self.run.is_after_space && !is_start {
            text.push(' ');
        }
        if self.run.is_after_space || is_start {
            self.run.words += 1;
        }
        self.run.is_after_space = false;
        text.push_str(word);
        self.run.is_led_by_link |= self.run.chars == 0 && self.links > 0;
        let (chars, stops) = count(word);
        self.run.chars += chars;
        self.run.stops += stops;
        if self.links > 0 {
            self.run.link_chars += chars;
        }
    }

    fn line_break(&mut self) {
        if self.outline.text.len() > self.run.start {
            self.outline.text.push('\n');
        }
        self.run.is_after_space = true;
    }

    /// Ends the run of text: it becomes a block of the open item.
    fn flush(&mut self) {
        let run = std::mem::take(&mut self.run);
        let length = self.outline.text.trim_end_matches('\n').len().max(run.start);
        self.outline.text.truncate(length);
        let end = self.outline.text.len();
        if run.chars > 0
            && let Some((item, _)) = self.open.last()
        {
            self.outline.blocks.push(Block {
                item: *item,
                start: run.start as u32,
                end: end as u32,
                chars: run.chars,
                link_chars: run.link_chars,
                words: run.words,
                stops: run.stops,
                is_led_by_link: run.is_led_by_link,
            });
        }
        self.run.start = end;
    }
}

/// Returns the characters of a word, and those that end or divide sentences.
fn count(word: &str) -> (u32, u32) {
    if word.is_ascii() {
        let stops = word.bytes().filter(|byte| matches!(byte, b'.' | b',' | b'!' | b'?' | b';' | b':'));
        return (word.len() as u32, stops.count() as u32);
    }
    word.chars().fold((0, 0), |(chars, stops), character| {
        let is_stop =
            matches!(character, '.' | ',' | '!' | '?' | ';' | ':' | '。' | '、' | '，' | '！' | '？' | '…' | '।');
        (chars + 1, stops + u32::from(is_stop))
    })
}

/// Returns the kind of a block element, `None` for elements inside a line of text.
fn tag(name: &str) -> Option<Tag> {
    Some(match name {
        "p" => Tag::Paragraph,
        "h1" => Tag::Heading(1),
        "h2" => Tag::Heading(2),
        "h3" => Tag::Heading(3),
        "h4" | "h5" | "h6" => Tag::Heading(4),
        "ul" | "ol" | "dl" | "menu" => Tag::List,
        "li" | "dt" | "dd" => Tag::ListItem,
        "table" => Tag::Table,
        "td" | "th" | "tr" | "caption" | "tbody" | "thead" => Tag::Cell,
        "blockquote" | "q" => Tag::Quote,
        "pre" => Tag::Preformatted,
        "figure" | "figcaption" | "picture" => Tag::Figure,
        "article" => Tag::Article,
        "main" => Tag::Main,
        "html" | "body" => Tag::Body,
        "nav" | "footer" | "aside" | "form" | "button" | "select" | "textarea" | "input" | "svg" | "video"
        | "audio" | "object" | "canvas" | "dialog" | "map" | "option" | "fieldset" | "math" => Tag::Boilerplate,
        "header" => Tag::Header,
        "a" | "span" | "b" | "strong" | "em" | "i" | "u" | "s" | "small" | "big" | "sub" | "sup" | "font" | "abbr"
        | "acronym" | "cite" | "code" | "mark" | "time" | "var" | "kbd" | "samp" | "label" | "tt" | "del" | "ins"
        | "bdi" | "bdo" | "wbr" | "ruby" | "rt" | "rp" | "rb" | "img" | "nobr" | "strike" | "data" | "dfn"
        | "output" | "source" | "meta" | "link" | "embed" | "param" | "area" => return None,
        _ => Tag::Section,
    })
}
