//! Colors and their contrast.

use csscolorparser::Color;

/// An opaque color, each part 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Rgb {
    pub(crate) red: f32,
    pub(crate) green: f32,
    pub(crate) blue: f32,
}

impl Rgb {
    pub(crate) const WHITE: Self = Self { red: 1.0, green: 1.0, blue: 1.0 };
    pub(crate) const BLACK: Self = Self { red: 0.0, green: 0.0, blue: 0.0 };

    /// Lays a color over this one.
    pub(crate) fn under(self, color: &Color) -> Self {
        let blend = |below: f32, above: f32| (below * (1.0 - color.a) + above * color.a).clamp(0.0, 1.0);
        Self { red: blend(self.red, color.r), green: blend(self.green, color.g), blue: blend(self.blue, color.b) }
    }

    /// Relative luminance.
    ///
    /// Source: Web Content Accessibility Guidelines 2.2, definition of relative luminance.
    fn luminance(self) -> f64 {
        let linear = |part: f32| {
            let part = f64::from(part);
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.red) + 0.7152 * linear(self.green) + 0.0722 * linear(self.blue)
    }
}

/// Returns the contrast ratio of two colors, 1 to 21.
///
/// Source: Web Content Accessibility Guidelines 2.2, definition of contrast ratio.
pub(crate) fn contrast(one: Rgb, other: Rgb) -> f64 {
    let (one, other) = (one.luminance(), other.luminance());
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}
