//! Detects the container of an upload by its first bytes, and lists its tables. File names are ignored.

use std::io::{self, Read, Seek, SeekFrom};

use flate2::read::MultiGzDecoder;
use serde::{Deserialize, Serialize};

use super::archive::{Archive, Bounded, is_zip};
use super::error::ImportError;
use super::limits;
use super::name::shown_name;
use super::read_error::read_error;
use super::rows::Rows;
use super::table::{Meter, Table};
use super::watch::Watch;
use super::workbook::Workbook;

/// Container of an upload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ContainerKind {
    /// One table as text, also packed with gzip.
    Text,
    /// Several tables as text in a zip archive.
    Zip,
    /// Tables on the sheets of an Excel workbook.
    Xlsx,
}

/// An opened upload.
pub(super) enum Container<R: Read + Seek> {
    Text {
        source: R,
        table: Table,
        meter: Meter,
        /// Packed bytes and the meter of those read, if it is packed with gzip.
        packed: Option<(u64, Meter)>,
    },
    Zip(Archive<R>),
    Xlsx(Box<Workbook<R>>),
}

impl<R: Read + Seek> Container<R> {
    /// Opens an upload.
    pub(super) fn open(mut source: R, file_name: &str, watch: &Watch) -> Result<Self, ImportError> {
        let file = shown_name(file_name);
        let io = |error| read_error(&file, error);
        let bytes = source.seek(SeekFrom::End(0)).map_err(io)?;
        source.seek(SeekFrom::Start(0)).map_err(io)?;
        if bytes == 0 {
            return Err(ImportError::Empty { file });
        }
        let mut magic = Vec::with_capacity(16);
        source.by_ref().take(16).read_to_end(&mut magic).map_err(io)?;
        if is_zip(&magic) {
            return open_zip(source, file, bytes, Meter::new(watch.clone()));
        }
        let meter = Meter::new(watch.clone());
        if magic.starts_with(GZIP) {
            let packed = Some((bytes, Meter::new(watch.clone())));
            return Ok(Self::Text { source, table: Table { name: file, bytes }, meter, packed });
        }
        refuse_known_bytes(&magic, &file)?;
        Ok(Self::Text { source, table: Table { name: file, bytes }, meter, packed: None })
    }

    /// Kind of container.
    pub(super) fn kind(&self) -> ContainerKind {
        match self {
            Self::Text { .. } => ContainerKind::Text,
            Self::Zip(_) => ContainerKind::Zip,
            Self::Xlsx(_) => ContainerKind::Xlsx,
        }
    }

    /// Tables in storage order.
    pub(super) fn tables(&self) -> Vec<Table> {
        match self {
            Self::Text { table, .. } => vec![table.clone()],
            Self::Zip(archive) => archive.tables(),
            Self::Xlsx(workbook) => workbook.tables(),
        }
    }

    /// Number of bytes read through this container so far.
    pub(super) fn meter(&self) -> Meter {
        match self {
            Self::Text { meter, .. } => meter.clone(),
            Self::Zip(archive) => archive.meter(),
            Self::Xlsx(workbook) => workbook.meter(),
        }
    }

    /// Number of bytes read so far in the unit of the tables' sizes: packed ones of a gzip file.
    pub(super) fn progress_meter(&self) -> Meter {
        match self {
            Self::Text { packed: Some((_, meter)), .. } => meter.clone(),
            _ => self.meter(),
        }
    }

