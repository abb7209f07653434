//! Sets a report as a PDF: A4 pages with embedded fonts, bounded in number.

mod fonts;
mod page;
mod sections;

use base64::{Engine, prelude::BASE64_STANDARD};
use krilla::{Document, SerializeSettings, color::rgb, image::Image, metadata::Metadata};
use shared::domain::report::ReportContent;

use fonts::Fonts;
pub use fonts::{FontError, use_font};
use page::Sheet;

/// Error for a report that cannot be set.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// A built-in font cannot be read.
    #[error("a built-in font cannot be read")]
    Font,
    /// The file cannot be written.
    #[error("the PDF cannot be written: {0}")]
    Write(String),
}

/// Sets a report as a PDF. A logo that cannot be read is left out.
///
/// # Errors
/// Returns a [`PdfError`] if the file cannot be written.
pub fn pdf(content: &ReportContent) -> Result<Vec<u8>, PdfError> {
    let logo = content.brand.logo.as_deref().and_then(logo);
    let fonts = || Fonts::new().ok_or(PdfError::Font);
    if logo.is_some()
        && let Ok(file) = set(content, logo, fonts()?)
    {
        return Ok(file);
    }
    set(content, None, fonts()?)
}

fn set(content: &ReportContent, logo: Option<Image>, fonts: Fonts) -> Result<Vec<u8>, PdfError> {
    let mut document = Document::new_with(SerializeSettings::default());
    let title = format!("{}: {}", content.title, content.host);
    let metadata = Metadata::new().title(title).language("en".to_owned());
    let brand = &content.brand.name;
    // Readers of a report know its sender only, so that no program is named.
    let metadata = metadata.authors(vec![brand.clone()]).creator(brand.clone()).producer(brand.clone());
    document.set_metadata(metadata);
    let mut sheet = Sheet::new(fonts, accent(&content.brand.accent));
    cover(&mut sheet, content, logo);
    sections::all(&mut sheet, content);
    sheet.write(&mut document, &format!("{}  ·  {}", content.brand.name, content.host));
    document.finish().map_err(|error| PdfError::Write(format!("{error:?}")))
}

fn cover(sheet: &mut Sheet, content: &ReportContent, logo: Option<Image>) {
    if let Some(logo) = logo {
        sheet.image(logo);
    }
    sheet.text(&content.brand.name, 11.0, false);
    sheet.band();
    sheet.text(&content.title, 24.0, true);
    sheet.text(&format!("{} ({})", content.website, content.host), 12.0, false);
    let (period, previous) = (content.period, content.previous);
    sheet.small(&format!(
        "{} to {}, compared with {} to {}. Made on {}.",
        period.from,
        period.to,
        previous.from,
        previous.to,
        content.made_at.date_naive()
    ));
}

/// Returns the picture of a `data:` address.
fn logo(url: &str) -> Option<Image> {
    let (kind, encoded) = url.strip_prefix("data:")?.split_once(";base64,")?;
    let bytes = BASE64_STANDARD.decode(encoded).ok()?;
    let read = match kind {
        "image/png" => Image::from_png(bytes.into(), true),
        "image/jpeg" => Image::from_jpeg(bytes.into(), true),
        _ => Image::from_webp(bytes.into(), true),
    };
    read.ok()
}

/// Returns a color of the form `#rrggbb`; black if it has another form.
fn accent(text: &str) -> rgb::Color {
    let part = |at: usize| text.get(at..at + 2).and_then(|part| u8::from_str_radix(part, 16).ok()).unwrap_or(0);
    rgb::Color::new(part(1), part(3), part(5))
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, NaiveDate};
    use shared::domain::report::{ReportBrand, ReportPeriod};

    use super::{fonts::Fallback, *};

    fn content(title: &str) -> ReportContent {
        let day = NaiveDate::from_ymd_opt(2026, 9, 30).expect("a day");
        let period = ReportPeriod { from: day, to: day };
        ReportContent {
            title: title.to_owned(),
            website: "example.com".to_owned(),
            host: "example.com".to_owned(),
            brand: ReportBrand { name: "Lovelace Media".to_owned(), accent: "#1d4ed8".to_owned(), logo: None },
            period,
            previous: period,
            made_at: DateTime::UNIX_EPOCH,
            sections: Vec::new(),
            search: None,
            visits: None,
            ranks: None,
            issues: None,
            changes: None,
            revenue: None,
            actions: None,
            missing: Vec::new(),
        }
    }

    fn made(title: &str, fallback: Option<Fallback>) -> Vec<u8> {
        set(&content(title), None, Fonts::with(fallback).expect("fonts")).expect("a file")
    }

    fn has(file: &[u8], text: &str) -> bool {
        file.windows(text.len()).any(|part| part == text.as_bytes())
    }

    #[test]
    fn file_names_its_sender_and_no_program() {
        let file = made("Search report", None);
        assert!(has(&file, "/Producer(Lovelace Media)") || has(&file, "/Producer (Lovelace Media)"));
        for program in ["Motherlode", "krilla", "motherlode"] {
            assert!(!has(&file, program), "{program}");
        }
    }

    #[test]
    fn fallback_is_embedded_only_for_its_characters_and_only_with_those_used() {
        let fallback = Some(Fallback::of_tests());
        let (plain, japanese) = (made("Search report", fallback), made("東京の水道", fallback));
        assert!(has(&japanese, "NotoSansCJK") && !has(&plain, "NotoSansCJK"));
        assert!(!has(&made("東京の水道", None), "NotoSansCJK"));
        assert!(japanese.len() < plain.len() + 20_000, "{} and {} bytes", japanese.len(), plain.len());
    }
}
