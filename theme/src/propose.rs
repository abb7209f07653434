//! Assigns roles to a page's colours, with readable texts.

use std::collections::BTreeMap;

use super::{
    colour::{BLACK, Oklch, Rgb, WHITE},
    media::Scheme,
    output::{Colours, Counted, Mended, Proposal, Set, Typography},
    usage::{Pair, Usage},
};

/// Minimum contrast of text. Source: WCAG 2.2, 1.4.3.
const TEXT: f64 = 4.5;
/// Minimum contrast of user interface components. Source: WCAG 2.2, 1.4.11.
const MARK: f64 = 3.0;
/// OKLCH lightness between dark and light pages.
const MIDDLE: f64 = 0.5;
/// Minimum lightness of a light set's background; between this and the maximum of a dark one, text is hard to read on
/// differing surfaces.
const LIGHT_AT_LEAST: f64 = 0.88;
const DARK_AT_MOST: f64 = 0.3;
/// Hue of danger, in degrees of OKLCH around red.
const RED: f64 = 27.0;
const RED_WITHIN: f64 = 18.0;
/// Corner radius for pages without rounded corners, the product's default, in rem.
const PLAIN_RADIUS: f64 = 0.5;
const SHOWN: usize = 4;

/// Basis of a set.
#[derive(Debug, Clone, Copy)]
struct Face {
    canvas: Rgb,
    text: Rgb,
    primary: Rgb,
    on_primary: Rgb,
    ring: Rgb,
    card: Option<Rgb>,
    alarm: Option<Rgb>,
    /// True if the page has it, false if it was derived from the other.
    is_own: bool,
}

/// Creates the theme of a page; `dark` is its style for users who prefer dark.
pub(super) fn propose(name: &str, light: &Usage, dark: Option<&Usage>) -> Proposal {
    let faces: Vec<Face> = std::iter::once(light).chain(dark).map(Face::of).collect();
    let find = |scheme| faces.iter().copied().find(|face| face.scheme() == scheme);
    let (bright, dim) = (find(Scheme::Light), find(Scheme::Dark));
    let after = |other: Option<Face>, scheme| other.map(|other| other.turned(scheme));
    let bright_face = bright.or_else(|| after(dim, Scheme::Light));
    let dim_face = dim.or_else(|| after(bright, Scheme::Dark));
    let radius = radius(light);
    let mut mended = Vec::new();
    let mut set = |face: Option<Face>, scheme| {
        let face = face.unwrap_or_else(|| Face::of(light));
        Painter { face, scheme, mended: &mut mended }.set(&radius)
    };
    let colors = Colours { light: set(bright_face, Scheme::Light), dark: set(dim_face, Scheme::Dark) };
    let own_sets = [(bright, "light"), (dim, "dark")].into_iter().filter(|(face, _)| face.is_some());
    Proposal {
        name: name.to_owned(),
        colors,
        typography: light.families.top().map(|font_family| Typography { font_family }),
        palette: palette(light),
        mended,
        own_sets: own_sets.map(|(_, set)| set.to_owned()).collect(),
    }
}

impl Face {
    fn of(usage: &Usage) -> Self {
        let body = usage.body.unwrap_or(Pair { ground: WHITE, colour: BLACK });
        let canvas = usage.grounds.top().unwrap_or(body.ground);
        let texts = usage.texts.ranked();
        let text = texts.iter().find(|(pair, _)| pair.ground == canvas).map_or(body.colour, |(pair, _)| pair.colour);
        let accents = accents(usage, canvas);
        let buttons = usage.buttons.ranked();
        let plain = buttons.first().map_or(text, |(pair, _)| pair.ground);
        let primary = accents.first().copied().unwrap_or(plain);
        let on_primary = buttons.iter().find(|(pair, _)| pair.ground == primary).map_or(WHITE, |(pair, _)| pair.colour);
        let links = usage.links.ranked();
        let ring = links.iter().map(|(pair, _)| pair.colour).find(|colour| colour.is_chromatic()).unwrap_or(primary);
        let grounds = usage.grounds.ranked();
        let is_near = |ground: Rgb| (ground.oklch().lightness - canvas.oklch().lightness).abs() < 0.1;
        let card = grounds.iter().map(|(ground, _)| *ground).find(|ground| *ground != canvas && is_near(*ground));
        let alarm = accents.iter().copied().find(|colour| is_red(*colour) && *colour != primary);
        Self { canvas, text, primary, on_primary, ring, card, alarm, is_own: true }
    }

    fn scheme(&self) -> Scheme {
        if self.canvas.oklch().lightness < MIDDLE { Scheme::Dark } else { Scheme::Light }
    }

