//! Style sheets, as far as they can be resolved without a browser.

mod cascade;
mod color;
mod media;
mod memo;
mod selector;
mod sheet;
mod style;
mod styles;
mod value;

pub(crate) use cascade::Cascade;
pub(crate) use color::{Rgb, contrast};
pub(crate) use media::Screen;
pub(crate) use sheet::{Property, Sheet, parse};
pub(crate) use style::{Background, Style};
pub(crate) use styles::Styles;
