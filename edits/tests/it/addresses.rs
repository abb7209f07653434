//! Files that may contain a page.

use edits::files::candidates;

#[test]
fn candidates_are_the_names_that_servers_look_for() {
    for (path, expected) in [
        ("/", vec!["index.html", "index.htm"]),
        ("/a", vec!["a/index.html", "a.html", "a", "a/index.htm"]),
        ("/a/", vec!["a/index.html", "a/index.htm", "a.html"]),
        ("/a/b.html", vec!["a/b.html"]),
        ("/a/b.HTM", vec!["a/b.HTM"]),
        ("/v1.2", vec!["v1.2/index.html", "v1.2.html", "v1.2", "v1.2/index.htm"]),
        ("/%C3%BC%20x/", vec!["ü x/index.html", "ü x/index.htm", "ü x.html"]),
    ] {
        assert_eq!(candidates(path).unwrap(), expected, "{path}");
    }
}

#[test]
fn paths_that_lead_out_of_the_folder_are_refused() {
    for path in [
        "",
        "a",
        "//a",
        "/..",
        "/../a",
        "/a/..",
        "/a/%2e%2e/b",
        "/%2E%2e",
        "/.%2e/a",
        "/a//b",
        "/a%2fb",
        "/a%2F..%2Fb",
        "/a%5cb",
        "/a\\b",
        "/a%00b",
        "/a\0b",
        "/%0a",
        "/.git/config",
        "/.htaccess",
        "/%2egit",
        "/a/.env",
        "/c:/x",
        "/a::$DATA",
        "/a.",
        "/a%20",
        "/a?b",
        "/a#b",
        "/%ff",
        "/./a",
    ] {
        assert_eq!(candidates(path).unwrap_err().field, "path", "{path}");
    }
    assert!(candidates(&format!("/{}", "a".repeat(251))).is_err());
    assert!(candidates(&format!("/{}", "a/".repeat(1_500))).is_err());
}

#[test]
fn pages_of_programs_are_refused() {
    for path in ["/a.php", "/b/c.ASPX", "/d.jsp"] {
        assert!(candidates(path).unwrap_err().to_string().contains("is created by a program"), "{path}");
    }
}
