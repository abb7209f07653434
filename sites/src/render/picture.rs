//! The picture that other sites show with a link: the name of the site in the colors of its theme.

use std::{io::Write as _, ops::Range};

use flate2::{Compression, Crc, write::ZlibEncoder};

use super::{
    RenderError,
    stroke::{GAP, Glyph, HEIGHT, SPACE, glyph},
};
use crate::{Site, theme};

/// Path of the picture.
pub(super) const PATH: &str = "/assets/share.png";
/// Size in pixels, the one that networks recommend.
const WIDTH: usize = 1_200;
const ROWS: usize = 630;
/// Space around the text, pixels.
const MARGIN: f32 = 90.0;
/// Largest and smallest size of a unit of a letter, pixels.
const LARGEST: f32 = 12.0;
const SMALLEST: f32 = 4.0;
/// Maximum number of lines of the name, and of its letters.
const LINES: usize = 3;
const LETTERS: usize = 60;
/// Steps between the background and a color.
const STEPS: u8 = 85;

/// Draws the picture as a PNG.
pub(super) fn share(site: &Site) -> Result<Vec<u8>, RenderError> {
    let colors = theme::palette(site.theme, theme::Scheme::Light);
    let mut canvas = Canvas { steps: vec![0; WIDTH * ROWS] };
    let rows = ROWS as f32;
    canvas.fill((0.0, rows - 84.0), (WIDTH as f32, rows), 2);
    canvas.fill((MARGIN, MARGIN), (MARGIN + 120.0, MARGIN + 12.0), 2);
    name(&mut canvas, &site.name);
    let [ground, text, accent] = [colors.primary, colors.on_primary, colors.accent].map(theme::rgb);
    png(&canvas.steps, &palette(ground, text, accent))
}

/// Pixels: 0 for the background, then the steps of each of two colors.
struct Canvas {
    steps: Vec<u8>,
}

impl Canvas {
    /// Fills a rectangle with a color.
    fn fill(&mut self, from: (f32, f32), to: (f32, f32), color: u8) {
        let columns = from.0 as usize..(to.0 as usize).min(WIDTH);
        for row in self.rows(from.1 as usize..(to.1 as usize).min(ROWS)) {
            row.get_mut(columns.clone()).unwrap_or_default().fill(color * STEPS);
        }
    }

    fn rows(&mut self, rows: Range<usize>) -> impl Iterator<Item = &mut [u8]> {
        self.steps.chunks_mut(WIDTH).take(rows.end).skip(rows.start)
    }

    /// Draws a line with round ends in the first color. Pixels keep a higher step.
    fn line(&mut self, a: (f32, f32), b: (f32, f32), width: f32) {
        let (edge, reach) = (width / 2.0 + 0.5, width / 2.0 + 1.0);
        let range = |a: f32, b: f32, most: usize| {
            let (low, high) = ((a.min(b) - reach).max(0.0), (a.max(b) + reach).max(0.0));
            low as usize..(high as usize + 1).min(most)
        };
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let length = dx * dx + dy * dy;
        let inverse = if length > 0.0 { 1.0 / length } else { 0.0 };
        let (rows, columns) = (range(a.1, b.1, ROWS), range(a.0, b.0, WIDTH));
        let first = rows.start;
        for (at, row) in self.rows(rows).enumerate() {
            let down = (first + at) as f32 + 0.5 - a.1;
            let pixels = row.get_mut(columns.clone()).unwrap_or_default();
            for (x, pixel) in columns.clone().zip(pixels) {
                let right = x as f32 + 0.5 - a.0;
                let along = ((right * dx + down * dy) * inverse).clamp(0.0, 1.0);
                let (right, down) = (right - along * dx, down - along * dy);
                let square = right * right + down * down;
                // Most pixels are outside, and need no root.
                if square < edge * edge {
                    let cover = (edge - square.sqrt()).min(1.0);
                    *pixel = (*pixel).max((cover * f32::from(STEPS)) as u8);
                }
            }
        }
    }
}