    /// Opens a table from its start; returns `None` for a sheet, which has no text.
    pub(super) fn bytes(&mut self, table: usize) -> Result<Option<Box<dyn Read + '_>>, ImportError> {
        match self {
            Self::Text { source, table, meter, packed } => {
                let rewound = source.seek(SeekFrom::Start(0));
                rewound.map_err(|error| read_error(&table.name, error))?;
                let meter = meter.clone();
                let reader: Box<dyn Read + '_> = match packed {
                    Some((bytes, of_packed)) => {
                        let unpacked = MultiGzDecoder::new(Metered { source, meter: of_packed.clone() });
                        Box::new(Bounded::new(unpacked, *bytes, limits::ARCHIVE_BYTES, meter))
                    }
                    None => Box::new(Metered { source, meter }),
                };
                Ok(Some(reader))
            }
            Self::Zip(archive) => archive.open(table).map(Some),
            Self::Xlsx(_) => Ok(None),
        }
    }

    /// Returns the first bytes of a table; `None` for a sheet.
    pub(super) fn head(&mut self, table: usize) -> Result<Option<Vec<u8>>, ImportError> {
        let name = match self {
            Self::Text { table, .. } => table.name.clone(),
            Self::Zip(archive) => archive.name_of(table),
            Self::Xlsx(_) => return Ok(None),
        };
        let Some(source) = self.bytes(table)? else { return Ok(None) };
        let mut head = Vec::with_capacity(1 << 16);
        source.take(limits::HEAD_BYTES as u64).read_to_end(&mut head).map_err(|error| read_error(&name, error))?;
        Ok(Some(head))
    }

    /// Returns the rows of a sheet; `None` if the table is text.
    pub(super) fn sheet(&mut self, table: usize) -> Result<Option<Box<dyn Rows + '_>>, ImportError> {
        match self {
            Self::Xlsx(workbook) => workbook.rows(table).map(Some),
            Self::Text { .. } | Self::Zip(_) => Ok(None),
        }
    }
}

/// First bytes of a gzip file.
const GZIP: &[u8] = b"\x1F\x8B";

fn open_zip<R: Read + Seek>(source: R, file: String, bytes: u64, meter: Meter) -> Result<Container<R>, ImportError> {
    let archive = Archive::open_file(source, file, bytes, meter.clone())?;
    if archive.is_workbook() {
        let (file, inner, entries) = archive.into_parts();
        Workbook::open(file, inner, &entries, meter).map(|workbook| Container::Xlsx(Box::new(workbook)))
    } else {
        archive.checked().map(Container::Zip)
    }
}

/// Rejects formats that are recognised by their first bytes and are not exports.
pub(super) fn refuse_known_bytes(magic: &[u8], file: &str) -> Result<(), ImportError> {
    let file = file.to_owned();
    let known: [(&[u8], &'static str); 12] = [
        (b"\x89PNG", "a PNG picture"),
        (b"\xFF\xD8\xFF", "a JPEG picture"),
        (b"GIF8", "a GIF picture"),
        (b"RIFF", "a picture or sound"),
        (b"%PDF", "a PDF document"),
        (b"\x7FELF", "a program"),
        (b"MZ\x90\0", "a program"),
        (b"SQLite format 3\0", "a database"),
        (b"<!DOCTYPE", "a web page"),
        (b"<!doctype", "a web page"),
        (b"<html", "a web page"),
        (b"<?xml", "an XML document"),
    ];
    if let Some((_, found)) = known.into_iter().find(|(first, _)| magic.starts_with(first)) {
        return Err(ImportError::NotAnExport { file, found });
    }
    let packed: [(&[u8], &'static str, &'static str); 6] = [
        (b"\xD0\xCF\x11\xE0", "an old or protected Excel file", "Save it without a password as .xlsx or .csv."),
        (GZIP, "a gzip file in another file", "Unpack it and upload the .csv, .json or .log file."),
        (b"BZh", "a bzip2 file", "Unpack it and upload the .csv file."),
        (b"7z\xBC\xAF", "a 7-Zip archive", "Unpack it, or make a .zip of it."),
        (b"Rar!", "a RAR archive", "Unpack it, or make a .zip of it."),
        (b"PAR1", "a Parquet file", "Export the table as CSV or newline-delimited JSON."),
    ];
    match packed.into_iter().find(|(first, ..)| magic.starts_with(first)) {
        Some((_, found, advice)) => Err(ImportError::UnsupportedFormat { file, found, advice }),
        None => Ok(()),
    }
}

struct Metered<'a, R> {
    source: &'a mut R,
    meter: Meter,
}

impl<R: Read> Read for Metered<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        self.meter.add(count)?;
        Ok(count)
    }
}
