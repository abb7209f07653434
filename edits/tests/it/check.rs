//! Comparison of pages with changes.

use edits::{Change, Checked};
use url::Url;

use crate::world::{PAGE, description, heading, link, never, organization, redirect, title};

fn check(html: &str, change: &Change) -> Checked {
    edits::check(html.as_bytes(), change, &never).unwrap()
}

fn checked(is_applied: bool, found: Option<&str>) -> Checked {
    Checked { is_applied, found: found.map(str::to_owned) }
}

#[test]
fn check_returns_what_the_page_shows() {
    assert_eq!(check(PAGE, &title("Old title")), checked(true, Some("Old title")));
    assert_eq!(check(PAGE, &title("New")), checked(false, Some("Old title")));
    assert_eq!(check("<p>", &title("New")), checked(false, None));
    assert_eq!(check(PAGE, &description("Old  description")), checked(true, Some("Old description")));
    assert_eq!(check(PAGE, &heading("x")), checked(false, Some("Emergency plumber in Tulsa")));
    assert_eq!(check(PAGE, &organization("x")), checked(false, None));
    assert_eq!(check(PAGE, &link("emergency plumber", "/e/")), checked(false, None));
}

#[test]
fn check_accepts_what_a_person_or_a_content_management_system_writes() {
    let page = "<title>A &#038; B&#8217;s</title><h1><span>New</span> <em>heading</em></h1>\
                <p><a class=x rel=noopener href='/e/'><b>Emergency</b> plumber</a></p>\
                <script type='application/ld+json'>{\"name\": \"x\", \"@type\":\"Organization\",\
                \"@context\":\"https:\\/\\/schema.org\"}</script>";
    for change in [title("A & B’s"), heading("New heading"), link("emergency plumber", "/e/"), organization("x")] {
        assert!(check(page, &change).is_applied, "{change:?}");
    }
}

#[test]
fn check_of_a_link_returns_where_the_words_lead() {
    assert_eq!(check("<p><a href=/other>Plumber</a>", &link("plumber", "/e/")), checked(false, Some("/other")));
    assert_eq!(check("<nav><a href=/e/>Plumber</a></nav>", &link("plumber", "/e/")), checked(false, None));
}

#[test]
fn check_shortens_what_it_found() {
    let page = format!("<title>{}</title>", "é".repeat(5_000));
    assert_eq!(check(&page, &title("A")).found.unwrap().chars().count(), 1_000);
}

#[test]
fn redirect_is_applied_if_status_and_address_agree() {
    let base = Url::parse("https://a.example/old").unwrap();
    let check = |change: &Change, status, location| edits::check_redirect(change, status, location, &base);
    let permanent = redirect("/old", "/new/");
    assert_eq!(
        check(&permanent, 301, Some("https://a.example/new/")),
        checked(true, Some("301 https://a.example/new/"))
    );
    assert!(check(&permanent, 308, Some("/new/")).is_applied);
    assert!(!check(&permanent, 302, Some("/new/")).is_applied);
    assert!(!check(&permanent, 301, Some("https://b.example/new/")).is_applied);
    assert!(!check(&permanent, 301, Some("/new")).is_applied);
    assert!(!check(&permanent, 301, Some("https://")).is_applied);
    assert_eq!(check(&permanent, 404, None), checked(false, Some("404")));
    let temporary =
        Change::AddRedirect { from: "/old".to_owned(), to: "https://b.example/".to_owned(), permanent: false };
    assert!(check(&temporary, 307, Some("https://b.example")).is_applied);
    assert!(!check(&temporary, 301, Some("https://b.example")).is_applied);
    assert!(!check(&title("A"), 301, Some("/new/")).is_applied);
}
