//! Reports for clients: [`make`] freezes their content from stored data, [`pdf()`] sets it on pages, and [`letter()`] composes
//! the email. Every figure comes from the store with its source and date; a section without data says what to connect.

mod content;
mod format;
mod letter;
mod pdf;

pub use content::{Order, make};
pub use letter::{file_name, letter, link};
pub use pdf::{FontError, PdfError, pdf, use_font};
