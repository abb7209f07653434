//! Related questions of tracked keywords: counted by check, found by their words, old ones deleted.

use chrono::{DateTime, TimeDelta, Utc};
use shared::{
    domain::{
        new_id,
        rank::{NewTrackedKeyword, RankDevice},
    },
    store::{rank, related_question},
};
use uuid::Uuid;

use crate::{
    support::{at, within},
    world::{World, on_each_database},
};

/// Tracks a keyword of a new website; returns its id.
async fn track(world: &World, keyword: &str) -> Uuid {
    let (ws, site) = (world.workspace_id, new_id());
    let new = NewTrackedKeyword {
        keyword: keyword.to_owned(),
        country: "us".to_owned(),
        place: String::new(),
        place_code: None,
        device: RankDevice::Desktop,
        language: "en".to_owned(),
        tags: Vec::new(),
        target_url: None,
    };
    within(&world.db, async |tx| {
        rank::insert_many(tx, ws, site, world.user_id, std::slice::from_ref(&new), at(FIRST)).await
    })
    .await;
    rank::all(&world.db, ws, site).await.expect("keywords")[0].id
}

const FIRST: &str = "2026-05-01T00:00:00Z";

async fn record(world: &World, keyword: Uuid, questions: &[&str], when: DateTime<Utc>) {
    let questions: Vec<String> = questions.iter().map(|text| (*text).to_owned()).collect();
    let ws = world.workspace_id;
    within(&world.db, async |tx| related_question::record(tx, ws, keyword, "serper", &questions, when).await).await;
}

async fn about(world: &World, query: &str) -> Vec<(String, String, i64)> {
    let found = related_question::about(&world.db, world.workspace_id, query, 10).await.expect("questions");
    found.into_iter().map(|one| (one.query, one.question, one.times)).collect()
}

fn row(query: &str, question: &str, times: i64) -> (String, String, i64) {
    (query.to_owned(), question.to_owned(), times)
}

#[tokio::test]
async fn questions_are_counted_and_found_by_whole_words() {
    on_each_database(async |world| {
        let short = track(&world, "Roof repair").await;
        let long = track(&world, "roof repair tulsa").await;
        record(&world, short, &["What does it cost?", "Zoë's \"roof\" 100%?"], at(FIRST)).await;
        record(&world, short, &["What does it cost?"], at("2026-05-02T00:00:00Z")).await;
        record(&world, long, &["Who is best in Tulsa?"], at(FIRST)).await;
        record(&world, long, &[], at(FIRST)).await;
        record(&world, new_id(), &["Of no keyword?"], at(FIRST)).await;
        let expected = [
            row("roof repair", "What does it cost?", 2),
            row("roof repair", "Zoë's \"roof\" 100%?", 1),
            row("roof repair tulsa", "Who is best in Tulsa?", 1),
        ];
        assert_eq!(about(&world, " ROOF  repair ").await, expected, "{}: its own first", world.name);
        assert_eq!(about(&world, "roof repair tulsa").await[0], expected[2], "{}", world.name);
        assert_eq!(about(&world, "emergency roof repair").await.len(), 2, "{}", world.name);
        for other in ["roof", "repair"] {
            assert_eq!(about(&world, other).await.len(), 3, "{}: a word of all", world.name);
        }
        for other in ["roo", "roof rep", "", "%", "tulsa roof"] {
            assert!(about(&world, other).await.is_empty(), "{}: {other}", world.name);
        }
        let none = related_question::about(&world.db, new_id(), "roof repair", 10).await.expect("questions");
        assert!(none.is_empty(), "{}: of another workspace", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn questions_that_no_check_shows_again_are_deleted() {
    on_each_database(async |world| {
        let keyword = track(&world, "roof repair").await;
        record(&world, keyword, &["Old?", "Kept?"], at(FIRST)).await;
        record(&world, keyword, &["Kept?"], at(FIRST) + TimeDelta::days(401)).await;
        assert_eq!(about(&world, "roof repair").await, [row("roof repair", "Kept?", 2)], "{}", world.name);
        world
    })
    .await;
}
