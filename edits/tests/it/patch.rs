//! Patches that the real tools apply.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use edits::{FileError, PatchFile, patch};

use crate::world::{PAGE, apply, description, link, title};

struct File<'a>(&'a str, Option<&'a [u8]>, &'a [u8]);

/// Runs a program in a folder with the patch as its input.
fn run(program: &str, arguments: &[&str], folder: &Path, patch: &Path) {
    let input = fs::File::open(patch).unwrap();
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).stdin(Stdio::from(input)).env("GIT_CEILING_DIRECTORIES", folder);
    let output = command.output().unwrap();
    assert!(
        output.status.success(),
        "{program}: {}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

/// Writes a patch, applies it with git and with patch, compares the files, and takes it back.
fn round_trip(files: &[File<'_>]) {
    let written: Vec<PatchFile<'_>> =
        files.iter().map(|File(path, before, after)| PatchFile { path, before: *before, after }).collect();
    let bytes = patch(&written).unwrap();
    let mut tools =
        vec![("git", vec!["apply", "-p1", "--whitespace=nowarn"], vec!["apply", "-R", "-p1", "--whitespace=nowarn"])];
    if is_installed("patch") {
        tools.push(("patch", vec!["-p1", "--binary", "--quiet"], vec!["-R", "-p1", "--binary", "--quiet"]));
    }
    for (program, forward, back) in tools {
        let folder = tempfile::tempdir().unwrap();
        let patch = folder.path().join("the.patch");
        fs::write(&patch, &bytes).unwrap();
        let site = folder.path().join("site");
        fs::create_dir(&site).unwrap();
        for File(path, before, _) in files {
            fs::create_dir_all(site.join(path).parent().unwrap()).unwrap();
            if let Some(before) = before {
                fs::write(site.join(path), before).unwrap();
            }
        }
        run(program, &forward, &site, &patch);
        for File(path, _, after) in files {
            assert_eq!(fs::read(site.join(path)).unwrap(), *after, "{program} {path}");
        }
        run(program, &back, &site, &patch);
        for File(path, before, _) in files {
            assert_eq!(fs::read(site.join(path)).ok().as_deref(), *before, "{program} {path} back");
        }
    }
}

#[test]
fn patch_of_changed_pages_is_applied_and_taken_back_by_git_and_patch() {
    let page = apply(PAGE.as_bytes(), &[title("A"), description("B"), link("emergency plumber", "/e/")]).html;
    let windows = PAGE.replace('\n', "\r\n");
    let windows_page = apply(windows.as_bytes(), &[title("A"), description("B")]).html;
    round_trip(&[
        File("index.html", Some(PAGE.as_bytes()), &page),
        File("a/b/windows.html", Some(windows.as_bytes()), &windows_page),
        File("_redirects", None, b"/a /b 301\n"),
    ]);
}

#[test]
fn files_without_a_last_line_break_are_patched() {
    for (before, after) in [
        ("a", "b"),
        ("a\nb", "a\nc"),
        ("a\nb", "a\nb\n"),
        ("a\nb\n", "a\nb"),
        ("a\nb\nc\nd\ne", "x\nb\nc\nd\ne"),
        ("a", "a\nb"),
        ("a\nb", "a"),
        ("\n", "x"),
        ("x\r", "y\r"),
    ] {
        round_trip(&[File("index.html", Some(before.as_bytes()), after.as_bytes())]);
    }
    round_trip(&[File("new.html", None, b"a\nb")]);
}

#[test]
fn bytes_of_other_encodings_are_patched() {
    let before = b"<meta charset=latin1>\n<title>caf\xe9</title>\n<p>\xff\xfe";
    let after = apply(before, &[title("Thé")]).html;
    round_trip(&[File("index.html", Some(before), &after)]);
}

#[test]
fn unusual_names_are_patched() {
    for path in
        ["with space.html", "two  spaces/ü.html", "quote\"d.html", "名前.html", "a'b.html", "-x.html", "b/b.html"]
    {
        round_trip(&[File(path, Some(b"a\n"), b"b\n"), File("new file.html", None, b"x\n")]);
    }
}

#[test]
fn line_of_a_megabyte_is_patched() {
    let before = format!("{}<title>x</title>", "<p>y</p>".repeat(131_072));
    let after = apply(before.as_bytes(), &[title("A")]).html;
    round_trip(&[File("index.html", Some(before.as_bytes()), &after)]);
}

#[test]
fn patch_leaves_equal_files_out() {
    assert!(patch(&[PatchFile { path: "a.html", before: Some(b"x"), after: b"x" }]).unwrap().is_empty());
    assert!(patch(&[]).unwrap().is_empty());
}

#[test]
fn paths_outside_of_the_folder_are_refused() {
    for path in
        ["", "/a", "../a", "a/../b", "a//b", "./a", "a/", ".git/config", "a/.GIT/x", "a\nb", "a\0b", "a\\b", "a/.."]
    {
        let problem = patch(&[PatchFile { path, before: None, after: b"x" }]).unwrap_err();
        assert!(matches!(problem, FileError::Path { .. }), "{path}");
    }
}

#[test]
fn file_over_the_limit_is_refused() {
    let large = vec![b'x'; 2 * edits::MOST_BYTES + 1];
    let problem = patch(&[PatchFile { path: "a.html", before: Some(b"x"), after: &large }]).unwrap_err();
    assert!(problem.to_string().starts_with("`a.html` is larger than"));
}
