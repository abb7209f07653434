//! Delivery: at least once, in order, to many consumers, across broken connections.

use std::{collections::HashSet, time::Duration};

use shared::{
    domain::{new_id, run::Lane},
    queue::Queue,
};
use tokio::time::timeout;

use crate::{
    proxy::Proxy,
    support::ids,
    world::{queues, redis},
};

const SOON: Duration = Duration::from_secs(10);

#[tokio::test]
async fn ids_come_out_in_order_wait_for_arrival_and_can_be_parked() {
    for (name, queue) in queues() {
        let lane = Lane::Batch;
        let ids = ids(5);
        queue.deliver(lane, &ids).await.expect("deliver");
        assert_eq!(queue.depth(lane).await.expect("depth"), 5, "{name}");
        assert_eq!(queue.fetch(lane, 3).await, ids[..3], "{name}");
        assert_eq!(queue.fetch(lane, 100).await, ids[3..], "{name}");

        let late = new_id();
        let waiting = tokio::spawn({
            let queue = queue.clone();
            async move { queue.fetch(lane, 10).await }
        });
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert!(!waiting.is_finished(), "{name}: a fetch waits");
        queue.deliver(lane, &[late]).await.expect("deliver");
        let came = timeout(SOON, waiting).await.expect("in time").expect("a task");
        assert_eq!(came, [late], "{name}");

        let user = new_id();
        queue.park(lane, user, &ids).await.expect("park");
        assert_eq!(queue.depth(lane).await.expect("depth"), 0, "{name}");
        queue.unpark(lane, user, 2).await.expect("unpark");
        assert_eq!(queue.fetch(lane, 10).await, ids[..2], "{name}");
        queue.unpark(lane, user, 10).await.expect("unpark");
        queue.unpark(lane, user, 10).await.expect("an empty park is fine");
        assert_eq!(queue.fetch(lane, 10).await, ids[2..], "{name}");

        queue.was_intact().await.expect("mark");
        assert!(queue.was_intact().await.expect("mark"), "{name}");
    }
}

#[tokio::test]
async fn lanes_and_users_park_apart() {
    for (name, queue) in queues() {
        let (ada, bob, all) = (new_id(), new_id(), ids(4));
        queue.deliver(Lane::Interactive, &all[..1]).await.expect("deliver");
        queue.deliver(Lane::Batch, &all[1..2]).await.expect("deliver");
        assert_eq!(queue.fetch(Lane::Batch, 10).await, all[1..2], "{name}");
        assert_eq!(queue.fetch(Lane::Interactive, 10).await, all[..1], "{name}");
        queue.park(Lane::Batch, ada, &all[..2]).await.expect("park");
        queue.park(Lane::Interactive, ada, &all[2..3]).await.expect("park");
        queue.park(Lane::Batch, bob, &all[3..]).await.expect("park");
        queue.unpark(Lane::Batch, bob, 10).await.expect("unpark");
        assert_eq!(queue.fetch(Lane::Batch, 10).await, all[3..], "{name}: another user's stay");
        queue.unpark(Lane::Batch, ada, 0).await.expect("unpark none");
        assert_eq!(queue.depth(Lane::Batch).await.expect("depth"), 0, "{name}");
        queue.unpark(Lane::Interactive, ada, 10).await.expect("unpark");
        assert_eq!(queue.fetch(Lane::Interactive, 10).await, all[2..3], "{name}");
        queue.unpark(Lane::Batch, ada, 10).await.expect("unpark");
        assert_eq!(queue.fetch(Lane::Batch, 10).await, all[..2], "{name}");
    }
}

#[tokio::test]
async fn empty_deliveries_wake_nobody() {
    for (name, queue) in queues() {
        queue.deliver(Lane::Batch, &[]).await.expect("deliver");
        assert_eq!(queue.depth(Lane::Batch).await.expect("depth"), 0, "{name}");
        let nothing = timeout(Duration::from_millis(100), queue.fetch(Lane::Batch, 10)).await;
        assert!(nothing.is_err(), "{name}: a fetch never answers nothing");
        assert_eq!(queue.name(), name);
        queue.ping().await.expect("it answers");
    }
}

#[tokio::test]
async fn many_consumers_share_what_many_producers_deliver_without_loss() {
    for (name, queue) in queues() {
        let all = ids(600);
        let (sender, mut came) = tokio::sync::mpsc::unbounded_channel();
        let mut consumers = tokio::task::JoinSet::new();
        for at_most in [1, 3, 7, 50] {
            let (queue, sender) = (queue.clone(), sender.clone());
            consumers.spawn(async move {
                loop {
                    let some = queue.fetch(Lane::Interactive, at_most).await;
                    assert!(!some.is_empty() && some.len() <= at_most);
                    some.into_iter().for_each(|id| sender.send(id).expect("somebody counts"));
                }
            });
        }
        let deliveries = all.chunks(23).map(|some| queue.deliver(Lane::Interactive, some));
        for delivered in futures::future::join_all(deliveries).await {
            delivered.expect("deliver");
        }
        let mut seen = HashSet::new();
        while seen.len() < all.len() {
            let next = timeout(SOON, came.recv()).await.unwrap_or_else(|_| panic!("{name}: {} came", seen.len()));
            assert!(seen.insert(next.expect("consumers at work")), "{name}: while nothing breaks, each comes once");
        }
        assert_eq!(seen, all.into_iter().collect(), "{name}");
        let more = timeout(Duration::from_millis(100), came.recv()).await;
        assert!(more.is_err(), "{name}: nothing more");
        consumers.shutdown().await;
    }
}

