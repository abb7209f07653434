//! Redirects in the files of servers.

use edits::{
    FileError,
    redirects::{Form, Redirect, read, write},
};

use crate::world::{redirect as change, title};

const FORMS: [Form; 3] = [Form::Netlify, Form::Apache, Form::Nginx];

fn redirect(from: &str, to: &str) -> Redirect {
    Redirect { from: from.to_owned(), to: to.to_owned(), permanent: true }
}

fn written(form: Form, file: &str, redirects: &[Redirect]) -> String {
    let once = write(form, file.as_bytes(), redirects).unwrap();
    assert_eq!(write(form, &once, redirects).unwrap(), once, "written twice");
    String::from_utf8(once).unwrap()
}

#[test]
fn forms_are_written_between_comments() {
    let two =
        [redirect("/old", "/new/"), Redirect { permanent: false, ..redirect("/a%20b.html", "https://b.example/?x=1") }];
    assert_eq!(
        written(Form::Netlify, "", &two),
        "# BEGIN Motherlode redirects\n/old /new/ 301\n/a%20b.html https://b.example/?x=1 302\n# END Motherlode redirects\n"
    );
    assert_eq!(
        written(Form::Apache, "", &two),
        "# BEGIN Motherlode redirects\n<IfModule mod_rewrite.c>\nRewriteEngine On\n\
         RewriteRule \"^old$\" \"/new/\" [R=301,L,NE]\n\
         RewriteRule \"^a b\\.html$\" \"https://b.example/?x=1\" [R=302,L,NE]\n</IfModule>\n# END Motherlode redirects\n"
    );
    assert_eq!(
        written(Form::Nginx, "", &two),
        "# BEGIN Motherlode redirects\nlocation = \"/old\" { return 301 \"/new/$is_args$args\"; }\n\
         location = \"/a b.html\" { return 302 \"https://b.example/?x=1\"; }\n# END Motherlode redirects\n"
    );
    let names = FORMS.map(Form::file_name);
    assert_eq!(names, ["_redirects", ".htaccess", "redirects.conf"]);
}

#[test]
fn redirects_are_read_as_they_were_written() {
    let several = [
        redirect("/", "/home/"),
        redirect("/a.b+c(d)", "/e?f=g&h=%41%2525#i"),
        redirect("/%C3%BC", "https://b.example/%20"),
        Redirect { permanent: false, ..redirect("/x/", "/y") },
    ];
    for form in FORMS {
        let file = written(form, "", &several);
        assert_eq!(read(form, file.as_bytes()).unwrap(), several, "{form:?}");
    }
}

#[test]
fn other_lines_are_preserved_and_follow_the_block() {
    for (form, other) in [
        (Form::Netlify, "# mine\n/* /index.html 200\n/x /y 301"),
        (Form::Apache, "# BEGIN WordPress\nRewriteEngine On\nRewriteRule . /index.php [L]\n# END WordPress\n"),
        (Form::Nginx, "location / { }\n"),
    ] {
        let first = written(form, other, &[redirect("/a", "/b")]);
        assert!(first.starts_with("# BEGIN Motherlode redirects\n") && first.ends_with(other), "{first}");
        let second = written(form, &first, &[redirect("/c", "/d"), redirect("/a", "/e")]);
        assert!(second.ends_with(other));
        let own: Vec<Redirect> = read(form, second.as_bytes()).unwrap().into_iter().take(2).collect();
        assert_eq!(own, [redirect("/a", "/e"), redirect("/c", "/d")]);
        assert_eq!(second.matches("BEGIN Motherlode").count(), 1);
    }
}

#[test]
fn block_in_the_middle_stays_there_with_windows_line_breaks() {
    let file = "# top\r\n# BEGIN Motherlode redirects\r\n/a /b 301\r\n# END Motherlode redirects\r\n/c /d\r\n";
    assert_eq!(
        written(Form::Netlify, file, &[redirect("/e", "/f")]),
        file.replace("/b 301\r\n", "/b 301\r\n/e /f 301\r\n")
    );
}

#[test]
fn redirect_that_a_file_has_already_is_not_added() {
    for file in ["/a /b\n", "/a  /b 301!\n", "/a /b 308 # why\n"] {
        assert_eq!(written(Form::Netlify, file, &[redirect("/a", "/b")]), file);
    }
}

#[test]
fn lines_of_netlify_that_do_more_than_redirect_a_path_are_left_out() {
    let file =
        "/* /x 301\n/a/:b /c 301\n/d id=:id /e 301\n/f /g 200\n/h /i 301 Country=us\nbroken\n\n# /j /k\n/l /m 302\n";
    let found = read(Form::Netlify, file.as_bytes()).unwrap();
    assert_eq!(found, [Redirect { permanent: false, ..redirect("/l", "/m") }]);
}

#[test]
fn redirects_in_a_circle_are_refused() {
    let problem = write(Form::Netlify, b"/b /c\n/c /a\n", &[redirect("/a", "/b")]).unwrap_err();
    assert_eq!(problem.to_string(), "to redirects back to `from`");
    for form in FORMS {
        assert!(write(form, b"", &[redirect("/a", "/b"), redirect("/b", "/a")]).is_err());
    }
    // A circle of others is not ours to mend, and does not hang.
    write(Form::Netlify, b"/b /c\n/c /b\n", &[redirect("/a", "/b")]).unwrap();
}

#[test]
fn hostile_addresses_do_not_become_directives() {
    for (from, to) in [
        ("/a\n/x", "/b"),
        ("/a", "/b\n/x /y"),
        ("/a b", "/b"),
        ("/a", "/b c"),
        ("/a%0Ab", "/b"),
        ("/a", "/b\"; }"),
        ("/a%22", "/b"),
        ("/a", "/$host"),
        ("/a%7B", "/b"),
        ("/a", "/b{"),
        ("/a\\", "/b"),
        ("/a", "/b\\"),
        ("/%24x", "/b"),
        ("/a", "/b;\u{85}"),
    ] {
        for form in FORMS {
            assert!(matches!(write(form, b"", &[redirect(from, to)]), Err(FileError::Redirect(_))), "{from} {to}");
        }
    }
    let rule = written(Form::Apache, "", &[redirect("/a.(b)+c", "/%1%7BHOST%7D")]);
    assert!(rule.contains(r#"RewriteRule "^a\.\(b\)\+c$" "/\%1\%7BHOST\%7D" [R=301,L,NE]"#), "{rule}");
}

#[test]
fn broken_files_are_refused() {
    for file in [
        "# BEGIN Motherlode redirects\n/a /b\n",
        "# END Motherlode redirects\n",
        "# END Motherlode redirects\n# BEGIN Motherlode redirects\n",
    ] {
        let problem = write(Form::Netlify, file.as_bytes(), &[redirect("/a", "/b")]).unwrap_err();
        assert_eq!(problem, FileError::Markers { path: "_redirects".to_owned() });
    }
    assert!(matches!(read(Form::Apache, b"\xff"), Err(FileError::NotText { .. })));
    assert!(matches!(read(Form::Apache, &vec![b'x'; edits::MOST_BYTES + 1]), Err(FileError::TooLarge { .. })));
}

#[test]
fn redirect_is_made_from_its_change_only() {
    assert_eq!(Redirect::from_change(&change("/a", "/b")), Some(redirect("/a", "/b")));
    assert_eq!(Redirect::from_change(&title("A")), None);
}