    /// Derives the missing set: the same hues on a canvas of opposite lightness.
    fn turned(self, scheme: Scheme) -> Self {
        let own = self.canvas.oklch();
        let hue = if own.chroma > 0.02 { own.hue } else { self.primary.oklch().hue };
        let tint = if self.primary.is_chromatic() || own.chroma > 0.02 { 1.0 } else { 0.0 };
        let (canvas, text) = match scheme {
            Scheme::Dark => (Oklch::new(0.18, 0.015 * tint, hue), Oklch::new(0.95, 0.008 * tint, hue)),
            Scheme::Light => (Oklch::new(0.985, 0.004 * tint, hue), Oklch::new(0.22, 0.015 * tint, hue)),
        };
        Self { canvas: canvas.rgb(), text: text.rgb(), card: None, is_own: false, ..self }
    }
}

fn is_red(colour: Rgb) -> bool {
    let Oklch { chroma, hue, .. } = colour.oklch();
    let apart = (hue - RED).abs();
    chroma > 0.1 && apart.min(360.0 - apart) < RED_WITHIN
}

/// Returns chromatic colours by importance: buttons and declared brand colours before links, links before bars and
/// headings. Counts are logarithmic, so that many links do not outweigh a brand colour.
fn accents(usage: &Usage, canvas: Rgb) -> Vec<Rgb> {
    let mut scores: BTreeMap<Rgb, f64> = BTreeMap::new();
    let mut add = |colour: Rgb, score: f64| {
        if colour.is_chromatic() && colour != canvas {
            *scores.entry(colour).or_default() += score;
        }
    };
    #[expect(clippy::cast_precision_loss, reason = "counts of one page")]
    let much = |count: u64| (count as f64).ln_1p();
    usage.buttons.ranked().iter().for_each(|(pair, count)| add(pair.ground, 3.0 * much(*count)));
    usage.links.ranked().iter().for_each(|(pair, count)| add(pair.colour, much(*count)));
    usage.bars.ranked().iter().for_each(|(ground, count)| add(*ground, 2.0 * much(*count)));
    usage.headings.ranked().iter().for_each(|(colour, count)| add(*colour, 0.5 * much(*count)));
    usage.grounds.ranked().iter().for_each(|(ground, count)| add(*ground, 0.2 * much(*count)));
    usage.texts.ranked().iter().for_each(|(pair, count)| add(pair.colour, 0.2 * much(*count)));
    usage.frame.iter().for_each(|colour| add(*colour, 2.5));
    usage.own.iter().take(SHOWN).for_each(|colour| add(*colour, 2.0));
    let mut ranked: Vec<_> = scores.into_iter().collect();
    ranked.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    ranked.into_iter().map(|(colour, _)| colour).collect()
}

/// Builds one set.
struct Painter<'m> {
    face: Face,
    scheme: Scheme,
    mended: &'m mut Vec<Mended>,
}

/// Surfaces below texts.
struct Surfaces {
    background: Rgb,
    card: Rgb,
    popover: Rgb,
    muted: Rgb,
    secondary: Rgb,
    accent: Rgb,
}

