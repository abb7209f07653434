//! Computed style of an element.

use csscolorparser::Color;

use super::{
    color::Rgb,
    value::{color, length},
};

/// Size of the text of a page, in CSS pixels.
const MEDIUM: f64 = 16.0;

/// What is behind a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Background {
    /// A color.
    Color(Rgb),
    /// A picture or a gradient.
    Unknown,
}

impl Background {
    /// Lays a color over this background.
    fn under(self, color: &Color) -> Self {
        match self {
            Self::Color(below) => Self::Color(below.under(color)),
            Self::Unknown if color.a >= 1.0 => Self::Color(Rgb::WHITE.under(color)),
            Self::Unknown => Self::Unknown,
        }
    }
}

/// Computed style of an element, as far as it is known. Colors are those that a person sees: laid over what is behind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Style {
    /// Color of the text; `None` if it cannot be resolved.
    pub(crate) color: Option<Rgb>,
    pub(crate) background: Background,
    /// Size of the text, in CSS pixels.
    pub(crate) font_size: f64,
    pub(crate) is_bold: bool,
    /// `display: none`, here or above.
    pub(crate) is_gone: bool,
    /// `visibility: hidden`, or no opacity.
    pub(crate) is_invisible: bool,
    /// Moved out of the page, here or above.
    pub(crate) is_off_screen: bool,
    /// Clipped or shrunk to nothing, here or above.
    pub(crate) is_clipped: bool,
    pub(super) scope: Option<usize>,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            color: Some(Rgb::BLACK),
            background: Background::Color(Rgb::WHITE),
            font_size: MEDIUM,
            is_bold: false,
            is_gone: false,
            is_invisible: false,
            is_off_screen: false,
            is_clipped: false,
            scope: None,
        }
    }
}

impl Style {
    /// Returns true for text that nobody sees.
    pub(crate) fn is_hidden(&self) -> bool {
        self.is_gone || self.is_invisible || self.is_off_screen || self.is_clipped || self.font_size <= 2.0
    }

    /// Returns true for large text: 24 pixels, or 18.66 in bold.
    pub(crate) fn is_large(&self) -> bool {
        self.font_size >= 24.0 || self.is_bold && self.font_size >= 18.66
    }
}

/// Values of an element that only together say something.
#[derive(Debug, Default)]
pub(super) struct Shape {
    width: Option<f64>,
    height: Option<f64>,
    is_cut: bool,
    is_positioned: bool,
    /// Offsets, which count for positioned elements.
    offsets: Vec<f64>,
    margins: Vec<f64>,
}

impl Style {
    /// Applies a declaration whose variables are resolved.
    pub(super) fn apply(&mut self, property: &str, value: &str, outer: &Self, shape: &mut Shape) {
        let value = value.trim();
        let em = self.font_size;
        let lower = || value.to_ascii_lowercase();
        match property {
            "color" | "-webkit-text-fill-color" => self.set_color(value, outer),
            "background" | "background-color" | "background-image" => {
                self.set_background(property, value, outer);
            }
            "display" => self.is_gone = outer.is_gone || lower() == "none",
            "content-visibility" => self.is_invisible |= lower() == "hidden",
            "visibility" => self.is_invisible = matches!(lower().as_str(), "hidden" | "collapse"),
            "opacity" => self.is_invisible |= number(value).is_some_and(|opacity| opacity <= 0.05),
            "position" => shape.is_positioned = matches!(lower().as_str(), "absolute" | "fixed" | "relative"),
            "left" | "right" | "top" | "bottom" => shape.offsets.extend(length(value, em)),
            "margin-left" | "margin-top" => shape.margins.extend(length(value, em)),
            "inset" => shape.offsets.extend(value.split_ascii_whitespace().filter_map(|one| length(one, em))),
            "margin" => shape.margins.extend(value.split_ascii_whitespace().filter_map(|one| length(one, em))),
            "text-indent" => self.is_off_screen |= length(value, em).is_some_and(|indent| indent <= -500.0),
            "width" | "max-width" => shape.width = length(value, em).or(shape.width),
            "height" | "max-height" => shape.height = length(value, em).or(shape.height),
            "overflow" | "overflow-x" | "overflow-y" => shape.is_cut |= matches!(lower().as_str(), "hidden" | "clip"),
            "clip" | "clip-path" => self.is_clipped |= is_clip_of_nothing(&lower()),
            "transform" => self.transform(&lower()),
            "scale" => self.is_clipped |= number(value) == Some(0.0),
            "font-size" => self.font_size = font_size(&lower(), outer.font_size).unwrap_or(em),
            "font-weight" => self.is_bold = is_bold(&lower()),
            "font" => self.font(&lower(), outer),
            _ => {}
        }
    }

