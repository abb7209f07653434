//! Links in the main content.

use edits::OutcomeStatus;

use crate::world::{PAGE, applied, apply, impossible, link, text, texts};

const TARGET: &str = "/target/";

/// Adds a link to `plumber now`, and returns the page with the link written as brackets.
fn linked(page: &str) -> String {
    let changed = applied(page, link("plumber now", TARGET));
    assert_eq!(texts(&changed, "a[href='/target/']").len(), 1, "{changed}");
    changed.replace("<a href=\"/target/\">", "[").replacen("</a>", "]", 1)
}

#[test]
fn first_occurrence_in_the_main_content_is_linked() {
    let changed = applied(PAGE, link("emergency plumber", "/e/?a=1&b=2"));
    let expected =
        PAGE.replacen("Call an emergency plumber", "Call an <a href=\"/e/?a=1&amp;b=2\">emergency plumber</a>", 1);
    assert_eq!(changed, expected);
}

#[test]
fn words_are_found_in_any_case_across_white_space_and_inline_elements() {
    for (before, after) in [
        ("<p>Plumber Now", "<p>[Plumber Now]"),
        ("<p>plumber\n   now!", "<p>[plumber\n   now]!"),
        ("<p>plumber&nbsp;now", "<p>[plumber&nbsp;now]"),
        ("<p>plum&shy;ber&#32;now", "<p>[plum&shy;ber&#32;now]"),
        ("<p>plumber<br>now", "<p>[plumber<br>now]"),
        ("<p>plumber <b>now</b>.", "<p>[plumber <b>now</b>]."),
        ("<p><b>plumber</b> now", "<p>[<b>plumber</b> now]"),
        ("<p><b>plumber now</b>", "<p><b>[plumber now]</b>"),
        ("<p><i><b>plumber</b> now</i>", "<p><i>[<b>plumber</b> now]</i>"),
        ("<p><i><b>plumber</b></i> <u>now</u>", "<p>[<i><b>plumber</b></i> <u>now</u>]"),
        ("<p>plum<wbr>ber now", "<p>[plum<wbr>ber now]"),
        ("<p>plumber <!-- c -->now", "<p>[plumber <!-- c -->now]"),
        ("<ul><li>plumber now<li>x</ul>", "<ul><li>[plumber now]<li>x</ul>"),
        ("<ul><li>x<ul><li>y</ul>plumber now</ul>", "<ul><li>x<ul><li>y</ul>[plumber now]</ul>"),
        ("<form><p>plumber now</form>", "<form><p>[plumber now]</form>"),
        ("<table><td><p>plumber now</table>", "<table><td><p>[plumber now]</table>"),
    ] {
        assert_eq!(linked(before), after);
    }
}

#[test]
fn words_that_cannot_be_one_link_are_skipped() {
    for (before, after) in [
        ("<p>x <b>a plumber</b> now, plumber now", "<p>x <b>a plumber</b> now, [plumber now]"),
        ("<p>plumber <b>now or</b> plumber now", "<p>plumber <b>now or</b> [plumber now]"),
        ("<p>plumber <img> now, plumber now", "<p>plumber <img> now, [plumber now]"),
        ("<p>plumber</p><p>now</p><p>plumber now</p>", "<p>plumber</p><p>now</p><p>[plumber now]</p>"),
        (
            "<li><b>x<ul><li>y</ul>plumber</b> now<p>plumber now",
            "<li><b>x<ul><li>y</ul>plumber</b> now<p>[plumber now]",
        ),
        ("<p>subplumber now plumber nowhere plumber now", "<p>subplumber now plumber nowhere [plumber now]"),
        ("<p>plumber now's plumber now", "<p>plumber now's [plumber now]"),
    ] {
        assert_eq!(linked(before), after);
    }
}