impl Painter<'_> {
    fn set(mut self, radius: &str) -> Set {
        let face = self.face;
        let on = self.surfaces();
        let both = [on.background, on.card];
        let all = [on.background, on.card, on.popover, on.muted, on.secondary, on.accent];
        let foreground = self.mend("foreground", face.text, face.text.readable_on(&all, TEXT));
        let (ink, ground) = (foreground.oklch(), on.background.oklch());
        let between = (ground.lightness - ink.lightness).mul_add(0.35, ink.lightness);
        let quiet = Oklch { lightness: between, ..ink }.rgb().readable_on(&all, TEXT);
        let primary = self.mend("primary", face.primary, face.primary.readable_on(&both, MARK));
        let ring = self.mend("ring", face.ring, face.ring.readable_on(&both, MARK));
        let alarm = face.alarm.unwrap_or_else(|| self.plain_alarm()).readable_on(&both, TEXT);
        let border = self.stepped(on.background, 0.1);
        let text = |colour: Rgb| colour.to_string();
        Set {
            background: text(on.background),
            foreground: text(foreground),
            card: text(on.card),
            card_foreground: text(foreground),
            popover: text(on.popover),
            popover_foreground: text(foreground),
            muted: text(on.muted),
            muted_foreground: text(quiet),
            primary: text(primary),
            primary_foreground: text(face.on_primary.readable_on(&[primary], TEXT)),
            secondary: text(on.secondary),
            secondary_foreground: text(foreground),
            accent: text(on.accent),
            accent_foreground: text(foreground),
            destructive: text(alarm),
            destructive_foreground: text(WHITE.readable_on(&[alarm], TEXT)),
            border: text(border),
            input: text(border.readable_on(&both, MARK)),
            ring: text(ring),
            radius: radius.to_owned(),
        }
    }

    fn surfaces(&mut self) -> Surfaces {
        let own = self.face.canvas.oklch();
        let lightness = match self.scheme {
            Scheme::Light => own.lightness.max(LIGHT_AT_LEAST),
            Scheme::Dark => own.lightness.min(DARK_AT_MOST),
        };
        let is_fit = (lightness - own.lightness).abs() < f64::EPSILON;
        let fit = if is_fit { self.face.canvas } else { Oklch { lightness, ..own }.rgb() };
        let background = self.mend("background", self.face.canvas, fit);
        let hue = self.face.primary.oklch();
        let tinted = Oklch { chroma: hue.chroma.min(0.025), hue: hue.hue, ..self.stepped(background, 0.045).oklch() };
        let card = self.card(background);
        Surfaces {
            background,
            card,
            popover: if self.scheme == Scheme::Dark { self.stepped(card, 0.02) } else { card },
            muted: self.stepped(background, 0.04),
            secondary: self.stepped(background, 0.06),
            accent: tinted.rgb(),
        }
    }

    /// Returns the page's card colour if it is as light or dark as the background.
    fn card(&self, background: Rgb) -> Rgb {
        let own = self.face.card.filter(|card| match self.scheme {
            Scheme::Light => card.oklch().lightness >= LIGHT_AT_LEAST,
            Scheme::Dark => card.oklch().lightness <= DARK_AT_MOST + 0.05,
        });
        own.unwrap_or_else(|| match self.scheme {
            Scheme::Dark => self.stepped(background, 0.035),
            Scheme::Light => {
                let own = background.oklch();
                Oklch { lightness: (own.lightness + 0.015).min(1.0), chroma: own.chroma / 2.0, ..own }.rgb()
            }
        })
    }

    /// Shifts away from the background's end: lighter in the dark, darker in the light.
    fn stepped(&self, from: Rgb, by: f64) -> Rgb {
        let own = from.oklch();
        let by = if self.scheme == Scheme::Dark { by } else { -by };
        Oklch { lightness: own.lightness + by, ..own }.rgb()
    }

    fn plain_alarm(&self) -> Rgb {
        Oklch::new(if self.scheme == Scheme::Dark { 0.7 } else { 0.5 }, 0.19, RED).rgb()
    }

    /// Records an adjusted colour of the page.
    fn mend(&mut self, role: &str, from: Rgb, to: Rgb) -> Rgb {
        if from != to && self.face.is_own {
            let set = if self.scheme == Scheme::Dark { "dark" } else { "light" };
            let (from, to) = (from.to_string(), to.to_string());
            self.mended.push(Mended { set: set.to_owned(), role: role.to_owned(), from, to });
        }
        to
    }
}

/// Returns the most frequent corner radius, in rem.
fn radius(usage: &Usage) -> String {
    let rem = usage.radii.top().map_or(PLAIN_RADIUS, |hundredths| f64::from(hundredths) / 1_600.0);
    format!("{}rem", (rem * 1_000.0).round() / 1_000.0)
}

/// Lists the colours found, by use, then by frequency.
fn palette(usage: &Usage) -> Vec<Counted> {
    let mut texts: BTreeMap<Rgb, u64> = BTreeMap::new();
    for (pair, count) in usage.texts.ranked() {
        *texts.entry(pair.colour).or_default() += count;
    }
    let mut texts: Vec<_> = texts.into_iter().collect();
    texts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let grounds = |pairs: Vec<(Pair, u64)>| pairs.into_iter().map(|(pair, count)| (pair.ground, count)).collect();
    let colours = |pairs: Vec<(Pair, u64)>| pairs.into_iter().map(|(pair, count)| (pair.colour, count)).collect();
    let parts: [(&str, Vec<(Rgb, u64)>); 7] = [
        ("surface", usage.grounds.ranked()),
        ("text", texts),
        ("button", grounds(usage.buttons.ranked())),
        ("link", colours(usage.links.ranked())),
        ("bar", usage.bars.ranked()),
        ("frame", usage.frame.iter().map(|colour| (*colour, 1)).collect()),
        ("variable", usage.own.iter().map(|colour| (*colour, 1)).collect()),
    ];
    let mut palette = Vec::new();
    for (part, colours) in parts {
        let mut seen = Vec::new();
        for (colour, uses) in colours.into_iter().filter(|(_, uses)| *uses > 0) {
            if seen.len() < SHOWN && !seen.contains(&colour) {
                seen.push(colour);
                palette.push(Counted { colour: colour.to_string(), part: part.to_owned(), uses });
            }
        }
    }
    palette
}
