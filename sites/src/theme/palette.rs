//! Colors of the themes.

use crate::Theme;

/// Light or dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// For most visitors.
    Light,
    /// For visitors who prefer dark.
    Dark,
}

/// Colors of a theme in a scheme, as `#rrggbb`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Palette {
    /// Background of the page.
    pub canvas: &'static str,
    /// Background of boxes and fields.
    pub card: &'static str,
    /// Background of a band across the page.
    pub band: &'static str,
    /// Text.
    pub text: &'static str,
    /// Text of less weight.
    pub muted: &'static str,
    /// Headings.
    pub title: &'static str,
    /// Links.
    pub link: &'static str,
    /// Lines and borders that carry no meaning.
    pub line: &'static str,
    /// Borders of fields.
    pub edge: &'static str,
    /// Background of buttons.
    pub primary: &'static str,
    /// Text on buttons.
    pub on_primary: &'static str,
    /// Decoration.
    pub accent: &'static str,
    /// Background of the header.
    pub top: &'static str,
    /// Text on the header.
    pub on_top: &'static str,
    /// Background of the first screen.
    pub hero: &'static str,
    /// Text on the first screen.
    pub on_hero: &'static str,
    /// Background of the button on the first screen.
    pub act: &'static str,
    /// Text on that button.
    pub on_act: &'static str,
    /// Background of the disclosure.
    pub strip: &'static str,
    /// Text and links on the disclosure.
    pub on_strip: &'static str,
    /// Background of the foot.
    pub foot: &'static str,
    /// Text and links on the foot.
    pub on_foot: &'static str,
}

impl Palette {
    /// Returns the variables of the style sheet with their colors.
    #[must_use]
    pub fn variables(&self) -> [(&'static str, &'static str); 22] {
        [
            ("canvas", self.canvas),
            ("card", self.card),
            ("band", self.band),
            ("text", self.text),
            ("muted", self.muted),
            ("title", self.title),
            ("link", self.link),
            ("line", self.line),
            ("edge", self.edge),
            ("primary", self.primary),
            ("on-primary", self.on_primary),
            ("accent", self.accent),
            ("top", self.top),
            ("on-top", self.on_top),
            ("hero", self.hero),
            ("on-hero", self.on_hero),
            ("act", self.act),
            ("on-act", self.on_act),
            ("strip", self.strip),
            ("on-strip", self.on_strip),
            ("foot", self.foot),
            ("on-foot", self.on_foot),
        ]
    }

    /// Returns the pairs of background and text that the style sheets use, with their names.
    #[must_use]
    pub fn pairs(&self) -> Vec<(&'static str, &'static str, &'static str)> {
        let mut pairs = vec![
            ("button", self.primary, self.on_primary),
            ("header", self.top, self.on_top),
            ("mark", self.on_top, self.top),
            ("first screen", self.hero, self.on_hero),
            ("button on the first screen", self.act, self.on_act),
            ("disclosure", self.strip, self.on_strip),
            ("foot", self.foot, self.on_foot),
        ];
        for ground in [self.canvas, self.card, self.band] {
            let texts = [("text", self.text), ("muted text", self.muted), ("heading", self.title), ("link", self.link)];
            pairs.extend(texts.into_iter().map(|(name, text)| (name, ground, text)));
        }
        pairs
    }
}

/// Returns the colors of a theme.
#[must_use]
pub const fn palette(theme: Theme, scheme: Scheme) -> Palette {
    match (theme, scheme) {
        (Theme::Harbor, Scheme::Light) => HARBOR,
        (Theme::Harbor, Scheme::Dark) => HARBOR_DARK,
        (Theme::Orchard, Scheme::Light) => ORCHARD,
        (Theme::Orchard, Scheme::Dark) => ORCHARD_DARK,
        (Theme::Foundry, Scheme::Light) => FOUNDRY,
        (Theme::Foundry, Scheme::Dark) => FOUNDRY_DARK,
        (Theme::Meadow, Scheme::Light) => MEADOW,
        (Theme::Meadow, Scheme::Dark) => MEADOW_DARK,
        (Theme::Gazette, Scheme::Light) => GAZETTE,
        (Theme::Gazette, Scheme::Dark) => GAZETTE_DARK,
        (Theme::Terrace, Scheme::Light) => TERRACE,
        (Theme::Terrace, Scheme::Dark) => TERRACE_DARK,
        (Theme::Clinic, Scheme::Light) => CLINIC,
        (Theme::Clinic, Scheme::Dark) => CLINIC_DARK,
    }
}

const HARBOR: Palette = Palette {
    canvas: "#f7f9fc",
    card: "#ffffff",
    band: "#e9eff7",
    text: "#1c2733",
    muted: "#4d5b6b",
    title: "#12305a",
    link: "#0b57a4",
    line: "#d5dee9",
    edge: "#7a8898",
    primary: "#14427d",
    on_primary: "#ffffff",
    accent: "#ffb547",
    top: "#ffffff",
    on_top: "#12305a",
    hero: "#14345f",
    on_hero: "#ffffff",
    act: "#ffb547",
    on_act: "#1c2733",
    strip: "#0d2445",
    on_strip: "#e8f0fb",
    foot: "#0d2445",
    on_foot: "#d9e4f3",
};