/// Draws the name as large as it fits; a name in letters that cannot be drawn leaves the background.
fn name(canvas: &mut Canvas, name: &str) {
    let words: Vec<Vec<Glyph>> = name
        .split_whitespace()
        .map(|word| word.chars().take(LETTERS).filter_map(glyph).collect::<Vec<_>>())
        .filter(|word| !word.is_empty())
        .collect();
    let wide = WIDTH as f32 - 2.0 * MARGIN;
    let mut size = LARGEST;
    let mut lines = wrap(&words, wide / size);
    let is_too_large = |lines: &[Vec<&Vec<Glyph>>], size: f32| {
        size > SMALLEST && (lines.len() > LINES || lines.iter().any(|line| width(line) > wide / size))
    };
    while is_too_large(&lines, size) {
        size -= 0.5;
        lines = wrap(&words, wide / size);
    }
    lines.truncate(LINES + 1);
    let step = size * HEIGHT * 1.75;
    let high = step * (lines.len().max(1) as f32 - 1.0) + size * HEIGHT;
    let mut y = ((ROWS as f32 - 84.0 - high) / 2.0).max(MARGIN + 30.0) + 16.0;
    for line in &lines {
        let mut x = MARGIN;
        for word in line {
            for letter in word.iter() {
                draw(canvas, letter, (x, y), size);
                x += (letter.width + GAP) * size;
            }
            x += SPACE * size;
        }
        y += step;
    }
}

fn draw(canvas: &mut Canvas, letter: &Glyph, at: (f32, f32), size: f32) {
    let point = |(x, y): (f32, f32)| (at.0 + x * size, at.1 + y * size);
    for line in &letter.lines {
        for pair in line.windows(2) {
            if let [a, b] = pair {
                canvas.line(point(*a), point(*b), 1.35 * size);
            }
        }
    }
}

/// Width of a line in units of a letter.
fn width(line: &[&Vec<Glyph>]) -> f32 {
    let word = |word: &&Vec<Glyph>| word.iter().map(|letter| letter.width + GAP).sum::<f32>();
    line.iter().map(word).sum::<f32>() + SPACE * (line.len().max(1) - 1) as f32 - GAP
}

fn wrap(words: &[Vec<Glyph>], most: f32) -> Vec<Vec<&Vec<Glyph>>> {
    let mut lines: Vec<Vec<&Vec<Glyph>>> = Vec::new();
    for word in words {
        let fits = lines.last().is_some_and(|line| {
            let mut longer = line.clone();
            longer.push(word);
            width(&longer) <= most
        });
        match lines.last_mut().filter(|_| fits) {
            Some(line) => line.push(word),
            None => lines.push(vec![word]),
        }
    }
    lines
}

type Rgb = [u8; 3];

/// Returns the colors of the steps from the background to each color.
fn palette(ground: Rgb, text: Rgb, accent: Rgb) -> Vec<u8> {
    let mut palette: Vec<u8> = ground.to_vec();
    for color in [text, accent] {
        for step in 1..=STEPS {
            for (from, to) in ground.into_iter().zip(color) {
                let share = f32::from(step) / f32::from(STEPS);
                palette.push((f32::from(from) + share * (f32::from(to) - f32::from(from))).round() as u8);
            }
        }
    }
    palette
}

/// Encodes pixels of a palette. Format: PNG specification, third edition (W3C).
fn png(pixels: &[u8], palette: &[u8]) -> Result<Vec<u8>, RenderError> {
    let failed = |error: std::io::Error| RenderError::Picture(error.to_string());
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    for row in pixels.chunks(WIDTH) {
        // Each row begins with its filter: none.
        encoder.write_all(&[0]).map_err(failed)?;
        encoder.write_all(row).map_err(failed)?;
    }
    let data = encoder.finish().map_err(failed)?;
    let mut header = Vec::with_capacity(13);
    header.extend((WIDTH as u32).to_be_bytes());
    header.extend((ROWS as u32).to_be_bytes());
    // Eight bits, a palette, and the only methods that there are.
    header.extend([8, 3, 0, 0, 0]);
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut out, *b"IHDR", &header);
    chunk(&mut out, *b"PLTE", palette);
    chunk(&mut out, *b"IDAT", &data);
    chunk(&mut out, *b"IEND", &[]);
    Ok(out)
}

fn chunk(out: &mut Vec<u8>, name: [u8; 4], data: &[u8]) {
    let mut crc = Crc::new();
    crc.update(&name);
    crc.update(data);
    out.extend(u32::try_from(data.len()).unwrap_or(u32::MAX).to_be_bytes());
    out.extend(name);
    out.extend(data);
    out.extend(crc.sum().to_be_bytes());
}
