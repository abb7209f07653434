//! Several files of one upload, stored as the entries of one ZIP archive.

use std::{
    io::{self, Write},
    sync::{Arc, Mutex, PoisonError},
};

use axum::extract::multipart::Field;
use shared::{
    domain::import::ImportFile,
    store::{import, usage::Room},
    uploads::{FileDigest, Uploads, Writer},
};
use uuid::Uuid;
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions, write::StreamWriter};

use super::{
    abandoned::Pending,
    part::{Upload, begin, check_size, file_name, within},
};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Member},
    state::AppState,
};

/// Maximum number of files in one upload.
const MOST_FILES: usize = 100;
/// First bytes of ZIP archives, including workbooks, and of gzip files.
const PACKED: [&[u8]; 2] = [b"PK\x03\x04", b"\x1F\x8B"];

/// An unfinished upload of several files.
pub(super) struct Bundle {
    import_id: Uuid,
    pending: Pending,
    writer: Writer,
    archive: ZipWriter<StreamWriter<Outlet>>,
    outlet: Outlet,
    files: Vec<ImportFile>,
    bytes: usize,
    room: Room,
}

impl Bundle {
    /// Starts an upload of several files.
    pub(super) async fn begin(state: &AppState, member: &Member<Changes>) -> Result<Self> {
        let (import_id, pending, room) = begin(state, member, "files").await?;
        let uploads = Uploads::new(state.settings.upload_dir.clone(), &state.db);
        let writer = uploads.writer(import_id).await?;
        let outlet = Outlet::default();
        let archive = ZipWriter::new_stream(outlet.clone());
        Ok(Self { import_id, pending, writer, archive, outlet, files: Vec::new(), bytes: 0, room })
    }

    /// Adds a file.
    /// # Errors
    /// Returns [`ApiError::Invalid`] for an empty, packed or repeated file, and for too many files.
    pub(super) async fn add(&mut self, mut field: Field<'_>) -> Result<()> {
        if self.files.len() >= MOST_FILES {
            return Err(invalid(format!("Upload at most {MOST_FILES} files at once.")));
        }
        let name = self.free_name(file_name(field.file_name()));
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        self.archive.start_file(name.clone(), options).map_err(ApiError::unexpected)?;
        let mut digest = FileDigest::default();
        let mut head = Vec::new();
        while let Some(piece) = within(field.chunk()).await? {
            head.extend(piece.iter().take(4_usize.saturating_sub(head.len())));
            if PACKED.iter().any(|magic| head.starts_with(magic)) {
                return Err(invalid(format!("{name} is an archive or a workbook: upload it on its own.")));
            }
            self.bytes += piece.len();
            check_size(self.bytes, self.room)?;
            digest.update(&piece);
            self.archive.write_all(&piece).map_err(ApiError::unexpected)?;
            self.writer.append(&self.outlet.take()).await?;
        }
        self.keep(digest.finish(name))
    }

    fn keep(&mut self, file: ImportFile) -> Result<()> {
        if file.size_bytes == 0 {
            return Err(invalid(format!("{} is empty.", file.name)));
        }
        if let Some(same) = self.files.iter().find(|known| known.sha256 == file.sha256) {
            return Err(invalid(format!("{} and {} are the same file: upload it once.", same.name, file.name)));
        }
        self.files.push(file);
        Ok(())
    }

    /// Completes the upload.
    pub(super) async fn finish(mut self, state: &AppState) -> Result<Upload> {
        self.archive.finish().map_err(ApiError::unexpected)?;
        self.writer.append(&self.outlet.take()).await?;
        let size = i64::try_from(self.writer.finish().await?).unwrap_or(i64::MAX);
        import::complete(&state.db, state.settings.workspace, self.import_id, &title(&self.files), size, &self.files)
            .await?;
        Ok(Upload { import_id: self.import_id, pending: self.pending })
    }

    /// Returns the name, with a number if another file of the upload has the same.
    fn free_name(&self, name: String) -> String {
        let is_taken = |name: &str| self.files.iter().any(|file| file.name == name);
        let (stem, end) = name.rsplit_once('.').map_or((name.as_str(), String::new()), |(s, e)| (s, format!(".{e}")));
        let mut names = std::iter::once(name.clone()).chain((2..).map(|n| format!("{stem} ({n}){end}")));
        names.find(|name| !is_taken(name)).unwrap_or_else(|| name.clone())
    }
}

fn invalid(detail: String) -> ApiError {
    ApiError::invalid("/files", detail)
}

/// Returns the name of the import.
fn title(files: &[ImportFile]) -> String {
    let first = files.first().map_or("files", |file| &file.name);
    match files.len() {
        0 | 1 => first.to_owned(),
        2 => format!("{first} and 1 more file"),
        n => format!("{first} and {} more files", n - 1),
    }
}

/// Buffer for the archive's bytes until they are stored.
#[derive(Clone, Default)]
struct Outlet(Arc<Mutex<Vec<u8>>>);

impl Outlet {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Outlet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
