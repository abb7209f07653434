//! Crawls with many pages: listed by key in each order, compared in the database, deleted in pieces, limited by workspace.

use std::time::Duration;

use serde_json::{Value, json};
use shared::{
    config::WorkspaceLimits,
    domain::{
        crawl::{AiDirectories, CrawlFinding, CrawlPage, CrawlPlan, CrawlReport, PageChange},
        new_id, now,
        run::{Lane, NewRun, Run, RunError, RunKind},
        usage::UsageLimit,
        website::{Website, WebsiteKind},
    },
    store::{
        StoreError,
        crawl::{self, CrawlEnd, PageFilter, PageSort, SearchBounds},
        import::{self, ImportEnd},
        run::{self, Finish, Outcome},
        website::{self, NewWebsite},
    },
};
use uuid::Uuid;

use crate::{
    support::within,
    world::{World, lease, on_each_database},
};

const SORTS: [PageSort; 6] =
    [PageSort::PageRank, PageSort::Discovery, PageSort::ResponseTime, PageSort::Score, PageSort::Words, PageSort::Url];

async fn website(world: &World) -> Website {
    let new = NewWebsite {
        name: "Example".into(),
        url: "https://example.com/".into(),
        host: "example.com".into(),
        kind: WebsiteKind::Own,
    };
    let id = within(&world.db, async |tx| website::insert(tx, world.workspace_id, &new, now()).await).await;
    website::find(&world.db, world.workspace_id, id).await.expect("a query").expect("the website")
}

/// A page of which many others have the same keys.
fn page(no: i64) -> CrawlPage {
    CrawlPage {
        no,
        url: format!("https://example.com/{:05}", (no * 7_919) % 100_003),
        status: if no % 50 == 0 { None } else { Some(if no % 10 == 0 { 404 } else { 200 }) },
        title: Some(format!("Page {no}")),
        depth: 1,
        inlinks: 1,
        page_rank: 1.0 / f64::from(i32::try_from(no % 9 + 1).expect("a small number")),
        words: (no % 4 > 0).then_some(no % 4),
        response_ms: no % 13,
        bytes: 1_000,
        is_indexable: no % 3 == 0,
        score: (no % 5 > 0).then_some(90),
        content_hash: no,
        issues: Vec::new().into(),
        fixed_before: Vec::new().into(),
        change: PageChange::Same,
        facts: json!({}).into(),
    }
}

fn finding(page_no: i64, issue: &str) -> CrawlFinding {
    CrawlFinding { issue: issue.to_owned(), page_no, count: 1, is_new: false, evidence: Vec::new().into() }
}

struct Started {
    id: Uuid,
    import_id: Uuid,
    run_id: Uuid,
}

async fn started(world: &World, site: &Website, most: i64, limits: WorkspaceLimits) -> Result<Started, StoreError> {
    let run = NewRun::new(world.workspace_id, world.user_id, RunKind::Crawl, Value::Null);
    let plan = CrawlPlan { url: "https://example.com/".to_owned(), settings: json!({"maxPages": most}) };
    let mut tx = world.db.begin().await?;
    let (id, inserted) = crawl::start(&mut tx, limits, site, plan, run, now()).await?;
    tx.commit().await?;
    let found = crawl::find(&world.db, world.workspace_id, id).await?.expect("the crawl");
    Ok(Started { id, import_id: found.import_id, run_id: inserted.run.id })
}

async fn claimed(world: &World, one: &Started) -> Run {
    let claim = run::claim(&world.db, Lane::Batch, &[one.run_id], new_id(), 200, now(), lease(now())).await;
    claim.expect("a claim").runs.remove(0)
}

