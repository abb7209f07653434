//! Tables whose columns a user assigns: a target, a field for each column and a period from the first bytes, then the file.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use shared::domain::import::{ColumnMapping, ImportOptions};
use workers::collect::import::{Options, Watch, preview, preview_with, read_with};

const CURRENCIES: [Option<&str>; 4] = [None, Some("USD"), Some("EUR"), Some("nonsense")];

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, file)) = bytes.split_first_chunk::<8>() else { return };
    let Ok(found) = preview(Cursor::new(file), "x.csv", &Watch::default()) else { return };
    let Some(target) = found.targets.get(usize::from(choice[0]) % found.targets.len().max(1)) else { return };
    let field = |at: usize| {
        let number = usize::from(choice[1 + at % 6]).wrapping_add(at);
        target.fields.get(number % (target.fields.len() + 1)).map(|field| field.name.clone())
    };
    let offers = found.files.iter().filter_map(|file| file.mapping.as_ref());
    let mappings = offers.map(|offer| ColumnMapping {
        fingerprint: offer.fingerprint.clone(),
        target: target.name.clone(),
        columns: (0..offer.headers.len() + usize::from(choice[7] & 1)).map(field).collect(),
        currency: CURRENCIES[usize::from(choice[7] >> 6)].map(str::to_owned),
    });
    let mappings: Vec<ColumnMapping> = mappings.collect();
    let options = Options {
        options: ImportOptions { mappings: mappings.clone(), ..ImportOptions::default() },
        saved: mappings,
        latest_day: None,
    };
    let _ = preview_with(Cursor::new(file), "x.csv", &options, &Watch::default());
    let _ = read_with(Cursor::new(file), "x.csv", &options, &Watch::default(), &mut |_| Ok(()), &mut |_| {});
});