    /// Decides what depends on several declarations.
    pub(super) fn finish(&mut self, shape: &Shape, outer: &Self) {
        let offsets = shape.offsets.iter().filter(|_| shape.is_positioned);
        let is_far = offsets.chain(&shape.margins).any(|by| *by <= -500.0 || *by >= 5_000.0);
        self.is_off_screen |= outer.is_off_screen || is_far;
        let is_nothing = |size: Option<f64>| size.is_some_and(|size| size <= 1.0);
        self.is_clipped |= outer.is_clipped || shape.is_cut && (is_nothing(shape.width) || is_nothing(shape.height));
        self.is_gone |= outer.is_gone;
    }

    fn set_color(&mut self, value: &str, outer: &Self) {
        self.color = match value.to_ascii_lowercase().as_str() {
            "inherit" | "currentcolor" | "unset" => outer.color,
            _ => match (color(value), self.background) {
                (Some(color), Background::Color(below)) => Some(below.under(&color)),
                (Some(color), Background::Unknown) if color.a >= 1.0 => Some(Rgb::BLACK.under(&color)),
                _ => None,
            },
        };
    }

    /// Sets the background. The last declaration counts, laid over what is behind the element.
    fn set_background(&mut self, property: &str, value: &str, outer: &Self) {
        let lower = value.to_ascii_lowercase();
        if lower.contains("url(") || lower.contains("gradient(") {
            self.background = Background::Unknown;
        } else if property != "background-image" {
            self.background = match lower.as_str() {
                "none" | "inherit" | "unset" | "initial" => outer.background,
                _ => background_color(value).map_or(Background::Unknown, |color| outer.background.under(&color)),
            };
        }
    }

    fn transform(&mut self, value: &str) {
        self.is_clipped |= value.contains("scale(0)") || value.contains("scale(0,");
        if let Some((_, inner)) = value.split_once("translate") {
            let inner = inner.split_once('(').map_or("", |(_, inner)| inner).trim_end_matches(')');
            let is_far = |part: &str| length(part, self.font_size).is_some_and(|by| by.abs() >= 500.0);
            self.is_off_screen |= inner.split(',').any(is_far);
        }
    }

    /// Reads the shorthand, such as `bold 1.2rem/1.4 serif`.
    fn font(&mut self, value: &str, outer: &Self) {
        self.is_bold = value.split_ascii_whitespace().any(is_bold);
        let sizes = value.split_ascii_whitespace().map(|part| part.split('/').next().unwrap_or(part));
        let sizes = sizes.filter(|part| part.parse::<f64>().is_err());
        if let Some(size) = sizes.filter_map(|part| font_size(part, outer.font_size)).next() {
            self.font_size = size;
        }
    }
}

/// Returns the color of a shorthand: its only value, or the part that is a color.
fn background_color(value: &str) -> Option<Color> {
    color(value).or_else(|| {
        let is_function = value.contains('(');
        value.split_ascii_whitespace().filter(|_| !is_function).find_map(color)
    })
}

fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    match text.strip_suffix('%') {
        Some(percent) => percent.parse::<f64>().ok().map(|percent| percent / 100.0),
        None => text.parse().ok(),
    }
}

fn is_clip_of_nothing(value: &str) -> bool {
    let value: String = value.chars().filter(|c| !c.is_whitespace()).collect();
    value.contains("inset(50%)")
        || value.contains("inset(100%)")
        || value.contains("circle(0")
        || value.strip_prefix("rect(").is_some_and(|inner| {
            let inner = inner.trim_end_matches(')').replace("px", "");
            inner.split([',']).all(|part| matches!(part, "0" | "1")) || inner == "0000" || inner == "1111"
        })
}

fn is_bold(value: &str) -> bool {
    matches!(value, "bold" | "bolder") || value.parse::<f64>().is_ok_and(|weight| (600.0..=1_000.0).contains(&weight))
}

fn font_size(value: &str, outer: f64) -> Option<f64> {
    if let Some(percent) = value.strip_suffix('%') {
        return percent.parse::<f64>().ok().map(|percent| outer * percent / 100.0);
    }
    match value {
        "xx-small" => Some(9.0),
        "x-small" => Some(10.0),
        "small" | "smaller" => Some(13.0),
        "medium" => Some(MEDIUM),
        "large" | "larger" => Some(18.0),
        "x-large" => Some(24.0),
        "xx-large" => Some(32.0),
        _ => length(value, outer),
    }
}
