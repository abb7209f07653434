//! Limits that bound the time, memory and traffic of the browser.

use std::time::Duration;

/// Pages that are rendered at the same time.
pub(crate) const PAGES_AT_ONCE: u32 = 2;
/// Bytes of HTML above which a page is not rendered. Google reads as much.
pub const MOST_HTML: usize = 2 << 20;
/// Characters of the rendered HTML that are read.
pub const MOST_RENDERED: usize = 4 << 20;
/// Requests of a page; further ones fail.
pub const MOST_REQUESTS: u32 = 300;
/// Bytes that the requests of a page receive.
pub const MOST_BYTES: u64 = 20 << 20;
/// Bytes of one file that a page loads.
pub(crate) const MOST_FILE: usize = 5 << 20;
/// Bytes that a page sends with one request.
pub(crate) const MOST_SENT: usize = 256 << 10;
/// Requests of a page at the same time.
pub(crate) const REQUESTS_AT_ONCE: usize = 6;
/// Bytes of scripts and style sheets that are kept for the next pages.
pub(crate) const CACHE: usize = 64 << 20;
/// Time without requests after which a loaded page counts as complete.
pub(crate) const QUIET: Duration = Duration::from_millis(1_000);
/// Time for a command of the browser.
pub(crate) const COMMAND: Duration = Duration::from_secs(5);
/// Time until the page's scripts let its HTML be read; then they are stopped.
pub(crate) const READ: Duration = Duration::from_secs(2);
/// Time in which the browser starts.
pub(crate) const START: Duration = Duration::from_secs(20);
/// Time in which the browser ends by itself.
pub(crate) const END: Duration = Duration::from_secs(3);
/// Starts of the browser in one crawl; a browser that fails more often is given up.
pub(crate) const MOST_STARTS: u32 = 20;
/// Megabytes of the heap of a page's scripts.
pub(crate) const HEAP_MIB: u32 = 256;
/// Bytes of memory of one process of the browser; it is killed above.
pub const MOST_PROCESS: u64 = 768 << 20;
/// Bytes of memory of all its processes; pages that they share count for each.
pub const MOST_MEMORY: u64 = 2 << 30;
/// Time between two looks at the memory.
pub(crate) const LOOK: Duration = Duration::from_millis(300);
/// Bytes of one message of the browser; it is killed above.
pub(crate) const MOST_MESSAGE: usize = 48 << 20;
/// Events of a page that wait; further ones are dropped.
pub(crate) const MOST_EVENTS: usize = 2_048;
/// Errors of scripts that are stored.
pub const MOST_ERRORS: usize = 10;
/// Errors of scripts that are counted. The browser reports no further ones: a page that logs without end would keep it too
/// busy to answer for other pages.
pub const MOST_COUNTED_ERRORS: u64 = 1_000;
/// Bytes of an error of a script.
pub(crate) const MOST_ERROR_BYTES: usize = 300;
/// Hosts whose robots.txt is read for the files of pages; files of further hosts are not loaded.
pub(crate) const MOST_HOSTS: usize = 500;