/// Ends a crawl that requested a number of URLs, with pages of these numbers.
async fn ended(world: &World, one: &Started, fetched: i64, numbers: impl Iterator<Item = i64>) {
    let pages: Vec<CrawlPage> = numbers.map(page).collect();
    let findings: Vec<CrawlFinding> =
        pages.iter().flat_map(|page| [finding(page.no, "title-missing"), finding(page.no, "orphan-page")]).collect();
    crawl::insert_pages(&world.db, one.id, &pages).await.expect("pages");
    crawl::insert_findings(&world.db, one.id, &findings).await.expect("findings");
    let run = claimed(world, one).await;
    let website_id = run.website_id.expect("a website");
    let batch_id = import::begin_batch(&world.db, one.import_id, website_id, 1, now()).await.expect("a batch");
    let import = ImportEnd {
        import_id: one.import_id,
        batch_id,
        rows: 0,
        rejected: 0,
        kinds: Vec::new(),
        rejects: json!({"rows": [], "reasons": []}),
        totals: (0, 0, 0),
        observed: (None, None),
    };
    let report = CrawlReport { fetched, ..CrawlReport::default() };
    let effects = vec![CrawlEnd { crawl_id: one.id, report, ai: AiDirectories::default(), import }.into()];
    let finish = Finish { run, outcome: Outcome::Succeeded(json!({})), effects };
    run::finish(&world.db, &[finish], now()).await.expect("finish");
}

async fn crawled(world: &World, site: &Website, fetched: i64, numbers: impl Iterator<Item = i64>) -> Started {
    let one = started(world, site, 100, WorkspaceLimits::default()).await.expect("a start");
    ended(world, &one, fetched, numbers).await;
    one
}

async fn listed(world: &World, id: Uuid, filter: &PageFilter, at_once: usize) -> Vec<i64> {
    let (mut filter, mut found) = (filter.clone(), Vec::new());
    loop {
        let page = crawl::page_list(&world.db, world.workspace_id, id, &filter, at_once).await.expect("pages");
        found.extend(page.items.iter().map(|page| page.no));
        match page.next_cursor {
            Some(cursor) => filter.after = Some(cursor.parse().expect("a number")),
            None => return found,
        }
    }
}

#[tokio::test]
async fn pages_in_pieces_are_the_pages_at_once_in_every_order_and_with_filters() {
    on_each_database(async |world| {
        let site = website(&world).await;
        let one = crawled(&world, &site, 300, 0..300).await;
        let filters = [
            PageFilter::default(),
            PageFilter { status_class: Some(4), ..PageFilter::default() },
            PageFilter { status_class: Some(0), ..PageFilter::default() },
            PageFilter { is_indexable: Some(true), ..PageFilter::default() },
            PageFilter { issue: Some("title-missing".to_owned()), ..PageFilter::default() },
            PageFilter { contains: Some("age 12".to_owned()), ..PageFilter::default() },
        ];
        for sort in SORTS {
            for filter in &filters {
                let filter = PageFilter { sort, ..filter.clone() };
                let all = listed(&world, one.id, &filter, 1_000).await;
                assert!(!all.is_empty(), "{}: {filter:?}", world.name);
                assert_eq!(listed(&world, one.id, &filter, 7).await, all, "{}: {filter:?}", world.name);
            }
        }
        let ranked = listed(&world, one.id, &PageFilter::default(), 1_000).await;
        let mut expected: Vec<i64> = (0..300).collect();
        expected.sort_by_key(|no| (no % 9, *no));
        assert_eq!(ranked, expected, "{}", world.name);
        world
    })
    .await;
}

/// Searches with bounds until the end; returns the pages and how far the search was each time that it ended early.
async fn searched(world: &World, id: Uuid, filter: &PageFilter, bounds: SearchBounds) -> (Vec<i64>, Vec<i64>) {
    let (mut filter, mut found, mut positions) = (filter.clone(), Vec::new(), Vec::new());
    loop {
        let key = (world.workspace_id, id);
        let next = crawl::search_pages(&world.db, key, &filter, 7, bounds).await.expect("pages");
        assert!(next.page.items.len() <= 7, "{}", world.name);
        assert!(next.searched.is_none() || next.page.next_cursor.is_some(), "{}: it goes on", world.name);
        found.extend(next.page.items.iter().map(|page| page.no));
        positions.extend(next.searched);
        match next.page.next_cursor {
            Some(cursor) => filter.after = Some(cursor.parse().expect("a number")),
            None => return (found, positions),
        }
    }
}

