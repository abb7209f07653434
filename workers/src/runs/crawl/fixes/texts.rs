//! Alternative texts of images.

use edits::Change;

use super::{Case, Fix, Outcome};

/// Longest address of an image that is certain to be whole, in bytes.
const LONGEST_ADDRESS: usize = 500;

/// Takes the caption of an image: the page itself says what it shows.
pub(super) fn alt_missing(case: &Case<'_>) -> Outcome {
    let Some(page) = case.visit.page else { return Outcome::default() };
    let mut outcome = Outcome::default();
    for image in page.images.iter().filter(|image| image.alt.is_none() && !image.is_labelled) {
        let is_whole = !image.src.is_empty() && image.src.len() < LONGEST_ADDRESS;
        match image.caption.clone().filter(|_| is_whole) {
            Some(text) => {
                let (path, image) = (case.path.clone(), image.src.clone());
                outcome.fixes.push(Fix {
                    page: case.visit.url.to_string(),
                    change: Change::SetAlternativeText { path, image, text: text.clone() },
                    before: None,
                    after: text,
                    basis: "the caption of the image".to_owned(),
                });
            }
            None => outcome.need = Some("Images without a caption: describe what they show.".to_owned()),
        }
    }
    outcome
}
