use std::{io::Read as _, sync::Arc};

use futures::{StreamExt as _, TryStreamExt as _};
use targets::{MemoryBlobs, TargetError, zip};
use tokio_util::sync::CancellationToken;

use crate::world::{Site, first};

async fn packed(site: &Site) -> Result<Vec<u8>, TargetError> {
    let stream = zip(site.release.clone(), Arc::new(site.blobs.clone()), CancellationToken::new());
    let pieces: Vec<bytes::Bytes> = stream.try_collect().await?;
    Ok(pieces.concat())
}

#[tokio::test]
async fn zip_of_a_release_has_its_files_in_order() {
    let site = first();
    let bytes = packed(&site).await.unwrap();
    let mut archive = zip_reader(&bytes);
    let names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    assert_eq!(names, ["a b/ä+%20.html", "about/index.html", "copy.css", "index.html", "old.html", "style.css"]);
    for (path, content) in &site.contents {
        let mut found = Vec::new();
        archive.by_name(path).unwrap().read_to_end(&mut found).unwrap();
        assert_eq!(found, *content, "{path}");
    }
}

fn zip_reader(bytes: &[u8]) -> ::zip::ZipArchive<std::io::Cursor<&[u8]>> {
    ::zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap()
}

#[tokio::test]
async fn zip_of_the_same_release_has_the_same_bytes() {
    let site = first();
    let mut turned = site.clone();
    turned.release.files.reverse();
    let bytes = packed(&site).await.unwrap();
    // A time of a file would differ after two seconds.
    tokio::time::sleep(std::time::Duration::from_millis(2_100)).await;
    assert_eq!(packed(&turned).await.unwrap(), bytes);
}

#[tokio::test]
async fn zip_of_a_hostile_or_damaged_release_ends_with_an_error() {
    let mut hostile = first();
    hostile.release.files[1].path = "../x".to_owned();
    assert_eq!(packed(&hostile).await.unwrap_err().kind(), "release");
    let lost = Site { blobs: MemoryBlobs::default(), ..first() };
    let mut stream = Box::pin(zip(lost.release, Arc::new(lost.blobs), CancellationToken::new()));
    assert_eq!(stream.next().await.unwrap().unwrap_err().kind(), "blob");
    assert!(stream.next().await.is_none());
    let cancel = CancellationToken::new();
    cancel.cancel();
    let site = first();
    let mut stream = Box::pin(zip(site.release, Arc::new(site.blobs), cancel));
    assert_eq!(stream.next().await.unwrap().unwrap_err(), TargetError::Cancelled);
}
