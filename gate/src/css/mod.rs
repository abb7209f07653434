//! Style sheets, as far as they can be resolved without a browser.

mod cascade;
mod color;
mod media;
mod selector;
mod sheet;
mod style;
mod value;

pub(crate) use cascade::{Cascade, styles};
pub(crate) use color::{Rgb, contrast};
pub(crate) use media::Screen;
pub(crate) use sheet::{Property, Sheet, parse};
pub(crate) use style::{Background, Style};
