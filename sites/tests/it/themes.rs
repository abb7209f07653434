//! Themes: readable, distinct, and complete.

use std::collections::BTreeSet;

use sites::theme::{self, Scheme};

fn luminance(hex: &str) -> f64 {
    assert!(hex.len() == 7 && hex.starts_with('#'), "{hex}");
    let channel = |at: usize| {
        let share = f64::from(u8::from_str_radix(&hex[at..at + 2], 16).expect("a color")) / 255.0;
        if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

fn contrast(one: &str, other: &str) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn texts_have_a_contrast_of_at_least_four_and_a_half() {
    for theme in theme::ALL {
        for scheme in [Scheme::Light, Scheme::Dark] {
            let palette = theme::palette(theme, scheme);
            for (name, ground, text) in palette.pairs() {
                let contrast = contrast(ground, text);
                assert!(contrast >= 4.5, "{theme:?} {scheme:?} {name}: {text} on {ground} is {contrast:.2}");
            }
            for ground in [palette.canvas, palette.card, palette.band] {
                let contrast = contrast(ground, palette.edge);
                assert!(contrast >= 3.0, "{theme:?} {scheme:?}: the edge of a field on {ground} is {contrast:.2}");
            }
        }
    }
}

#[test]
fn rules_use_only_variables_that_the_theme_defines() {
    for theme in theme::ALL {
        let css = theme::css(theme);
        let names = |start: &str| -> BTreeSet<String> {
            let ends = css.split(start).skip(1);
            ends.map(|rest| rest.split([')', ',', ':', ';', ' ', '}']).next().unwrap_or_default().to_owned()).collect()
        };
        let used = names("var(--");
        let defined: BTreeSet<String> = css
            .split(['{', ';', '}'])
            .filter_map(|rule| rule.trim().strip_prefix("--")?.split_once(':'))
            .map(|(name, _)| name.to_owned())
            .collect();
        let missing: Vec<&String> = used.difference(&defined).collect();
        assert!(missing.is_empty(), "{theme:?}: {missing:?}");
        assert_eq!(css.matches('{').count(), css.matches('}').count(), "{theme:?}");
        assert!(!css.contains("/*") && !css.contains("http"), "{theme:?} loads or comments");
    }
}

#[test]
fn themes_differ_in_layout_and_type_not_only_in_color() {
    let rules: Vec<BTreeSet<String>> = theme::ALL
        .into_iter()
        .map(|one| {
            let css = theme::css(one);
            let lines = css.lines().filter(|line| !line.contains('#')).map(str::to_owned);
            lines.collect()
        })
        .collect();
    for (at, one) in rules.iter().enumerate() {
        for other in &rules[at + 1..] {
            assert!(one.difference(other).count() >= 10, "two themes have nearly the same rules");
        }
    }
    let fonts: BTreeSet<String> = rules
        .iter()
        .map(|rules| rules.iter().find(|rule| rule.starts_with(":root{--body")).cloned().expect("a font"))
        .collect();
    assert_eq!(fonts.len(), theme::ALL.len());
}

#[test]
fn style_sheets_respect_what_visitors_prefer() {
    for theme in theme::ALL {
        let css = theme::css(theme);
        for words in ["prefers-color-scheme:dark", "prefers-reduced-motion:reduce", ":focus-visible", "overflow-x:auto"]
        {
            assert!(css.contains(words), "{theme:?} has no {words}");
        }
        assert!(!css.contains("outline:none") && !css.contains("outline:0"), "{theme:?} hides the focus");
    }
}
