//! Sets a report as a PDF: A4 pages with embedded fonts, bounded in number.

mod page;
mod sections;

use base64::{Engine, prelude::BASE64_STANDARD};
use krilla::{Document, SerializeSettings, color::rgb, image::Image, metadata::Metadata};
use shared::domain::report::ReportContent;

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
    if logo.is_some()
        && let Ok(file) = set(content, logo)
    {
        return Ok(file);
    }
    set(content, None)
}

fn set(content: &ReportContent, logo: Option<Image>) -> Result<Vec<u8>, PdfError> {
    let mut document = Document::new_with(SerializeSettings::default());
    let title = format!("{}: {}", content.title, content.host);
    let metadata = Metadata::new().title(title).language("en".to_owned());
    document.set_metadata(metadata.authors(vec![content.brand.name.clone()]));
    let mut sheet = Sheet::new(accent(&content.brand.accent)).ok_or(PdfError::Font)?;
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