#[tokio::test]
async fn search_that_ends_early_goes_on_at_its_cursor_and_loses_no_page() {
    on_each_database(async |world| {
        let site = website(&world).await;
        let one = crawled(&world, &site, 300, 0..300).await;
        let no_time = SearchBounds { most_found: 0, slice: 40, time: Duration::ZERO };
        let much_time = SearchBounds { time: Duration::from_mins(1), ..no_time };
        let filters = [
            PageFilter { contains: Some("PAGE 12".to_owned()), ..PageFilter::default() },
            PageFilter {
                contains: Some("example.com/0".to_owned()),
                is_indexable: Some(true),
                ..PageFilter::default()
            },
            PageFilter { contains: Some("page".to_owned()), ..PageFilter::default() },
        ];
        for sort in SORTS {
            for filter in &filters {
                let filter = PageFilter { sort, ..filter.clone() };
                let (all, positions) = searched(&world, one.id, &filter, SearchBounds::default()).await;
                assert!(!all.is_empty() && positions.is_empty(), "{}: {filter:?}", world.name);
                let (found, positions) = searched(&world, one.id, &filter, much_time).await;
                assert_eq!((&found, positions.len()), (&all, 0), "{}: {filter:?}", world.name);
                let (found, positions) = searched(&world, one.id, &filter, no_time).await;
                assert_eq!(found, all, "{}: {filter:?}", world.name);
                assert!(positions.is_sorted() && positions.iter().all(|searched| *searched < 300), "{positions:?}");
            }
            let filter = PageFilter { contains: Some("page 299".to_owned()), sort, ..PageFilter::default() };
            let (found, positions) = searched(&world, one.id, &filter, no_time).await;
            assert_eq!((found, positions), (vec![299], vec![40, 80, 120, 160, 200, 240, 280]), "{}", world.name);
        }
        world
    })
    .await;
}

#[tokio::test]
async fn text_with_wildcards_is_searched_as_it_is_written() {
    on_each_database(async |world| {
        let site = website(&world).await;
        let one = crawled(&world, &site, 30, 0..30).await;
        for (text, expected) in [("%", vec![]), ("page_1", vec![]), ("\\", vec![]), ("PaGe 2", vec![2, 20, 21])] {
            for most_found in [0, 1_000] {
                let filter =
                    PageFilter { contains: Some(text.to_owned()), sort: PageSort::Discovery, ..PageFilter::default() };
                let bounds = SearchBounds { most_found, ..SearchBounds::default() };
                let found = searched(&world, one.id, &filter, bounds).await.0;
                assert_eq!(found.iter().take(3).copied().collect::<Vec<_>>(), expected, "{}: {text}", world.name);
            }
        }
        world
    })
    .await;
}

#[tokio::test]
async fn crawls_are_compared_by_the_urls_of_a_batch() {
    on_each_database(async |world| {
        let site = website(&world).await;
        let one = crawled(&world, &site, 300, 0..300).await;
        let two = crawled(&world, &site, 300, 150..200).await;
        let (first, third) = (page(0).url, page(2).url);
        let states = crawl::states(&world.db, one.id, &[&first, "https://example.com/none", &third]).await;
        let mut hashes: Vec<i64> = states.expect("states").iter().map(|state| state.content_hash).collect();
        hashes.sort_unstable();
        assert_eq!(hashes, [0, 2], "{}", world.name);
        let (urls, number) = crawl::only_in(&world.db, one.id, two.id, 5).await.expect("URLs");
        let mut gone: Vec<String> = (0..150).chain(200..300).map(|no| page(no).url).collect();
        gone.sort_unstable();
        assert_eq!((urls.as_slice(), number), (&gone[..5], 250), "{}", world.name);
        assert_eq!(crawl::only_in(&world.db, two.id, one.id, 5).await.expect("URLs"), (Vec::new(), 0));
        world
    })
    .await;
}

/// Sweeps until nothing is left. Returns the number of pieces.
async fn swept(world: &World) -> usize {
    let mut pieces = 0;
    while crawl::sweep(&world.db).await.expect("a piece") {
        pieces += 1;
    }
    pieces
}

