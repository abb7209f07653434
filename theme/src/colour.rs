//! Colours, contrast and perceived lightness.

use std::fmt;

use csscolorparser::Color;

/// Number of lightness steps tried to make a colour readable.
const STEPS: u8 = 100;
/// OKLCH chroma below which a colour looks grey.
const GREY: f64 = 0.04;

/// An opaque sRGB colour, 8 bits per channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Rgb(pub(super) [u8; 3]);

/// An OKLCH colour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Oklch {
    /// 0 (black) to 1 (white).
    pub(super) lightness: f64,
    /// 0 (grey) to about 0.37.
    pub(super) chroma: f64,
    /// Hue in degrees, 0 to below 360.
    pub(super) hue: f64,
}

pub(super) const WHITE: Rgb = Rgb([255; 3]);
pub(super) const BLACK: Rgb = Rgb([0; 3]);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..=255")]
fn channel(share: f64) -> u8 {
    (share * 255.0).round().clamp(0.0, 255.0) as u8
}

impl Rgb {
    /// Blends a colour with opacity over another.
    pub(super) fn over(colour: &Color, under: Self) -> Self {
        let alpha = f64::from(colour.a.clamp(0.0, 1.0));
        let mut channels = [0; 3];
        for ((result, own), below) in channels.iter_mut().zip([colour.r, colour.g, colour.b]).zip(under.0) {
            *result = channel(f64::from(own).mul_add(alpha, f64::from(below) / 255.0 * (1.0 - alpha)));
        }
        Self(channels)
    }

    pub(super) fn oklch(self) -> Oklch {
        let [red, green, blue] = self.0;
        let [lightness, chroma, hue, _] = Color::from_rgba8(red, green, blue, 255).to_oklcha();
        let hue = f64::from(hue).to_degrees().rem_euclid(360.0);
        Oklch { lightness: f64::from(lightness), chroma: f64::from(chroma), hue }
    }

    /// Returns true if it looks like a colour rather than a grey.
    pub(super) fn is_chromatic(self) -> bool {
        self.oklch().chroma >= GREY
    }

    /// Relative luminance, 0 to 1 (WCAG 2.2).
    pub(super) fn luminance(self) -> f64 {
        let linear = |channel: u8| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        let [red, green, blue] = self.0.map(linear);
        0.2126f64.mul_add(red, 0.7152f64.mul_add(green, 0.0722 * blue))
    }

    /// Contrast ratio, 1 to 21 (WCAG 2.2).
    pub(super) fn contrast(self, other: Self) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    /// Lowest contrast with several surfaces.
    pub(super) fn worst_contrast(self, surfaces: &[Self]) -> f64 {
        surfaces.iter().map(|surface| self.contrast(*surface)).fold(f64::INFINITY, f64::min)
    }

    /// Makes the colour lighter or darker by the minimum needed to be readable on all surfaces.
    pub(super) fn readable_on(self, surfaces: &[Self], at_least: f64) -> Self {
        if self.worst_contrast(surfaces) >= at_least {
            return self;
        }
        let goal = if WHITE.worst_contrast(surfaces) > BLACK.worst_contrast(surfaces) { WHITE } else { BLACK };
        let (own, end) = (self.oklch(), goal.oklch().lightness);
        let moved = (1..=STEPS).map(|step| {
            let share = f64::from(step) / f64::from(STEPS);
            Oklch { lightness: (end - own.lightness).mul_add(share, own.lightness), ..own }.rgb()
        });
        moved.into_iter().find(|colour| colour.worst_contrast(surfaces) >= at_least).unwrap_or(goal)
    }
}

impl Oklch {
    pub(super) const fn new(lightness: f64, chroma: f64, hue: f64) -> Self {
        Self { lightness, chroma, hue }
    }

    /// Converts to sRGB with as much chroma as fits the gamut.
    pub(super) fn rgb(self) -> Rgb {
        let lightness = self.lightness.clamp(0.0, 1.0);
        let (mut least, mut most) = (0.0, self.chroma.max(0.0));
        if is_shown(lightness, most, self.hue) {
            return painted(lightness, most, self.hue);
        }
        for _ in 0..16 {
            let middle = f64::midpoint(least, most);
            if is_shown(lightness, middle, self.hue) { least = middle } else { most = middle }
        }
        painted(lightness, least, self.hue)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the colour library reckons in single precision")]
fn colour(lightness: f64, chroma: f64, hue: f64) -> Color {
    Color::from_oklcha(lightness as f32, chroma as f32, hue.to_radians() as f32, 1.0)
}

fn is_shown(lightness: f64, chroma: f64, hue: f64) -> bool {
    let colour = colour(lightness, chroma, hue);
    [colour.r, colour.g, colour.b].iter().all(|channel| (-0.0005..=1.0005).contains(channel))
}

fn painted(lightness: f64, chroma: f64, hue: f64) -> Rgb {
    Rgb::over(&colour(lightness, chroma, hue), BLACK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_is_that_of_the_guidelines() {
        assert!((WHITE.contrast(BLACK) - 21.0).abs() < 1e-9);
        // The lightest grey that passes on white, as printed by the guidelines' tools.
        assert!((Rgb([0x76; 3]).contrast(WHITE) - 4.54).abs() < 0.005);
        assert!((Rgb([0x77; 3]).contrast(WHITE) - 4.48).abs() < 0.005);
    }

    #[test]
    fn oklch_is_that_of_its_author() {
        // CSS Color 4, section 9: lime is oklch(86.644% 0.29483 142.495).
        let lime = Rgb([0, 255, 0]).oklch();
        assert!((lime.lightness - 0.866_44).abs() < 1e-4, "{lime:?}");
        assert!((lime.chroma - 0.294_83).abs() < 1e-4 && (lime.hue - 142.495).abs() < 0.05, "{lime:?}");
        for colour in [WHITE, BLACK, Rgb([240, 180, 41]), Rgb([1, 2, 3]), Rgb([0, 0, 255])] {
            assert_eq!(colour.oklch().rgb(), colour, "there and back");
        }
    }

    #[test]
    fn a_colour_that_no_screen_shows_loses_chroma_only() {
        let shown = Oklch::new(0.7, 0.4, 150.0).rgb().oklch();
        assert!((shown.lightness - 0.7).abs() < 0.01 && (shown.hue - 150.0).abs() < 2.0, "{shown:?}");
    }

    #[test]
    fn what_is_moved_can_be_read_and_keeps_its_hue() {
        for own in [Rgb([240, 180, 41]), Rgb([200, 30, 30]), Rgb([127; 3]), Rgb([0, 90, 200])] {
            for surface in [WHITE, BLACK, Rgb([250, 249, 247]), Rgb([11, 12, 14])] {
                let moved = own.readable_on(&[surface], 4.5);
                assert!(moved.contrast(surface) >= 4.5, "{own} on {surface}: {moved}");
                if moved.is_chromatic() {
                    let apart = (moved.oklch().hue - own.oklch().hue).abs();
                    assert!(apart.min(360.0 - apart) < 6.0, "{own} became {moved}");
                }
            }
        }
    }
}
