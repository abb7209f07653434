//! Themes of pages: colours get the role they are used for, and all text is readable.

#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test measures the time, the crate does not"
)]

use engines::common::{Control, Unattended};
use proptest::prelude::*;
use theme::{Page, Proposal, Set, ThemeError, read};

fn page(body: &str, css: &str) -> Page {
    let html = format!("<!doctype html><html><head><title>T</title></head><body>{body}</body></html>");
    Page { host: "example.com".to_owned(), html, sheets: vec![css.to_owned()] }
}

fn proposal(body: &str, css: &str) -> Proposal {
    read(&page(body, css), &Unattended).expect("a theme")
}

fn luminance(hex: &str) -> f64 {
    let channel = |at: usize| {
        let share = f64::from(u8::from_str_radix(&hex[at..at + 2], 16).expect("a colour")) / 255.0;
        if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

fn contrast(one: &str, other: &str) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Describes pairs with too little contrast.
fn unreadable(set: &Set) -> Vec<String> {
    let ink = &set.foreground;
    let surfaces = [&set.background, &set.card, &set.popover, &set.muted, &set.secondary, &set.accent];
    let quiet = surfaces.iter().map(|on| ("muted foreground", &set.muted_foreground, *on, 4.5));
    let texts = surfaces.iter().map(|on| ("foreground", ink, *on, 4.5)).chain(quiet);
    let own = [
        ("primary foreground", &set.primary_foreground, &set.primary, 4.5),
        ("destructive foreground", &set.destructive_foreground, &set.destructive, 4.5),
        ("destructive", &set.destructive, &set.card, 4.5),
    ];
    let marks = [&set.primary, &set.input, &set.ring]
        .into_iter()
        .flat_map(|mark| [&set.background, &set.card].into_iter().map(move |on| ("mark", mark, on, 3.0)));
    let all = texts.chain(own).chain(marks);
    all.filter(|(_, colour, on, least)| contrast(colour, on) < *least)
        .map(|(what, colour, on, least)| format!("{what} {colour} on {on}: {:.2} < {least}", contrast(colour, on)))
        .collect()
}

#[test]
fn roles_follow_use() {
    let css =
        "body{background:#fff;color:#222} a{color:#06c} .btn{background:#d6336c;color:#fff} .note{background:#fffbe6}
        .rare{background:#00ff00} .unused{background:#123456}";
    let body = "<p>A long text that many people read from its beginning to its end.</p><a href=/>one</a><a href=/b>two</a>
        <a class=btn href=/c>Buy</a><button class=btn>Sell</button><div class=note>Mind the gap</div><i class=rare>x</i>";
    let made = proposal(body, css);
    let light = &made.colors.light;
    assert_eq!((light.background.as_str(), light.foreground.as_str()), ("#ffffff", "#222222"));
    assert_eq!((light.primary.as_str(), light.primary_foreground.as_str()), ("#d6336c", "#ffffff"));
    assert_eq!((light.ring.as_str(), light.card.as_str()), ("#0066cc", "#fffbe6"));
    assert_eq!(made.own_sets, ["light"]);
    assert!(!made.palette.iter().any(|one| one.colour == "#123456"), "what is worn by nothing does not count");
}

#[test]
fn a_dark_page_has_its_light_set_made_and_one_with_both_keeps_both() {
    let dark = proposal("<p>Text</p>", "body{background:#101418;color:#e6edf3}");
    assert_eq!((dark.own_sets.as_slice(), dark.colors.dark.background.as_str()), (&["dark".to_owned()][..], "#101418"));
    assert!(luminance(&dark.colors.light.background) > 0.8);
    let css =
        "body{background:#fff;color:#111} @media (prefers-color-scheme:dark){body{background:#0d1117;color:#fff}}";
    let both = proposal("<p>Text</p>", css);
    assert_eq!(both.own_sets, ["light", "dark"]);
    assert_eq!((both.colors.light.background.as_str(), both.colors.dark.background.as_str()), ("#ffffff", "#0d1117"));
    let switch = proposal("<p>Text</p>", "body{background:#fff;color:#111} .dark body{background:#0d1117}");
    assert_eq!(switch.colors.dark.background, "#0d1117");
}

#[test]
fn the_cascade_is_that_of_browsers() {
    let css = "@layer base{p{color:#010101 !important}} p{color:#020202} #a{color:#030303} .b{color:#040404}
        @media print{p{color:#050505}} @media (max-width:600px){p{color:#060606}} :root{--c:rgb(7 7 7)} .v{color:var(--c)}";
    for (body, colour) in [
        ("<p id=a class=b>x</p>", "#010101"),
        ("<div id=a class=b>x</div>", "#030303"),
        ("<div class=b style='color:#080808'>x</div>", "#080808"),
        ("<div class=b><span>x</span></div>", "#040404"),
        ("<div class='b v'>x</div>", "#070707"),
    ] {
        let made = proposal(body, css);
        let texts: Vec<_> = made.palette.iter().filter(|one| one.part == "text").collect();
        assert_eq!(texts[0].colour, colour, "{body}");
    }
}

#[test]
fn what_cannot_be_read_is_moved_and_told() {
    let made = proposal(
        "<p>Text</p><button class=btn>Go</button>",
        "body{background:#fff;color:#ccc} .btn{background:#ffe100;color:#fff}",
    );
    assert_eq!(unreadable(&made.colors.light), Vec::<String>::new());
    let roles: Vec<_> =
        made.mended.iter().map(|one| (one.set.as_str(), one.role.as_str(), one.from.as_str())).collect();
    assert!(
        roles.contains(&("light", "foreground", "#cccccc")) && roles.contains(&("light", "primary", "#ffe100")),
        "{roles:?}"
    );
}

#[test]
fn a_page_without_colours_is_no_theme_and_a_reading_can_be_left() {
    struct Impatient;
    impl Control for Impatient {
        fn progress(&self, _: f64, _: &str, _: &str) {}
        fn is_cancelled(&self) -> bool {
            true
        }
    }
    assert_eq!(read(&page("<p>x</p>", "p{margin:0}"), &Unattended), Err(ThemeError::NoColours));
    assert_eq!(read(&page("<p>x</p>", "p{color:red}"), &Impatient), Err(ThemeError::Cancelled));
    let empty = Page { host: String::new(), html: String::new(), sheets: vec![] };
    assert_eq!(read(&empty, &Unattended), Err(ThemeError::NoColours));
}

#[test]
fn sheets_made_to_take_long_end() {
    let many = (0..39_000).map(|at| format!("[x{at}]{{color:red}}")).collect::<String>();
    let body = "<i>x</i>".repeat(2_900);
    let limit = match read(&page(&body, &many), &Unattended) {
        Err(ThemeError::TooLarge { limit, .. }) => limit,
        other => panic!("{other:?}"),
    };
    assert_eq!(limit, 4_000_000);
    let too_many = "a{color:red}".repeat(40_001);
    assert!(matches!(read(&page("x", &too_many), &Unattended), Err(ThemeError::TooLarge { .. })));
}

/// Cancels after a time.
struct Cancelled(std::time::Instant);

impl Control for Cancelled {
    fn progress(&self, _: f64, _: &str, _: &str) {}
    fn is_cancelled(&self) -> bool {
        std::time::Instant::now() >= self.0
    }
}

#[test]
fn hostile_pages_and_sheets_end_within_a_second_of_being_cancelled() {
    let layers = (0..60_000).map(|at| format!("@layer a{at};")).collect::<String>();
    let rules = "a{margin:0}".repeat(90_000);
    let deep = "@media screen{".repeat(70_000);
    let tags = "<b><i>x</b>".repeat(33_000);
    for (name, body, css, copies) in [
        ("layers", "x", &layers, 24),
        ("rules", "x", &rules, 24),
        ("blocks", "x", &deep, 24),
        ("tags", &tags, &rules, 1),
    ] {
        let page = Page { sheets: vec![css.clone(); copies], ..page(body, "") };
        let cancelled_at = std::time::Instant::now() + std::time::Duration::from_millis(100);
        let ended = read(&page, &Cancelled(cancelled_at));
        let after = cancelled_at.elapsed();
        assert!(ended.is_err(), "{name}: {ended:?}");
        assert!(after < std::time::Duration::from_secs(1), "{name}: {after:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn whatever_a_page_wears_can_be_read(
        colours in prop::collection::vec("#[0-9a-f]{6}", 6), is_inverted in any::<bool>(),
    ) {
        let [ground, text, link, button, label, card] = colours.as_slice() else { unreachable!("six") };
        let (ground, text) = if is_inverted { (text, ground) } else { (ground, text) };
        let css = format!("body{{background:{ground};color:{text}}} a{{color:{link}}} .btn{{background:{button};color:{label}}}
            .card{{background:{card}}}");
        let made = proposal("<p>Text <a href=/>x</a></p><button class=btn>b</button><div class=card>c</div>", &css);
        prop_assert_eq!(unreadable(&made.colors.light), Vec::<String>::new());
        prop_assert_eq!(unreadable(&made.colors.dark), Vec::<String>::new());
    }

    #[test]
    fn no_page_and_no_sheet_makes_the_reader_fall(html in "[<>a-z/=\"' {}&;!-]{0,300}", css in "[a-z.#:{}()@;,!* \"'\\\\\\-0-9]{0,300}") {
        let page = Page { host: "x".to_owned(), html, sheets: vec![css.clone(), format!("p{{color:{css}}} @media {css} {{")] };
        let _ = read(&page, &Unattended);
    }
}
