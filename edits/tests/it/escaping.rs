//! Texts of changes never become markup.

use edits::Change;
use serde_json::json;

use crate::world::{PAGE, apply, attribute, data, description, heading, link, shape, text, texts, title, try_apply};

const NASTY: [&str; 12] = [
    "<script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "'><svg onload=alert(1)>",
    "</h1></main></body><iframe src=//evil.example>",
    "<!-- x",
    "]]> --> <![CDATA[",
    "&lt;script&gt; &amp; &quot; &#60; &#x3c;",
    "{{7*7}} ${x} <% y %> <?php z ?>",
    "\" onmouseover=\"alert(1)",
    "` onload=alert(1) x=`",
    "$1 \\1 %0d%0a 名前 🏠 شركة",
];

#[test]
fn texts_of_titles_descriptions_and_headings_stay_texts() {
    for nasty in NASTY {
        let changed = text(&apply(PAGE.as_bytes(), &[title(nasty), description(nasty), heading(nasty)]).html);
        assert_eq!(shape(&changed), shape(PAGE), "{nasty}");
        assert_eq!(texts(&changed, "title"), [nasty]);
        assert_eq!(texts(&changed, "h1"), [nasty]);
        assert_eq!(attribute(&changed, "meta[name=description]", "content").as_deref(), Some(nasty));
    }
}

#[test]
fn texts_stay_texts_in_attributes_with_other_quotes_and_new_elements() {
    for nasty in NASTY {
        for page in ["<meta name=description content='x'>", "<meta name=description content=x>", "<p>x"] {
            let changed = text(&apply(page.as_bytes(), &[title(nasty), description(nasty)]).html);
            let elements = 5 + usize::from(page.contains("<p>"));
            assert_eq!(shape(&changed).len(), elements, "{changed}");
            assert_eq!(attribute(&changed, "meta", "content").as_deref(), Some(nasty));
            assert_eq!(texts(&changed, "title"), [nasty]);
        }
    }
}

#[test]
fn structured_data_stay_data() {
    for nasty in NASTY {
        let json = json!({"@context": "https://schema.org", "@type": "Thing", "name": nasty, nasty: "\u{2028}"});
        let Ok(applied) = try_apply(PAGE.as_bytes(), &[data(json.clone())]) else {
            assert!(nasty.contains("</script"), "{nasty}");
            continue;
        };
        let changed = text(&applied.html);
        assert_eq!(shape(&changed).len(), shape(PAGE).len() + 1, "{nasty}");
        let block = texts(&changed, "script[data-motherlode]").remove(0);
        assert!(!block.contains('<') && !block.contains('&') && !block.contains('\u{2028}'), "{block}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&block).unwrap(), json);
    }
}

#[test]
fn structured_data_with_the_end_of_a_script_are_refused() {
    for nasty in ["</script>", "</SCRIPT x", "a</scRipt"] {
        for json in [
            json!({"@context": "https://schema.org", "@type": "Thing", "name": nasty}),
            json!({"@context": "https://schema.org", "@type": "Thing", nasty: 1}),
        ] {
            assert_eq!(data(json).validate().unwrap_err().to_string(), "json must not contain `</script`");
        }
    }
}

#[test]
fn targets_of_links_cannot_run_scripts_or_leave_their_attribute() {
    for target in [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "//evil.example",
        "/\\evil.example",
        "\\\\evil",
        "/a\" onclick=\"x",
        "/a'b",
        "/a<b",
        "/a b",
        "/a\tb",
        "/a\nb",
        "",
        "a/b",
        "http:evil",
        "https://",
        "https://user:pass@a.example/",
        "ftp://a.example/",
        " /a",
        "https:/a",
        "mailto:a@b.example",
        "/\u{202e}a",
    ] {
        assert_eq!(link("plumber", target).validate().unwrap_err().field, "target", "{target}");
        assert!(try_apply(PAGE.as_bytes(), &[link("emergency plumber", target)]).is_err());
    }
    for target in ["/", "/a/?b=c&d=e#f", "https://a.example/x", "HTTP://a.example", "/%22", "/ü"] {
        link("plumber", target).validate().unwrap();
    }
}

#[test]
fn anchors_are_words_of_the_page_and_not_markup() {
    let page = "<p>&lt;b&gt;x&lt;/b&gt;";
    let changed = text(&apply(page.as_bytes(), &[link("<b>x</b>", "/t")]).html);
    assert_eq!(changed, "<p><a href=\"/t\">&lt;b&gt;x&lt;/b&gt;</a>");
}

#[test]
fn instructions_escape_what_a_person_pastes_as_html() {
    let pasted = edits::instructions(&link("<script>alert(1)</script>", "/a?b=1&c=2"));
    assert_eq!(pasted.snippet, "<a href=\"/a?b=1&amp;c=2\">&lt;script&gt;alert(1)&lt;/script&gt;</a>");
    let json = json!({"@context": "https://schema.org", "@type": "Thing", "name": "<!-- <script>"});
    let pasted = edits::instructions(&data(json)).snippet;
    assert_eq!(pasted.matches('<').count(), 2, "{pasted}");
    assert_eq!(edits::instructions(&title("A & B")).snippet, "A & B");
    let redirect = Change::AddRedirect { from: "/a".to_owned(), to: "/b".to_owned(), permanent: false };
    assert_eq!(edits::instructions(&redirect).snippet, "/a /b 302 (temporary)");
}

#[test]
fn instruction_in_json_names_the_place_where() {
    let written = serde_json::to_value(edits::instructions(&title("A"))).unwrap();
    assert_eq!(
        written,
        json!({"where": "Page /: replace the SEO title of the page (its `title` element).", "snippet": "A"})
    );
}
