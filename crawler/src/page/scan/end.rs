//! End tags, and the elements that other tags close.

use super::{
    Open, Output, Phase, Scanner,
    kind::{Kind, kind},
};

impl<'a, O: Output<'a>> Scanner<'a, O> {
    pub(super) fn has_paragraph(&self) -> bool {
        let above = self.open.iter().rev().take_while(|open| !open.kind.bounds_paragraphs());
        above.into_iter().any(|open| open.kind == Kind::Paragraph)
    }

    /// Closes the open paragraph in front of a block.
    pub(super) fn close_paragraph(&mut self) -> Option<()> {
        if self.has_paragraph() { self.close_until(|open| open.kind == Kind::Paragraph) } else { Some(()) }
    }

    /// Closes the open list item or definition in front of the next one.
    pub(super) fn close_item(&mut self, kind: Kind) -> Option<()> {
        let mut above = self.open.iter().rev();
        let open = above.find(|open| open.kind == kind || open.kind.bounds_items(open.name));
        if open.is_none_or(|open| open.kind != kind) {
            return Some(());
        }
        self.close_until(|open| open.kind == kind)
    }

    /// Closes elements up to one of them. `None` if one of the others would open again or bounds the search.
    pub(super) fn close_until(&mut self, is_last: impl Fn(&Open<'_>) -> bool) -> Option<()> {
        loop {
            let open = self.open.last()?;
            let is_last = is_last(open);
            if !is_last && !open.kind.is_closed_by_others() {
                return None;
            }
            self.pop();
            if is_last {
                return Some(());
            }
        }
    }

    /// Closes what the standard closes by itself in front of an end tag.
    pub(super) fn close_implied(&mut self) {
        while self.top().is_some_and(Kind::is_implied_end) {
            self.pop();
        }
    }

    pub(super) fn close_cell(&mut self) -> Option<()> {
        self.close_implied();
        if self.top()? != Kind::Cell {
            return None;
        }
        self.pop();
        Some(())
    }

    /// Closes the innermost element, which must have this name.
    pub(super) fn close(&mut self, name: &str) -> Option<()> {
        let is_same = self.open.last().is_some_and(|open| open.name.eq_ignore_ascii_case(name));
        if is_same {
            self.pop();
        }
        is_same.then_some(())
    }

    pub(super) fn end(&mut self, name: &'a str) -> Option<()> {
        if self.has_svg() {
            return self.close(name);
        }
        let kind = kind(name);
        match (kind, self.phase) {
            (Kind::Head, Phase::Head) => self.phase = Phase::AfterHead,
            (Kind::Body, Phase::Body) => {
                let bounds = |open: &Open| {
                    matches!(open.kind, Kind::Table | Kind::Cell | Kind::Caption | Kind::Object | Kind::Select)
                };
                if self.open.iter().any(bounds) {
                    return None;
                }
                self.phase = Phase::AfterBody;
                self.output.end_part(kind);
            }
            (Kind::Html, Phase::AfterBody) => self.output.end_part(kind),
            (_, Phase::Body) => return self.end_in_body(name, kind),
            _ => return None,
        }
        Some(())
    }

    pub(super) fn end_in_body(&mut self, name: &'a str, kind: Kind) -> Option<()> {
        let is_inline = !self.top().is_some_and(|top| top.is_table_part() || top == Kind::Select);
        match kind {
            Kind::Paragraph if is_inline && !self.has_paragraph() => self.empty(name),
            Kind::Void if is_inline && name.eq_ignore_ascii_case("br") => self.empty(name),
            Kind::Plain | Kind::Formatting | Kind::Anchor | Kind::Option | Kind::OptGroup => self.close(name),
            Kind::Block => self.close_until(|open| open.name.eq_ignore_ascii_case(name)),
            Kind::Paragraph if self.has_paragraph() => self.close_paragraph(),
            Kind::Heading | Kind::Form | Kind::Button | Kind::Select | Kind::Object | Kind::Caption | Kind::Cell => {
                self.close_implied();
                self.close(name)
            }
            Kind::Item | Kind::Term => {
                while self.top().is_some_and(Kind::is_implied_end) && !self.is_on_top(name) {
                    self.pop();
                }
                self.close(name)
            }
            Kind::ColGroup => self.close(name),
            Kind::Row | Kind::Rows | Kind::Table => self.end_table_part(name, kind),
            _ => None,
        }
    }

    /// Adds the empty element of an end tag without a start tag.
    pub(super) fn empty(&mut self, name: &'a str) -> Option<()> {
        self.output.leaf((name, Kind::Void), &[], None, None)
    }

    pub(super) fn is_on_top(&self, name: &str) -> bool {
        self.open.last().is_some_and(|open| open.name.eq_ignore_ascii_case(name))
    }

    pub(super) fn end_table_part(&mut self, name: &'a str, kind: Kind) -> Option<()> {
        if !self.top()?.is_table_part() {
            self.close_cell()?;
        }
        if self.top()? == Kind::ColGroup && kind == Kind::Table {
            self.pop();
        }
        if self.top()? == Kind::Row && kind != Kind::Row {
            self.pop();
        }
        if self.top()? == Kind::Rows && kind == Kind::Table {
            self.pop();
        }
        self.close(name)
    }
}
