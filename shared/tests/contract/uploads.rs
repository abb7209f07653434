//! Uploads: the bytes read are the bytes written, in every storage.

use std::{
    io::{Read, Seek, SeekFrom},
    path::PathBuf,
};

use shared::{
    domain::{new_id, now},
    store::import::{self, NewImport},
    uploads::{UploadError, Uploads},
};
use uuid::Uuid;

use crate::world::{World, on_each_database};

async fn import(world: &World) -> Uuid {
    let id = new_id();
    let new = NewImport {
        id,
        workspace_id: world.workspace_id,
        website_id: None,
        user_id: world.user_id,
        file_name: "Queries.csv".into(),
    };
    import::insert(&world.db, &new, now()).await.expect("import");
    id
}

/// Returns both storages for a world's uploads.
fn places(world: &World) -> [(Uploads, Option<PathBuf>); 2] {
    let folder = std::env::temp_dir().join(format!("motherlode-uploads-{}", new_id()));
    [(Uploads::new(Some(folder.clone()), &world.db), Some(folder)), (Uploads::new(None, &world.db), None)]
}

fn bytes(length: u32) -> Vec<u8> {
    (0..length).map(|n| u8::try_from(n % 251).expect("below 251")).collect()
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(work).await.expect("no panic")
}

#[tokio::test]
async fn are_read_and_sought_as_they_were_written() {
    on_each_database(async |world| {
        for (uploads, folder) in places(&world) {
            let id = import(&world).await;
            let written = bytes(3 * (1 << 20) + 77);
            let mut writer = uploads.writer(id).await.expect("a writer");
            for piece in written.chunks(700_001) {
                writer.append(piece).await.expect("room");
            }
            assert!(matches!(uploads.reader(id).await, Err(UploadError::Missing(_))), "not before it is complete");
            assert_eq!(writer.finish().await.expect("room"), written.len() as u64);
            let mut reader = uploads.reader(id).await.expect("a reader");
            blocking(move || {
                let mut read = Vec::new();
                reader.read_to_end(&mut read).expect("bytes");
                assert!(read == written, "what is read is what was written");
                for (from, place) in [
                    (SeekFrom::Start(1_048_570), 1_048_570),
                    (SeekFrom::End(-10), written.len() - 10),
                    (SeekFrom::Start(3), 3),
                    (SeekFrom::Current(7), 20),
                ] {
                    assert_eq!(reader.seek(from).expect("a place"), place as u64);
                    let mut some = [0; 10];
                    reader.read_exact(&mut some).expect("ten bytes");
                    assert_eq!(some, written[place..place + 10]);
                }
                assert_eq!(reader.seek(SeekFrom::End(5)).expect("past the end"), written.len() as u64 + 5);
                assert_eq!(reader.read(&mut [0; 4]).expect("nothing"), 0);
                assert!(reader.seek(SeekFrom::End(i64::MIN)).is_err());
            })
            .await;
            uploads.delete(id).await.expect("deletion");
            uploads.delete(id).await.expect("deletion is harmless");
            assert!(matches!(uploads.reader(id).await, Err(UploadError::Missing(gone)) if gone == id));
            if let Some(folder) = folder {
                std::fs::remove_dir(folder).expect("an empty folder");
            }
        }
        world
    })
    .await;
}

#[tokio::test]
async fn leave_nothing_when_they_are_given_up() {
    on_each_database(async |world| {
        for (uploads, folder) in places(&world) {
            let id = import(&world).await;
            let mut writer = uploads.writer(id).await.expect("a writer");
            writer.append(&bytes(2_500_000)).await.expect("room");
            writer.abort().await.expect("deletion");
            assert!(matches!(uploads.reader(id).await, Err(UploadError::Missing(_))));
            if let Some(folder) = folder {
                std::fs::remove_dir(folder).expect("an empty folder");
            }
        }
        world
    })
    .await;
}

#[tokio::test]
async fn lie_in_a_folder_that_must_be_usable() {
    on_each_database(async |world| {
        let file = std::env::temp_dir().join(format!("motherlode-no-folder-{}", new_id()));
        std::fs::write(&file, b"a file").expect("a file");
        let uploads = Uploads::new(Some(file.clone()), &world.db);
        assert!(matches!(uploads.writer(new_id()).await, Err(UploadError::File { .. })));
        std::fs::remove_file(file).expect("deletion");
        world
    })
    .await;
}
