//! Differences for display.

use edits::{Hunk, HunkLineKind, diff};

/// Returns a hunk as a patch writes it.
fn shown(hunk: &Hunk) -> String {
    let mark = |kind| match kind {
        HunkLineKind::Context => ' ',
        HunkLineKind::Removed => '-',
        HunkLineKind::Added => '+',
    };
    let head = format!("{},{} {},{}", hunk.before_start, hunk.before_lines, hunk.after_start, hunk.after_lines);
    let lines: Vec<String> = hunk.lines.iter().map(|line| format!("{}{}", mark(line.kind), line.text)).collect();
    format!("{head}\n{}", lines.join("\n"))
}

fn numbered(count: usize) -> String {
    (1..=count).map(|number| format!("{number}\n")).collect()
}

#[test]
fn equal_files_have_no_differences() {
    assert!(diff(b"", b"").is_empty());
    assert!(diff(b"a\r\nb", b"a\r\nb").is_empty());
}

#[test]
fn difference_has_three_lines_around_it() {
    let before = numbered(10);
    let hunks = diff(before.as_bytes(), before.replace("5\n", "five\nV\n").as_bytes());
    assert_eq!(hunks.iter().map(shown).collect::<Vec<_>>(), ["2,7 2,8\n 2\n 3\n 4\n-5\n+five\n+V\n 6\n 7\n 8"]);
    assert!(!hunks[0].is_clipped);
}

#[test]
fn near_differences_are_one_hunk_and_far_ones_are_two() {
    let before = numbered(30);
    let near = before.replace("\n5\n", "\nx\n").replace("\n12\n", "\ny\n");
    assert_eq!(diff(before.as_bytes(), near.as_bytes()).len(), 1);
    let far = before.replace("\n5\n", "\nx\n").replace("\n13\n", "\ny\n");
    let hunks = diff(before.as_bytes(), far.as_bytes());
    assert_eq!(hunks.iter().map(|hunk| (hunk.before_start, hunk.after_lines)).collect::<Vec<_>>(), [(2, 7), (10, 7)]);
}

#[test]
fn empty_versions_start_at_line_zero() {
    assert_eq!(shown(&diff(b"", b"a\nb")[0]), "0,0 1,2\n+a\n+b");
    assert_eq!(shown(&diff(b"a\n", b"")[0]), "1,1 0,0\n-a");
}

#[test]
fn long_lines_show_only_what_differs() {
    let line = "é".repeat(10_000);
    let hunks = diff(format!("{line}old{line}\n{line}").as_bytes(), format!("{line}new{line}\n{line}").as_bytes());
    let around = "é".repeat(60);
    let expected = format!("1,2 1,2\n-…{around}old{around}…\n+…{around}new{around}…\n {around}{around}…");
    assert_eq!(shown(&hunks[0]), expected);
}

#[test]
fn many_lines_are_clipped_but_counted() {
    let hunks = diff(numbered(2_000).as_bytes(), b"x\n");
    assert_eq!((hunks.len(), hunks[0].before_lines, hunks[0].lines.len(), hunks[0].is_clipped), (1, 2_000, 500, true));
}

#[test]
fn large_files_without_common_lines_are_compared_in_bounded_time() {
    let before: String = (0..200_000).map(|number| format!("a{number}\n")).collect();
    let after: String = (0..200_000).map(|number| format!("b{number}\n")).collect();
    assert_eq!(diff(before.as_bytes(), after.as_bytes()).len(), 1);
    assert!(diff("\n".repeat(5_000_000).as_bytes(), "\n".repeat(4_999_000).as_bytes())[0].is_clipped);
}
