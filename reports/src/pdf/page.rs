//! Lines, tables and bars on pages, from top to bottom.

use krilla::{
    Document,
    color::rgb,
    geom::{PathBuilder, Point, Rect, Size, Transform},
    image::Image,
    num::NormalizedF32,
    page::PageSettings,
    paint::{Fill, FillRule},
    surface::Surface,
    text::TextDirection,
};

use super::fonts::{Fonts, pieces};

/// A4, in points.
const WIDTH: f32 = 595.0;
const HEIGHT: f32 = 842.0;
const MARGIN: f32 = 50.0;
const INNER: f32 = WIDTH - 2.0 * MARGIN;
const BOTTOM: f32 = HEIGHT - 60.0;
/// More pages than any report needs.
const MOST_PAGES: usize = 30;
const SMALL: f32 = 8.5;
const LINE: f32 = 1.35;

fn ink() -> rgb::Color {
    rgb::Color::new(24, 28, 36)
}

fn grey() -> rgb::Color {
    rgb::Color::new(88, 96, 110)
}

fn rule() -> rgb::Color {
    rgb::Color::new(214, 219, 227)
}

/// Something drawn at a place of a page.
enum Item {
    Text { x: f32, y: f32, size: f32, bold: bool, color: rgb::Color, text: String },
    Box { x: f32, y: f32, width: f32, height: f32, color: rgb::Color },
    Image { y: f32, width: f32, height: f32, image: Image },
}

/// Pages that are being filled.
pub(super) struct Sheet {
    fonts: Fonts,
    accent: rgb::Color,
    pages: Vec<Vec<Item>>,
    y: f32,
}

impl Sheet {
    pub(super) fn new(fonts: Fonts, accent: rgb::Color) -> Self {
        Self { fonts, accent, pages: vec![Vec::new()], y: MARGIN }
    }

    fn push(&mut self, item: Item) {
        if self.pages.len() <= MOST_PAGES
            && let Some(page) = self.pages.last_mut()
        {
            page.push(item);
        }
    }

    /// Starts a page if less than `height` is left.
    fn room(&mut self, height: f32) {
        if self.y + height > BOTTOM {
            self.pages.push(Vec::new());
            self.y = MARGIN;
        }
    }

    /// Returns the text, cut to a width.
    fn fit(&self, text: &str, size: f32, bold: bool, width: f32) -> String {
        let text: String = text.chars().filter(|c| !c.is_control()).take(400).collect();
        if self.fonts.width(&text, size, bold) <= width {
            return text;
        }
        let mut letters: Vec<char> = text.chars().collect();
        while !letters.is_empty() {
            letters.pop();
            let shorter: String = letters.iter().chain(&['…']).collect();
            if self.fonts.width(&shorter, size, bold) <= width {
                return shorter;
            }
        }
        String::new()
    }