#[tokio::test]
async fn deleted_crawl_is_gone_at_once_and_its_pages_follow_in_pieces() {
    on_each_database(async |world| {
        let site = website(&world).await;
        let (one, two) = (crawled(&world, &site, 5_000, 0..5_000).await, crawled(&world, &site, 9, 0..9).await);
        assert_eq!(swept(&world).await, 0, "{}", world.name);
        let ws = world.workspace_id;
        assert!(within(&world.db, async |tx| crawl::delete(tx, ws, one.id, now()).await).await);
        assert!(!within(&world.db, async |tx| crawl::delete(tx, ws, one.id, now()).await).await, "once");
        assert!(crawl::find(&world.db, ws, one.id).await.expect("a query").is_none());
        assert_eq!(listed(&world, one.id, &PageFilter::default(), 10).await, [] as [i64; 0]);
        let all = crawl::list(&world.db, ws, None, None, 10).await.expect("crawls").items;
        assert_eq!(all.iter().map(|crawl| crawl.id).collect::<Vec<_>>(), [two.id]);
        assert!(crawl::previous(&world.db, ws, site.id, two.id).await.expect("a query").is_none());
        // Each piece is a transaction of its own: what is left when a process ends follows later.
        assert!(crawl::sweep(&world.db).await.expect("a piece"));
        let states = crawl::states(&world.db, one.id, &[&page(4_999).url]).await.expect("states");
        assert_eq!(states.len(), 1, "{}: the last page is not in the first piece", world.name);
        assert!(swept(&world).await >= 7, "{}: 10,000 issues and 5,000 pages in pieces of 2,000", world.name);
        assert!(crawl::states(&world.db, one.id, &[&page(4_999).url]).await.expect("states").is_empty());
        assert_eq!(listed(&world, two.id, &PageFilter::default(), 100).await.len(), 9);
        world
    })
    .await;
}

#[tokio::test]
async fn old_crawls_are_deleted_by_number_and_by_urls_but_the_latest_two_are_kept() {
    on_each_database(async |world| {
        let site = website(&world).await;
        let kept =
            async || crawl::list(&world.db, world.workspace_id, None, None, 50).await.expect("crawls").items.len();
        for _ in 0..22 {
            crawled(&world, &site, 10, 0..1).await;
        }
        assert_eq!(kept().await, 20, "{}", world.name);
        crawled(&world, &site, 900_000, 0..1).await;
        crawled(&world, &site, 1_000_000, 0..1).await;
        assert_eq!(kept().await, 20, "{}: 1,900,180 URLs", world.name);
        crawled(&world, &site, 1_000_000, 0..1).await;
        assert_eq!(kept().await, 2, "{}: the third would make it 2,900,000", world.name);
        crawled(&world, &site, 5_000_000, 0..1).await;
        assert_eq!(kept().await, 2, "{}: the latest two are compared", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn workspace_stores_no_more_urls_of_crawls_than_its_limit() {
    on_each_database(async |world| {
        let site = website(&world).await;
        let limits = WorkspaceLimits { crawl_urls: Some(1_000), ..WorkspaceLimits::default() };
        crawled(&world, &site, 400, 0..1).await;
        let second = started(&world, &site, 500, limits).await.expect("room for 500");
        let refused = started(&world, &site, 101, limits).await.err().expect("a refusal");
        let StoreError::OverLimit(over) = refused else { panic!("{}: {refused}", world.name) };
        assert_eq!((over.limit, over.used, over.wanted, over.most), (UsageLimit::Crawls, 900, 101, 1_000));
        assert!(over.to_string().contains("900 of 1000 URLs") && over.frees_at().is_none(), "{over}");
        // A crawl that failed stores nothing.
        let run = claimed(&world, &second).await;
        crawl::insert_pages(&world.db, second.id, &[page(1)]).await.expect("pages");
        let error = RunError::new("no-pages", "No page could be read.");
        let finish = Finish { run, outcome: Outcome::Failed(error), effects: Vec::new() };
        run::finish(&world.db, &[finish], now()).await.expect("finish");
        assert_eq!(crawl::stored_urls(&world.db, world.workspace_id).await.expect("a sum"), 400);
        assert_eq!(listed(&world, second.id, &PageFilter::default(), 10).await, [] as [i64; 0]);
        swept(&world).await;
        assert!(crawl::states(&world.db, second.id, &[&page(1).url]).await.expect("states").is_empty());
        assert!(crawl::find(&world.db, world.workspace_id, second.id).await.expect("a query").is_some());
        started(&world, &site, 600, limits).await.expect("room for 600");
        world
    })
    .await;
}
