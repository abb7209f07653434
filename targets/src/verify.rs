//! Reads the home page and a sample of files through the public address, as a visitor does.

use reqwest::{Method, header};
use url::Url;

use crate::{
    Environment, Limits, Phase, Progress, TargetError, Verified,
    blobs::sha256,
    http::{Call, Http, Reply},
    progress::Meter,
    release::{HOME, ReleaseFile},
    remote::Remote,
};

/// Maximum number of redirects inside a site.
const MOST_HOPS: usize = 5;

/// Compares what visitors of a public address get with a release.
pub(crate) async fn public(
    environment: &Environment, base: &str, remote: &Remote, progress: &dyn Progress,
) -> Result<Verified, TargetError> {
    let (http, limits) = (Http::new(environment, &[])?, environment.limits);
    let mut base: Url = base.parse().map_err(|_| TargetError::Address(format!("{base} is no address.")))?;
    if !base.path().ends_with('/') {
        base.set_path(&format!("{}/", base.path()));
    }
    let files = sample(remote, limits.sample);
    let meter = Meter::start(progress, Phase::Verify, files.iter().map(|file| file.size));
    for file in &files {
        compare(&http, limits, &base, remote, file).await?;
        meter.add(file.size);
    }
    Ok(Verified { checked: files.len() as u64, is_public: true })
}

/// Returns the home page and at most so many other files, spread over all of them.
pub(crate) fn sample(remote: &Remote, most: usize) -> Vec<ReleaseFile> {
    // Services treat these names in ways of their own.
    let is_plain = |path: &str| path != "404.html" && !path.split('/').any(|name| name.starts_with(['_', '.']));
    let (home, others): (Vec<_>, Vec<_>) =
        remote.files().filter(|file| is_plain(&file.path)).partition(|file| file.path == HOME);
    let step = others.len().div_ceil(most.max(1)).max(1);
    home.into_iter().chain(others.into_iter().step_by(step).take(most)).collect()
}

/// Asks for a file until it is the one of the release: caches on the way may lag.
async fn compare(
    http: &Http, limits: Limits, base: &Url, remote: &Remote, file: &ReleaseFile,
) -> Result<(), TargetError> {
    let mut look = 1;
    loop {
        let Err(error) = look_once(http, base, remote, file).await else { return Ok(()) };
        if look >= limits.looks || !matches!(error, TargetError::Mismatch { .. }) {
            return Err(error);
        }
        let pause = limits.pause * 2_u32.saturating_pow(look - 1);
        tokio::time::sleep(pause.min(limits.longest_pause)).await;
        look += 1;
    }
}

async fn look_once(http: &Http, base: &Url, remote: &Remote, file: &ReleaseFile) -> Result<(), TargetError> {
    let mismatch = |reason: &str| TargetError::Mismatch {
        place: base.to_string(),
        path: file.path.clone(),
        reason: reason.to_owned(),
    };
    let most = usize::try_from(file.size).unwrap_or(usize::MAX).saturating_add(1 << 20);
    let reply = fetch(http, address(base, remote, &file.path)?, most).await?;
    match reply {
        Some(reply) if reply.status != 200 => Err(mismatch(&format!("the answer has status {}", reply.status))),
        Some(reply) if sha256(&reply.body) != file.sha256 => Err(mismatch("its content differs")),
        Some(_) => Ok(()),
        None => Err(mismatch("the address redirects elsewhere or in a circle")),
    }
}

/// Returns the public address of a file. The query keeps caches from answering with an older release.
fn address(base: &Url, remote: &Remote, path: &str) -> Result<Url, TargetError> {
    let mut url = base.clone();
    if path != HOME {
        let mut segments =
            url.path_segments_mut().map_err(|()| TargetError::Address(format!("{base} has no path.")))?;
        segments.pop_if_empty().extend(path.split('/'));
    }
    url.set_query(Some(&format!("release={}", remote.release)));
    Ok(url)
}

/// Fetches a file; follows redirects of the same host, and returns `None` for others.
async fn fetch(http: &Http, mut url: Url, most: usize) -> Result<Option<Reply>, TargetError> {
    for _ in 0..=MOST_HOPS {
        let mut call = Call::new(Method::GET, url.clone());
        call.longest = most;
        call.headers.insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-cache"));
        let reply = http.send(&call).await?;
        if !matches!(reply.status, 301 | 302 | 303 | 307 | 308) {
            return Ok(Some(reply));
        }
        let target = reply.headers.get(header::LOCATION).and_then(|value| value.to_str().ok());
        match target.and_then(|target| url.join(target).ok()) {
            Some(next) if next.host() == url.host() => url = next,
            _ => return Ok(None),
        }
    }
    Ok(None)
}