    /// Breaks a text into lines of a width.
    fn lines(&self, text: &str, size: f32, bold: bool) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            for (at, piece) in pieces(word).into_iter().enumerate() {
                let gap = if at == 0 { " " } else { "" };
                let longer = lines.last().map(|line| format!("{line}{gap}{piece}"));
                match longer.filter(|longer| self.fonts.width(longer, size, bold) <= INNER) {
                    Some(longer) => *lines.last_mut().unwrap_or(&mut String::new()) = longer,
                    None => lines.push(self.fit(piece, size, bold, INNER)),
                }
            }
        }
        lines
    }

    fn paragraph(&mut self, text: &str, (size, bold): (f32, bool), color: rgb::Color) {
        for text in self.lines(text, size, bold) {
            self.room(size * LINE);
            self.y += size * LINE;
            self.push(Item::Text { x: MARGIN, y: self.y, size, bold, color, text });
        }
        self.y += size * 0.4;
    }

    /// A paragraph.
    pub(super) fn text(&mut self, text: &str, size: f32, bold: bool) {
        self.paragraph(text, (size, bold), ink());
    }

    /// A small grey paragraph.
    pub(super) fn small(&mut self, text: &str) {
        self.paragraph(text, (SMALL, false), grey());
    }

    /// A band in the accent color.
    pub(super) fn band(&mut self) {
        self.push(Item::Box { x: MARGIN, y: self.y + 4.0, width: INNER, height: 4.0, color: self.accent });
        self.y += 16.0;
    }

    /// The heading of a section, which is never the last line of a page.
    pub(super) fn heading(&mut self, text: &str) {
        self.y += 18.0;
        self.room(90.0);
        self.push(Item::Box { x: MARGIN, y: self.y, width: 28.0, height: 3.0, color: self.accent });
        self.y += 4.0;
        self.text(text, 14.0, true);
    }

    /// A picture of at most 60 points of height.
    #[expect(clippy::cast_precision_loss, reason = "pixels of a logo")]
    pub(super) fn image(&mut self, image: Image) {
        let (width, height) = image.size();
        let scale = (160.0 / width.max(1) as f32).min(60.0 / height.max(1) as f32);
        let (width, height) = (width as f32 * scale, height as f32 * scale);
        self.push(Item::Image { y: self.y, width, height, image });
        self.y += height + 6.0;
    }

    /// Figures in a row: name, value and change.
    pub(super) fn figures(&mut self, figures: &[(&str, String, String)]) {
        self.room(56.0);
        #[expect(clippy::cast_precision_loss, reason = "a few figures")]
        let width = INNER / figures.len().max(1) as f32;
        let mut x = MARGIN;
        for (name, value, change) in figures {
            let cells = [
                (12.0, SMALL, false, grey(), *name),
                (32.0, 17.0, true, ink(), value.as_str()),
                (46.0, 7.5, false, grey(), change.as_str()),
            ];
            for (down, size, bold, color, text) in cells {
                let text = self.fit(text, size, bold, width - 6.0);
                self.push(Item::Text { x, y: self.y + down, size, bold, color, text });
            }
            x += width;
        }
        self.y += 58.0;
    }

    /// A table; the first column takes the width that the others leave, and their cells end at their right.
    pub(super) fn table(&mut self, head: &[&str], rows: &[Vec<String>]) {
        self.room(40.0);
        let head: Vec<String> = head.iter().map(|&cell| cell.to_owned()).collect();
        self.row(&head, true);
        for row in rows {
            self.room(16.0);
            self.row(row, false);
        }
        self.y += 8.0;
    }

    fn row(&mut self, cells: &[String], bold: bool) {
        const CELL: f32 = 78.0;
        #[expect(clippy::cast_precision_loss, reason = "a few columns")]
        let first = INNER - CELL * cells.len().saturating_sub(1) as f32;
        let (size, mut end) = (SMALL, MARGIN + first);
        self.y += 13.0;
        for (at, cell) in cells.iter().enumerate() {
            let text = self.fit(cell, size, bold, if at == 0 { first - 8.0 } else { CELL - 6.0 });
            let x = if at == 0 { MARGIN } else { end - self.fonts.width(&text, size, bold) };
            self.push(Item::Text { x, y: self.y, size, bold, color: if bold { grey() } else { ink() }, text });
            end += CELL;
        }
        self.y += 4.0;
        self.push(Item::Box { x: MARGIN, y: self.y, width: INNER, height: 0.6, color: rule() });
    }

    /// A chart of bars with its name above.
    #[expect(clippy::cast_precision_loss, reason = "counts of days")]
    pub(super) fn bars(&mut self, name: &str, values: &[i64]) {
        const HIGH: f32 = 70.0;
        self.room(HIGH + 24.0);
        self.small(name);
        let most = values.iter().copied().max().unwrap_or(0).max(1) as f32;
        let step = INNER / values.len().max(1) as f32;
        for (at, value) in values.iter().enumerate() {
            let height = HIGH * (*value).max(0) as f32 / most;
            let x = MARGIN + step * at as f32;
            let bar = Item::Box { x, y: self.y + HIGH - height, width: step * 0.72, height, color: self.accent };
            self.push(bar);
        }
        self.push(Item::Box { x: MARGIN, y: self.y + HIGH, width: INNER, height: 0.6, color: rule() });
        self.y += HIGH + 10.0;
    }

    /// Writes the pages with their numbers.
    pub(super) fn write(self, document: &mut Document, footer: &str) {
        let Self { fonts, pages, .. } = self;
        let count = pages.len().min(MOST_PAGES);
        for (at, items) in pages.into_iter().take(MOST_PAGES).enumerate() {
            let Some(settings) = PageSettings::from_wh(WIDTH, HEIGHT) else { return };
            let mut page = document.start_page_with(settings);
            let mut surface = page.surface();
            for item in items {
                draw(&mut surface, &fonts, item);
            }
            let text = format!("{footer}  ·  {} of {count}", at + 1);
            draw(
                &mut surface,
                &fonts,
                Item::Text { x: MARGIN, y: HEIGHT - 30.0, size: 7.5, bold: false, color: grey(), text },
            );
            surface.finish();
            page.finish();
        }
    }
}

fn draw(surface: &mut Surface<'_>, fonts: &Fonts, item: Item) {
    match item {
        Item::Text { x, y, size, bold, color, text } => {
            surface.set_fill(Some(fill(color)));
            let mut x = x;
            for run in fonts.runs(&text, size, bold) {
                surface.draw_text(Point::from_xy(x, y), run.font, size, run.text, false, TextDirection::Auto);
                x += run.width;
            }
        }
        Item::Box { x, y, width, height, color } => {
            let mut path = PathBuilder::new();
            if let Some(area) = Rect::from_xywh(x, y, width.max(0.1), height.max(0.1)) {
                path.push_rect(area);
            }
            if let Some(path) = path.finish() {
                surface.set_fill(Some(fill(color)));
                surface.draw_path(&path);
            }
        }
        Item::Image { y, width, height, image } => {
            if let Some(size) = Size::from_wh(width, height) {
                surface.push_transform(&Transform::from_translate(MARGIN, y));
                surface.draw_image(image, size);
                surface.pop();
            }
        }
    }
}

fn fill(color: rgb::Color) -> Fill {
    Fill { paint: color.into(), opacity: NormalizedF32::ONE, rule: FillRule::NonZero }
}
