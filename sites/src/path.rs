//! Paths of pages.

/// Maximum number of characters of a path.
const LONGEST: usize = 200;

/// Checks the path of a page: `/`, or words of lower-case letters, digits and hyphens between slashes.
///
/// # Errors
/// Returns the problem, phrased to follow the field's name.
pub(crate) fn check(path: &str) -> Result<(), String> {
    if path == "/" {
        return Ok(());
    }
    let is_word =
        |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    let inner = path.strip_prefix('/').and_then(|rest| rest.strip_suffix('/'));
    if path.len() > LONGEST || !inner.is_some_and(|inner| inner.split('/').all(is_word)) {
        let shown: String = path.chars().take(60).collect();
        return Err(format!(
            "`{shown}` must be lower-case words, digits and hyphens between slashes, such as `/cost/`, at most {LONGEST} \
             characters"
        ));
    }
    if inner.is_some_and(|inner| inner.split('/').next() == Some("assets")) {
        return Err(format!("`{path}` is in the folder of the style sheet"));
    }
    Ok(())
}

/// Folders of a site in which a person cannot add a page.
const RESERVED: [&str; 2] = ["areas", "assets"];

/// Returns the path of a page that a person adds: `Permits in Tulsa` and `/permits-in-tulsa/` both become `/permits-in-tulsa/`.
///
/// # Errors
/// Returns the problem, phrased to follow the field's name.
pub fn own_path(words: &str) -> Result<String, String> {
    let words = words.trim();
    let path = if words.starts_with('/') { words.to_owned() } else { format!("/{}/", slug(words)) };
    if path == "//" {
        return Err("must have a letter from a to z or a digit".to_owned());
    }
    check(&path)?;
    let inner = path.trim_matches('/');
    if inner.is_empty() || inner.contains('/') || RESERVED.contains(&inner) {
        return Err(format!(
            "`{path}` must be one part between slashes, such as `/permits/`, and none of the site's own folders"
        ));
    }
    Ok(path)
}

/// Returns the words of a text as a part of a path: `St. John's, NL` becomes `st-john-s-nl`.
pub(crate) fn slug(text: &str) -> String {
    let mut slug = String::new();
    for letter in text.chars().map(plain) {
        if letter.is_ascii_alphanumeric() {
            slug.push(letter.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(80);
    slug.trim_matches('-').to_owned()
}

/// Returns a Latin letter without its accent; other letters as they are.
pub(crate) fn plain(letter: char) -> char {
    match letter {
        'à'..='å' | 'À'..='Å' | 'ā' | 'ă' => 'a',
        'ç' | 'Ç' => 'c',
        'è'..='ë' | 'È'..='Ë' => 'e',
        'ì'..='ï' | 'Ì'..='Ï' => 'i',
        'ñ' | 'Ñ' => 'n',
        'ò'..='ö' | 'Ò'..='Ö' | 'ō' => 'o',
        'ù'..='ü' | 'Ù'..='Ü' => 'u',
        other => other,
    }
}
