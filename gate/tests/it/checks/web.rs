//! Checks of the files: G14 to G18, and G22.

use gate::PortfolioSite;
use sites::{File, PageKind, Tenant};

use super::{assert_blocked, assert_clean, assert_warned};
use crate::{
    build::{day, honest, page, with},
    texts,
};

const NOINDEX: &str = "<meta name=\"robots\" content=\"noindex\">";

#[test]
fn g14_pages_that_are_not_indexed_block() {
    let canonical = "href=\"https://tulsa-water.example.com/cost/\"";
    let faults = [
        honest().add_head("cost/index.html", NOINDEX),
        honest().edit("cost/index.html", canonical, "href=\"https://tulsa-water.example.com/\""),
        honest().edit("cost/index.html", canonical, "href=\"/cost/\""),
        honest().edit("cost/index.html", &format!("<link rel=\"canonical\" {canonical}>"), ""),
        honest().edit("robots.txt", "Allow: /\n", "Disallow: /c*t/$\n"),
        honest().edit("robots.txt", "User-agent: *", "User-agent: Googlebot\nDisallow: /cost\n\nUser-agent: *"),
        honest().edit("sitemap.xml", "/cost/</loc><lastmod>2026-11-20", "/cost/</loc><lastmod>2026-11-25"),
        honest().edit(
            "sitemap.xml",
            "<loc>https://tulsa-water.example.com/cost/</loc>",
            "<loc>https://tulsa-water.example.com/choose/</loc>",
        ),
    ];
    for (at, built) in faults.iter().enumerate() {
        let report = built.check();
        assert!(
            report.findings.iter().any(|one| one.check == "G14" && one.page.as_deref() == Some("/cost/")),
            "{at}: {:#?}",
            report.findings
        );
        assert_eq!(super::status(&report, "G14"), gate::Status::Blocked, "{at}");
    }
}

#[test]
fn g14_missing_files_block() {
    assert_blocked(&honest().without("robots.txt").check(), "G14", None);
    assert_blocked(&honest().without("sitemap.xml").check(), "G14", None);
    let mut extra = honest();
    let mut copy = extra.files[1].clone();
    copy.path = "hidden/index.html".to_owned();
    extra.files.push(copy);
    let report = extra.check();
    assert!(
        report.findings.iter().any(|one| one.check == "G14" && one.page.as_deref() == Some("/hidden/")),
        "{:#?}",
        report.findings
    );
}

#[test]
fn g14_http_blocks_except_on_localhost() {
    assert_blocked(&with(|site| site.url = "http://tulsa-water.example.com".to_owned()).check(), "G14", None);
    assert_clean(&with(|site| site.url = "http://tulsa-water.sites.localhost:4000".to_owned()).check(), "G14");
}

#[test]
fn g14_invalid_html_blocks() {
    for html in [
        "<p>Open <b>and</p> wrong</b>",
        "</section>",
        "<p id=\"main\">Twice the same id</p>",
        "<a href=\"../cost/\" href=\"../choose/\">Two addresses</a>",
    ] {
        assert_blocked(&honest().add("about/index.html", html).check(), "G14", Some("/about/"));
    }
    assert_blocked(&honest().edit("about/index.html", "<!DOCTYPE html>\n", "").check(), "G14", Some("/about/"));
}

#[test]
fn g14_page_for_missing_pages_passes() {
    let mut built = honest();
    let html = "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Not found</title><meta name=\"robots\" content=\"noindex\"></head><body><main><h1>Not found</h1></main></body></html>";
    built.files.push(File { path: "404.html".to_owned(), content_type: "text/html", bytes: html.into() });
    let report = built.check();
    assert!(report.passes && report.findings.is_empty(), "{:#?}", report.findings);
}