#[tokio::test]
async fn one_delivery_of_many_wakes_all_consumers_that_wait() {
    for (name, queue) in queues() {
        let consumers: Vec<_> = (0..5)
            .map(|_| {
                let queue = queue.clone();
                tokio::spawn(async move { queue.fetch(Lane::Batch, 1).await })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(100)).await;
        let all = ids(5);
        queue.deliver(Lane::Batch, &all).await.expect("deliver");
        let mut came = Vec::new();
        for consumer in consumers {
            came.extend(
                timeout(SOON, consumer).await.unwrap_or_else(|_| panic!("{name}: one sleeps on")).expect("a task"),
            );
        }
        came.sort_unstable();
        assert_eq!(came, all, "{name}");
    }
}

#[tokio::test]
async fn fetch_that_is_dropped_while_it_waits_takes_nothing_with_it() {
    for (name, queue) in queues() {
        for _ in 0..3 {
            let dropped = timeout(Duration::from_millis(60), queue.fetch(Lane::Batch, 10)).await;
            assert!(dropped.is_err(), "{name}: nothing was there");
        }
        // The server notices a closed connection on its own.
        tokio::time::sleep(Duration::from_millis(300)).await;
        let all = ids(3);
        queue.deliver(Lane::Batch, &all).await.expect("deliver");
        let came = timeout(SOON, queue.fetch(Lane::Batch, 10)).await.unwrap_or_else(|_| panic!("{name}: lost"));
        assert_eq!(came, all, "{name}");
    }
}

#[tokio::test]
async fn fetch_of_one_lane_holds_up_nothing_else() {
    for (name, queue) in queues() {
        let waiting = tokio::spawn({
            let queue = queue.clone();
            async move { queue.fetch(Lane::Batch, 1).await }
        });
        tokio::time::sleep(Duration::from_millis(50)).await;
        let all = ids(2);
        let others = async {
            queue.deliver(Lane::Interactive, &all[..1]).await.expect("deliver");
            assert_eq!(queue.depth(Lane::Interactive).await.expect("depth"), 1, "{name}");
            queue.fetch(Lane::Interactive, 1).await
        };
        assert_eq!(timeout(SOON, others).await.expect("at once"), all[..1], "{name}");
        queue.deliver(Lane::Batch, &all[1..]).await.expect("deliver");
        assert_eq!(timeout(SOON, waiting).await.expect("in time").expect("a task"), all[1..], "{name}");
    }
}

#[tokio::test]
async fn queue_on_redis_goes_on_after_its_connections_broke() {
    let Some(server) = redis() else { return };
    let (proxy, namespace) = (Proxy::start(&server).await, format!("test:{}", new_id()));
    let queue = Queue::redis_named(&proxy.url, &namespace).expect("an address");
    let direct = Queue::redis_named(&server, &namespace).expect("an address");
    let all = ids(4);
    queue.deliver(Lane::Batch, &all[..1]).await.expect("deliver");
    assert_eq!(direct.fetch(Lane::Batch, 10).await, all[..1]);
    assert!(proxy.cut() > 0);
    queue.deliver(Lane::Batch, &all[1..2]).await.expect("a broken connection is replaced");
    assert_eq!(queue.fetch(Lane::Batch, 10).await, all[1..2]);

    let waiting = tokio::spawn({
        let queue = queue.clone();
        async move { queue.fetch(Lane::Batch, 10).await }
    });
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(proxy.cut() > 0, "the fetch holds one");
    tokio::time::sleep(Duration::from_millis(50)).await;
    direct.deliver(Lane::Batch, &all[2..3]).await.expect("deliver");
    assert_eq!(timeout(SOON, waiting).await.expect("it asks again").expect("a task"), all[2..3]);

    let down = Queue::redis_named("redis://127.0.0.1:1/", &namespace).expect("an address");
    assert!(down.deliver(Lane::Batch, &all[3..]).await.is_err(), "the reconciler delivers it later");
    assert!(down.ping().await.is_err());
}

#[tokio::test]
async fn queues_of_two_installations_share_nothing() {
    let Some(server) = redis() else { return };
    let named = || Queue::redis_named(&server, &format!("test:{}", new_id())).expect("an address");
    let (one, other) = (named(), named());
    one.deliver(Lane::Batch, &ids(3)).await.expect("deliver");
    assert_eq!(other.depth(Lane::Batch).await.expect("depth"), 0);
    assert!(!one.was_intact().await.expect("mark"), "a new queue was never filled");
    assert!(one.was_intact().await.expect("mark") && !other.was_intact().await.expect("mark"));
    for wrong in ["", "127.0.0.1", "http://127.0.0.1/"] {
        assert!(Queue::redis(wrong).is_err(), "{wrong}");
    }
}