const HARBOR_DARK: Palette = Palette {
    canvas: "#0f1722",
    card: "#17222f",
    band: "#1b2938",
    text: "#e4ebf3",
    muted: "#a9b8c8",
    title: "#cfe1f8",
    link: "#8cc1ff",
    line: "#2a3a4c",
    edge: "#6d7f92",
    primary: "#7fb6f5",
    on_primary: "#0d1a2b",
    accent: "#ffb547",
    top: "#0f1722",
    on_top: "#e4ebf3",
    hero: "#12294a",
    on_hero: "#ffffff",
    act: "#ffb547",
    on_act: "#1c2733",
    strip: "#0a121c",
    on_strip: "#d5e3f3",
    foot: "#0a121c",
    on_foot: "#c9d8e8",
};

const ORCHARD: Palette = Palette {
    canvas: "#faf6ec",
    card: "#fffdf7",
    band: "#f0ead9",
    text: "#2b2a24",
    muted: "#5c5947",
    title: "#23472f",
    link: "#2f6a43",
    line: "#ddd4bd",
    edge: "#8a8267",
    primary: "#2c5e3f",
    on_primary: "#ffffff",
    accent: "#c06a3e",
    top: "#faf6ec",
    on_top: "#23472f",
    hero: "#f0ead9",
    on_hero: "#23472f",
    act: "#2c5e3f",
    on_act: "#ffffff",
    strip: "#23472f",
    on_strip: "#f4efdf",
    foot: "#23472f",
    on_foot: "#e9e3cf",
};

const ORCHARD_DARK: Palette = Palette {
    canvas: "#191b16",
    card: "#22251e",
    band: "#272b22",
    text: "#ece7d8",
    muted: "#b9b49f",
    title: "#cfe0c2",
    link: "#9fd0a6",
    line: "#3a3f33",
    edge: "#858a74",
    primary: "#a5cf9f",
    on_primary: "#16210f",
    accent: "#e39a6e",
    top: "#191b16",
    on_top: "#ece7d8",
    hero: "#22281d",
    on_hero: "#dfe9d3",
    act: "#a5cf9f",
    on_act: "#16210f",
    strip: "#11140e",
    on_strip: "#dfe6d3",
    foot: "#11140e",
    on_foot: "#d3d8c4",
};

const FOUNDRY: Palette = Palette {
    canvas: "#f4f3f1",
    card: "#ffffff",
    band: "#e6e4e0",
    text: "#1e1e1e",
    muted: "#54514c",
    title: "#1e1e1e",
    link: "#8a4b00",
    line: "#cfcbc4",
    edge: "#83796d",
    primary: "#222222",
    on_primary: "#ffc24a",
    accent: "#f5a300",
    top: "#1f1f1f",
    on_top: "#ffffff",
    hero: "#2a2a2a",
    on_hero: "#ffffff",
    act: "#f5a300",
    on_act: "#1e1e1e",
    strip: "#f5a300",
    on_strip: "#1e1e1e",
    foot: "#1f1f1f",
    on_foot: "#e9e6e0",
};

const FOUNDRY_DARK: Palette = Palette {
    canvas: "#161616",
    card: "#202020",
    band: "#262523",
    text: "#ecebe8",
    muted: "#b5b1a9",
    title: "#ffffff",
    link: "#ffbe4d",
    line: "#393733",
    edge: "#8a857c",
    primary: "#f5a300",
    on_primary: "#1b1500",
    accent: "#f5a300",
    top: "#0e0e0e",
    on_top: "#ffffff",
    hero: "#1c1b19",
    on_hero: "#ffffff",
    act: "#f5a300",
    on_act: "#1e1e1e",
    strip: "#f5a300",
    on_strip: "#1e1e1e",
    foot: "#0e0e0e",
    on_foot: "#dcd9d2",
};

const MEADOW: Palette = Palette {
    canvas: "#f3faff",
    card: "#ffffff",
    band: "#e2f2fc",
    text: "#22323c",
    muted: "#4c5f6b",
    title: "#0d4b6e",
    link: "#0a6391",
    line: "#cde4f2",
    edge: "#6b8a9c",
    primary: "#0b6a98",
    on_primary: "#ffffff",
    accent: "#ffd166",
    top: "#f3faff",
    on_top: "#0d4b6e",
    hero: "#d3ecfb",
    on_hero: "#0d3f5c",
    act: "#0b6a98",
    on_act: "#ffffff",
    strip: "#ffffff",
    on_strip: "#33505f",
    foot: "#0d3f5c",
    on_foot: "#e3f2fb",
};