#[test]
fn g15_low_score_warns() {
    let built = honest()
        .edit("about/index.html", "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">", "")
        .edit("about/index.html", " lang=\"en-US\"", "");
    assert_warned(&built.check(), "G15", Some("/about/"));
    let one = honest().edit(
        "about/index.html",
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
        "",
    );
    assert_clean(&one.check(), "G15");
}

#[test]
fn g16_heavy_pages_warn_and_very_heavy_ones_block() {
    let script = |bytes: usize| format!("<script>/*{}*/</script>", "x".repeat(bytes));
    assert_warned(&honest().add("about/index.html", &script(60_000)).check(), "G16", Some("/about/"));
    assert_blocked(&honest().add("about/index.html", &script(260_000)).check(), "G16", Some("/about/"));
    assert_clean(&honest().add("about/index.html", &script(40_000)).check(), "G16");
}

#[test]
fn g16_picture_without_size_and_shifting_font_warn() {
    let image = "<img src=\"../assets/site.css\" alt=\"Map\">";
    assert_warned(&honest().add("about/index.html", image).check(), "G16", Some("/about/"));
    let font = "@font-face{font-family:X;src:url(x.woff2);font-display:swap}";
    assert_warned(&honest().edit("assets/site.css", ":root", &format!("{font}:root")).check(), "G16", None);
    let still = font.replace("swap", "optional");
    assert_clean(&honest().edit("assets/site.css", ":root", &format!("{still}:root")).check(), "G16");
}

#[test]
fn g17_bad_links_block() {
    for html in [
        "<a href=\"../gone/\">Gone page</a>",
        "<a href=\"javascript:void(0)\">Nothing here</a>",
        "<img src=\"../gone.png\" alt=\"\" width=\"1\" height=\"1\">",
    ] {
        let report = honest().add("about/index.html", html).check();
        assert_blocked(&report, "G17", Some("/about/"));
    }
    let mut built = honest().add("about/index.html", "<a href=\"https://www.other.example.com/x\">Another guide</a>");
    assert_clean(&built.check(), "G17");
    built.portfolio.sites.push(PortfolioSite {
        id: "o".to_owned(),
        name: "Other".to_owned(),
        hosts: vec!["other.example.com".to_owned()],
        markets: Vec::new(),
    });
    assert_blocked(&built.check(), "G17", Some("/about/"));
}

#[test]
fn g17_paid_link_must_be_marked() {
    let rented = |rel: &str| {
        let built = with(|site| {
            site.tenant = Some(Tenant {
                name: "Green Country Drying".to_owned(),
                phone: "+19184457788".to_owned(),
                url: Some("https://green.example.com/".to_owned()),
                verified_on: Some(day("2026-11-01")),
                ..Tenant::default()
            });
        });
        built.add("about/index.html", &format!("<a href=\"https://green.example.com/\"{rel}>Green Country Drying</a>"))
    };
    assert_blocked(&rented("").check(), "G17", Some("/about/"));
    assert_clean(&rented(" rel=\"sponsored noopener\"").check(), "G17");
}

#[test]
fn g17_orphan_blocks_and_far_page_warns() {
    let mut built = honest();
    let paths: Vec<String> = built
        .files
        .iter()
        .map(|file| file.path.clone())
        .filter(|path| path.ends_with(".html") && path != "choose/index.html")
        .collect();
    for path in &paths {
        let up = if path == "index.html" { "" } else { "../" };
        built = built.edit(path, &format!("<a href=\"{up}choose/\">Choosing a company</a>"), "");
    }
    assert_blocked(&built.clone().check(), "G17", Some("/choose/"));
    let chain = with(|site| {
        for at in 0..4 {
            site.pages.push(page(&format!("/deep-{at}/"), PageKind::About, &format!("Deep {at}"), texts::ABOUT));
        }
    });
    let mut chain = chain;
    let files: Vec<String> =
        chain.files.iter().map(|file| file.path.clone()).filter(|path| path.ends_with(".html")).collect();
    for path in &files {
        let up = if path == "index.html" { "" } else { "../" };
        for at in 0..4 {
            let is_before = *path == format!("deep-{}/index.html", at - 1) || at == 0 && path == "index.html";
            if !is_before {
                chain = chain.edit(path, &format!("<a href=\"{up}deep-{at}/\">Deep {at}</a>"), "");
            }
        }
    }
    assert_warned(&chain.check(), "G17", Some("/deep-3/"));
}

#[test]
fn g18_hidden_text_blocks() {
    let hidden = [
        "<p style=\"position:absolute;left:-9999px\">Cheap drying for the whole county and every town in it, any day of the week.</p>",
        "<p style=\"color:#fff\">White words</p>",
        "<p style=\"color:var(--paper)\">Words in the color of the paper</p>",
        "<p style=\"font-size:0\">Words of no size</p>",
        "<p style=\"font-size:1px\">Words of a pixel</p>",
        "<p style=\"text-indent:-9999px\">Words that are moved away</p>",
        "<div style=\"height:0;overflow:hidden\"><p>Words in a box without height that go on for much longer than any label for a screen reader would.</p></div>",
        "<div style=\"opacity:0\"><p>Words that nobody sees, and which go on and on about water and walls and floors and prices and crews and pumps and fans and meters and rooms.</p></div>",
    ];
    for html in hidden {
        assert_blocked(&honest().add("about/index.html", html).check(), "G18", Some("/about/"));
    }
}

#[test]
fn g18_scripts_that_redirect_or_cloak_block() {
    for script in [
        "location.href = 'https://x.example.com'",
        "window.location.replace('/x')",
        "history.pushState({}, '', '/')",
        "if (/Googlebot/.test(navigator.userAgent)) document.body.innerHTML = ''",
    ] {
        assert_blocked(
            &honest().add("about/index.html", &format!("<script>{script}</script>")).check(),
            "G18",
            Some("/about/"),
        );
    }
    let refresh = "<meta http-equiv=\"refresh\" content=\"0;url=https://x.example.com\">";
    assert_blocked(&honest().add_head("about/index.html", refresh).check(), "G18", Some("/about/"));
    let handler = "<p onclick=\"location='https://x.example.com'\">Press</p>";
    assert_blocked(&honest().add("about/index.html", handler).check(), "G18", Some("/about/"));
}

#[test]
fn g18_labels_menus_and_plain_scripts_pass() {
    let fine = [
        "<span class=\"hidden-label\">Opens in a new window</span>",
        "<p hidden>Thank you, your request was sent.</p>",
        "<script>document.querySelector('main').dataset.ready = String(location.hostname === 'x')</script>",
        "<div style=\"background:#222;color:#fff\"><p>White on black</p></div>",
        "<template><p>Words that no browser shows and that go on and on, because a script may copy them into the page some day when it is needed for a list of rooms.</p></template>",
    ];
    for html in fine {
        assert_clean(&honest().add("about/index.html", html).check(), "G18");
    }
}

#[test]
fn g22_low_contrast_warns() {
    for html in [
        "<p style=\"color:#999\">Grey words</p>",
        "<div style=\"background:#0b3d91\"><a href=\"../cost/\">Blue on blue words</a></div>",
    ] {
        let report = honest().add("about/index.html", html).check();
        assert!(
            report.findings.iter().any(|one| one.check == "G22" && one.page.as_deref() == Some("/about/")),
            "{:#?}",
            report.findings
        );
    }
    assert_clean(
        &honest().add("about/index.html", "<p style=\"color:#777;font-size:2rem\">Large grey words</p>").check(),
        "G22",
    );
    assert_clean(
        &honest()
            .add(
                "about/index.html",
                "<div style=\"background:url(x.png)\"><p style=\"color:#fff\">On a picture</p></div>",
            )
            .check(),
        "G22",
    );
}

#[test]
fn g22_contrast_in_the_dark_warns() {
    let css = "@media (prefers-color-scheme: dark){:root{--ink:#333;--paper:#222}}.x{color:red}";
    let report = honest().edit("assets/site.css", "body{", &format!("{css}body{{")).check();
    assert!(
        report.findings.iter().any(|one| one.check == "G22" && one.detail.contains("dark color scheme")),
        "{:#?}",
        report.findings
    );
}

#[test]
fn g22_labels_alternative_texts_and_headings_warn() {
    for html in ["<input name=\"q\">", "<h4>Too deep</h4>", "<button></button>", "<a href=\"../cost/\"></a>"] {
        assert_warned(&honest().add("about/index.html", html).check(), "G22", Some("/about/"));
    }
    let image = "<img src=\"../assets/site.css\" width=\"1\" height=\"1\">";
    assert_warned(&honest().add("about/index.html", image).check(), "G22", Some("/about/"));
    let focus = honest().edit("assets/site.css", ":root", "button:focus{outline:0}:root");
    assert_warned(&focus.check(), "G22", None);
}

#[test]
fn g18_menu_for_telephones_passes() {
    let items: String = (0..30).map(|at| format!("<li><a href=\"../cost/\">Entry {at}</a></li>")).collect();
    let css = "@media (min-width:40rem){.menu{display:none}}";
    let built = honest().edit("assets/site.css", ":root", &format!("{css}:root")).edit(
        "about/index.html",
        "</header>",
        &format!("<div class=\"menu\"><ul>{items}</ul></div></header>"),
    );
    assert_clean(&built.check(), "G18");
}
