//! A crawl of some thousand pages: several batches, and a comparison with the previous crawl.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use shared::{
    domain::{
        crawl::{Crawl, CrawlReport, PageChange},
        observation::{ObservationKind, SeenPage},
        run::RunStatus,
    },
    store::{
        crawl::{self, PageFilter, PageSort},
        import,
    },
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

use crate::{
    crawl::{crawled_as, settings, website_at},
    installation::{Installation, in_each_mode},
};

/// Pages of the first crawl; those from `KEPT` on are gone in the second one.
const PAGES: usize = 2_200;
const KEPT: usize = 1_900;

/// A tree of pages, each with its ten children, of which each page has the title of its decade.
#[derive(Clone)]
struct Tree(Arc<AtomicUsize>);

impl Tree {
    async fn start(&self) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let tree = self.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(tree.clone().serve(stream));
            }
        });
        address
    }

    async fn serve(self, mut stream: TcpStream) {
        let (mut buffer, mut used) = (vec![0; 8_192], 0);
        while let Ok(read @ 1..) = stream.read(&mut buffer[used..]).await {
            used += read;
            while let Some(end) = buffer[..used].windows(4).position(|window| window == b"\r\n\r\n") {
                let target = String::from_utf8_lossy(&buffer[..end]).split(' ').nth(1).unwrap_or("/").to_owned();
                buffer.copy_within(end + 4..used, 0);
                used -= end + 4;
                // The client may disconnect at any time.
                let _ = stream.write_all(self.respond(&target).as_bytes()).await;
            }
        }
    }

    fn respond(&self, target: &str) -> String {
        let most = self.0.load(Ordering::Relaxed);
        let number = if target == "/" { Some(0) } else { target.strip_prefix("/page/").and_then(|n| n.parse().ok()) };
        let Some(number) = number.filter(|number: &usize| *number < most) else {
            return "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n".to_owned();
        };
        let children = (1..=10).map(|child| number * 10 + child).filter(|child| *child < most);
        let links: String = children.map(|to| format!("<a href=/page/{to}>Page {to}</a> ")).collect();
        let decade = number / 10;
        let body = format!(
            "<!doctype html><html lang=en><title>Titles of the decade {decade}</title><h1>Page {number}</h1>
             <p>Some words about number {number}.</p>{links}</html>"
        );
        format!("HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: {}\r\n\r\n{body}", body.len())
    }
}

fn pages(report: &CrawlReport, issue: &str) -> i64 {
    report.issues.iter().find(|count| count.issue == issue).map_or(0, |count| count.pages)
}

async fn number(at: &Installation, crawl: &Crawl, filter: PageFilter) -> usize {
    let mut filter = PageFilter { sort: PageSort::Url, ..filter };
    let mut number = 0;
    loop {
        let page = crawl::page_list(&at.world.db, at.world.workspace_id, crawl.id, &filter, 500).await.expect("pages");
        number += page.items.len();
        filter.after = page.items.last().map(|page| page.no);
        if page.next_cursor.is_none() {
            return number;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn crawl_of_some_thousand_pages_is_stored_in_batches_and_compared_with_the_previous_one() {
    in_each_mode(|at| async {
        let tree = Tree(Arc::new(AtomicUsize::new(PAGES)));
        let url = format!("http://{}/", tree.start().await);
        let worker = at.worker_with(settings(&at));
        let website_id = website_at(&at, &url).await;
        let (first, ended) = crawled_as(&at, website_id, &url, serde_json::json!({})).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, ended.error);
        let report = &first.report.as_ref().expect("a report").0;
        let all = i64::try_from(PAGES).expect("a small number");
        assert_eq!((report.pages, report.indexable, report.failed), (all, all, 0), "{report:?}");
        assert_eq!(pages(report, "title-duplicate"), all, "each title is on ten pages");
        assert_eq!(pages(report, "orphan-page"), 0);
        assert_eq!(number(&at, &first, PageFilter::default()).await, PAGES);
        let issue = PageFilter { issue: Some("title-duplicate".to_owned()), ..PageFilter::default() };
        assert_eq!(number(&at, &first, issue).await, PAGES);
        let ranked = crawl::page_list(&at.world.db, at.world.workspace_id, first.id, &PageFilter::default(), 1).await;
        assert!(ranked.expect("pages").items[0].page_rank > 1.0 / 2_200.0);

        tree.0.store(KEPT, Ordering::Relaxed);
        let (second, _) = crawled_as(&at, website_id, &url, serde_json::json!({})).await;
        let report = &second.report.as_ref().expect("a report").0;
        let gone = i64::try_from(PAGES - KEPT).expect("a small number");
        assert_eq!((report.gone, report.added, report.changed), (Some(gone), Some(0), Some(0)), "{report:?}");
        assert_eq!(report.gone_urls.len(), 100, "the first are named");
        let titles = report.issues.iter().find(|count| count.issue == "title-duplicate").expect("the issue");
        assert_eq!((titles.pages, titles.new, titles.fixed, titles.regressed), (all - gone, 0, 0, 0));
        let same = PageFilter { change: Some(PageChange::Same), ..PageFilter::default() };
        assert_eq!(number(&at, &second, same).await, KEPT);

        let place = (at.world.workspace_id, website_id);
        let kind = ObservationKind::Page;
        let read = async |rows| -> (Vec<SeenPage>, bool) {
            import::read_latest(&at.world.db, place, kind, (rows, 1 << 30), |_| 1).await.expect("pages")
        };
        let (some, is_cut) = read(1_000).await;
        assert_eq!((some.len(), is_cut), (1_000, true), "{}", at.world.name);
        let (every, is_cut) = read(10_000).await;
        assert_eq!((every.len(), is_cut), (KEPT, false), "the first crawl's pages count no more");
        worker.stop().await;
        at
    })
    .await;
}