const MEADOW_DARK: Palette = Palette {
    canvas: "#0f1a21",
    card: "#17262f",
    band: "#1a2d38",
    text: "#e2eef5",
    muted: "#a9bfcb",
    title: "#cbe8f8",
    link: "#86ccf2",
    line: "#2a414e",
    edge: "#6f8b9a",
    primary: "#7cc7ee",
    on_primary: "#0a2230",
    accent: "#ffd166",
    top: "#0f1a21",
    on_top: "#e2eef5",
    hero: "#163344",
    on_hero: "#e6f5fd",
    act: "#7cc7ee",
    on_act: "#0a2230",
    strip: "#17262f",
    on_strip: "#c3d8e4",
    foot: "#0a141a",
    on_foot: "#c9dde8",
};

const GAZETTE: Palette = Palette {
    canvas: "#ffffff",
    card: "#ffffff",
    band: "#f4f4f2",
    text: "#141414",
    muted: "#555555",
    title: "#000000",
    link: "#8c1c13",
    line: "#111111",
    edge: "#666666",
    primary: "#111111",
    on_primary: "#ffffff",
    accent: "#8c1c13",
    top: "#ffffff",
    on_top: "#000000",
    hero: "#ffffff",
    on_hero: "#141414",
    act: "#111111",
    on_act: "#ffffff",
    strip: "#ffffff",
    on_strip: "#444444",
    foot: "#ffffff",
    on_foot: "#333333",
};

const GAZETTE_DARK: Palette = Palette {
    canvas: "#141414",
    card: "#1b1b1b",
    band: "#202020",
    text: "#ececec",
    muted: "#b0b0b0",
    title: "#ffffff",
    link: "#ff9d92",
    line: "#e0e0e0",
    edge: "#8c8c8c",
    primary: "#ececec",
    on_primary: "#141414",
    accent: "#ff9d92",
    top: "#141414",
    on_top: "#ffffff",
    hero: "#141414",
    on_hero: "#ececec",
    act: "#ececec",
    on_act: "#141414",
    strip: "#141414",
    on_strip: "#bdbdbd",
    foot: "#141414",
    on_foot: "#cfcfcf",
};

const TERRACE: Palette = Palette {
    canvas: "#fbf6f0",
    card: "#ffffff",
    band: "#f1e6d8",
    text: "#2e2230",
    muted: "#64535f",
    title: "#4a1f47",
    link: "#84346f",
    line: "#e3d3c3",
    edge: "#937f8b",
    primary: "#5a2656",
    on_primary: "#ffffff",
    accent: "#d98e4f",
    top: "#fbf6f0",
    on_top: "#4a1f47",
    hero: "#5a2656",
    on_hero: "#fdf3e7",
    act: "#f2c48d",
    on_act: "#3b1838",
    strip: "#4a1f47",
    on_strip: "#f6e6d8",
    foot: "#3b1838",
    on_foot: "#f0dfd2",
};

const TERRACE_DARK: Palette = Palette {
    canvas: "#1a131b",
    card: "#241b26",
    band: "#2b202c",
    text: "#f0e6ea",
    muted: "#bfaeb8",
    title: "#f3d6ea",
    link: "#f0a8dc",
    line: "#423344",
    edge: "#8f7c8b",
    primary: "#e7a3d4",
    on_primary: "#2a0f27",
    accent: "#e9a668",
    top: "#1a131b",
    on_top: "#f0e6ea",
    hero: "#38183a",
    on_hero: "#fdf3e7",
    act: "#f2c48d",
    on_act: "#3b1838",
    strip: "#120c13",
    on_strip: "#e6d3dd",
    foot: "#120c13",
    on_foot: "#ddcbd3",
};

const CLINIC: Palette = Palette {
    canvas: "#ffffff",
    card: "#f2f7f7",
    band: "#e3efef",
    text: "#1f2d33",
    muted: "#51626a",
    title: "#0e4a4d",
    link: "#0a6468",
    line: "#cfe0e0",
    edge: "#74888c",
    primary: "#0c6b6f",
    on_primary: "#ffffff",
    accent: "#3fb8a6",
    top: "#ffffff",
    on_top: "#1f2d33",
    hero: "#eaf5f4",
    on_hero: "#12393c",
    act: "#0c6b6f",
    on_act: "#ffffff",
    strip: "#1f2d33",
    on_strip: "#e4eef0",
    foot: "#243840",
    on_foot: "#dbe8ea",
};

const CLINIC_DARK: Palette = Palette {
    canvas: "#10191b",
    card: "#182427",
    band: "#1b2c2f",
    text: "#e2edee",
    muted: "#a8bcbf",
    title: "#c4ecea",
    link: "#79d6cf",
    line: "#2a3f42",
    edge: "#6d8689",
    primary: "#6fd0c8",
    on_primary: "#06211f",
    accent: "#3fb8a6",
    top: "#10191b",
    on_top: "#e2edee",
    hero: "#14292b",
    on_hero: "#e2f3f2",
    act: "#6fd0c8",
    on_act: "#06211f",
    strip: "#0a1112",
    on_strip: "#d3e4e5",
    foot: "#0a1112",
    on_foot: "#c8dadb",
};