#[test]
fn words_outside_of_paragraphs_of_the_main_content_are_not_linked() {
    for page in [
        "<p><a href=/x>plumber now</a>",
        "<p><a href=/x>hire a plumber now</a>",
        "<p><a>plumber now</a>",
        "<a href=/x><p>plumber now</p></a>",
        "<a href=/x><p>x<p>plumber now",
        "<div>plumber now</div>",
        "plumber now",
        "<h2>plumber now</h2>",
        "<li><h3>plumber now</h3></li>",
        "<nav><p>plumber now</p></nav>",
        "<div role=navigation><p>plumber now</p></div>",
        "<header><p>plumber now</p></header>",
        "<footer><li>plumber now</li></footer>",
        "<aside><p>plumber now</p></aside>",
        "<p><button>plumber now</button>",
        "<p><label>plumber now</label>",
        "<p><code>plumber now</code>",
        "<p><script>plumber now</script>",
        "<p><style>plumber now</style>",
        "<p><textarea>plumber now</textarea>",
        "<p><select><option>plumber now</select>",
        "<p><svg><text>plumber now</text></svg>",
        "<p><math><mi>plumber now</mi></math>",
        "<template><p>plumber now</p></template>",
        "<noscript><p>plumber now</p></noscript>",
        "<p hidden>plumber now</p>",
        "<div aria-hidden=true><p>plumber now</p></div>",
        "<p><x-y>plumber now</x-y></p>",
        "<!-- <p>plumber now</p> -->",
        "<p title='plumber now'>x</p>",
        "<main><p>x</p></main><p>plumber now</p>",
        "<p>plumber now</p><main><p>x</p></main>",
        "<article><p>x</p></article><p>plumber now</p>",
        "<p>x<h2>y</h2>plumber now",
        "<title><p>plumber now</p></title>",
    ] {
        assert_eq!(
            impossible(page, &link("plumber now", TARGET)),
            "no paragraph and no list item of the main content has these words outside of links",
            "{page}"
        );
    }
}

#[test]
fn words_that_are_linked_to_the_target_already_are_left() {
    for page in [
        "<p>plumber now or <a href='/target/'>Plumber  <b>now</b></a>",
        "<div><a href=/target/>plumber now</a></div><p>plumber now",
    ] {
        let unchanged = apply(page.as_bytes(), &[link("plumber now", TARGET)]);
        assert_eq!(unchanged.outcomes[0].status, OutcomeStatus::Unchanged, "{page}");
    }
}

#[test]
fn link_of_the_navigation_does_not_count() {
    let page = "<nav><a href=/target/>plumber now</a></nav><p>plumber now";
    let changed = text(&apply(page.as_bytes(), &[link("plumber now", TARGET)]).html);
    assert!(changed.ends_with("<p><a href=\"/target/\">plumber now</a>"), "{changed}");
}

#[test]
fn words_that_are_linked_elsewhere_are_linked_at_their_next_occurrence() {
    let page = "<p>plumber now and plumber now";
    let changed = apply(page.as_bytes(), &[link("plumber now", "/a/"), link("plumber now", "/b/")]);
    assert_eq!(text(&changed.html), "<p><a href=\"/a/\">plumber now</a> and <a href=\"/b/\">plumber now</a>");
}

#[test]
fn words_of_other_scripts_are_found() {
    for (page, anchor, expected) in [
        ("<p dir=rtl>اتصل بنا: سباك الطوارئ في تولسا", "سباك الطوارئ", "<p dir=rtl>اتصل بنا: [سباك الطوارئ] في تولسا"),
        ("<p>東京の水道修理です", "水道修理", "<p>東京の[水道修理]です"),
        ("<p>Über ÉCOLE", "école", "<p>Über [ÉCOLE]"),
        ("<p>plumber&rsquo;s day", "plumber's day", "<p>[plumber&rsquo;s day]"),
        ("<p>Tom &amp; Jerry", "tom & jerry", "<p>[Tom &amp; Jerry]"),
        ("<p>a&lt;b &zzz; c", "a<b &zzz;", "<p>[a&lt;b &zzz;] c"),
    ] {
        let changed = applied(page, link(anchor, TARGET));
        assert_eq!(changed.replace("<a href=\"/target/\">", "[").replace("</a>", "]"), expected);
    }
}
