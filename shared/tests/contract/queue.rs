//! Delivery: at least once, in turns of the users, to many consumers, across broken connections.

use std::{collections::HashSet, time::Duration};

use shared::{
    domain::{
        new_id,
        run::{Delivery, Lane},
    },
    queue::{Queue, Taken, Want},
};
use tokio::time::timeout;
use uuid::Uuid;

use crate::{
    proxy::Proxy,
    support::ids,
    world::{queues, redis},
};

const SOON: Duration = Duration::from_secs(10);

fn short(user_id: Uuid, ids: &[Uuid]) -> Vec<Delivery> {
    ids.iter().map(|&id| Delivery { id, user_id, is_short: true }).collect()
}

fn long(user_id: Uuid, ids: &[Uuid]) -> Vec<Delivery> {
    ids.iter().map(|&id| Delivery { id, user_id, is_short: false }).collect()
}

const fn up_to(total: usize) -> Want {
    Want { total, long: total }
}

/// Takes ids as a worker does: waits until there are some.
async fn fetch(queue: &Queue, lane: Lane, total: usize) -> Vec<Uuid> {
    loop {
        let Taken { mut short, long } = queue.take(lane, up_to(total)).await;
        short.extend(long);
        if !short.is_empty() {
            return short;
        }
        queue.wait(lane, true).await;
    }
}

/// Takes everything that may start, one id at a time.
async fn order(queue: &Queue, lane: Lane) -> Vec<Uuid> {
    let mut order = Vec::new();
    loop {
        let taken = queue.take(lane, up_to(1)).await;
        let Some(id) = taken.short.first().or(taken.long.first()) else { return order };
        order.push(*id);
    }
}

#[tokio::test]
async fn ids_of_a_user_come_out_in_order_wait_for_arrival_and_can_be_parked() {
    for (name, queue) in queues() {
        let (lane, user) = (Lane::Batch, new_id());
        let ids = ids(5);
        queue.deliver(lane, &short(user, &ids)).await.expect("deliver");
        assert_eq!(queue.depth(lane).await.expect("depth"), 5, "{name}");
        assert_eq!(fetch(&queue, lane, 3).await, ids[..3], "{name}");
        assert_eq!(fetch(&queue, lane, 100).await, ids[3..], "{name}");

        let late = new_id();
        let waiting = tokio::spawn({
            let queue = queue.clone();
            async move { fetch(&queue, lane, 10).await }
        });
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert!(!waiting.is_finished(), "{name}: a fetch waits");
        queue.deliver(lane, &short(user, &[late])).await.expect("deliver");
        let came = timeout(SOON, waiting).await.expect("in time").expect("a task");
        assert_eq!(came, [late], "{name}");

        queue.park(lane, &short(user, &ids[2..])).await.expect("park");
        queue.deliver(lane, &short(user, &ids[..2])).await.expect("deliver");
        assert_eq!(queue.depth(lane).await.expect("depth"), 5, "{name}: parked ids count");
        assert!(queue.take(lane, up_to(9)).await.is_empty(), "{name}: a parked user has no turn");
        queue.unpark(lane, user).await.expect("unpark");
        queue.unpark(lane, user).await.expect("a user who is not parked is fine");
        assert_eq!(fetch(&queue, lane, 10).await, ids, "{name}");
        assert_eq!(queue.depth(lane).await.expect("depth"), 0, "{name}");

        queue.was_intact().await.expect("mark");
        assert!(queue.was_intact().await.expect("mark"), "{name}");
    }
}

#[tokio::test]
async fn users_take_turns_whatever_one_of_them_has_queued() {
    for (name, queue) in queues() {
        let (lane, ada, bob) = (Lane::Interactive, new_id(), new_id());
        let (hers, his) = (ids(1_000), ids(20));
        queue.deliver(lane, &short(ada, &hers)).await.expect("deliver");
        assert_eq!(order_of(&queue, lane, 3).await, hers[..3], "{name}");
        queue.deliver(lane, &short(bob, &his)).await.expect("deliver");
        let order = order(&queue, lane).await;
        assert_eq!(order.len(), 1_017, "{name}");
        let last = order.iter().position(|id| *id == his[19]).expect("his last");
        assert!(last <= 41, "{name}: {last}");
        assert!(order.iter().filter(|id| his.contains(id)).eq(&his), "{name}: his in order");
        assert!(order.iter().filter(|id| hers.contains(id)).eq(&hers[3..]), "{name}: hers in order");
    }
}

async fn order_of(queue: &Queue, lane: Lane, n: usize) -> Vec<Uuid> {
    let mut order = Vec::new();
    for _ in 0..n {
        order.extend(fetch(queue, lane, 1).await);
    }
    order
}

#[tokio::test]
async fn user_who_returns_after_every_run_does_not_overtake_those_who_wait() {
    for (name, queue) in queues() {
        let lane = Lane::Interactive;
        // Both orders of their ids, which decide between equal turns.
        for (ada, bob) in [(Uuid::from_u128(1), Uuid::from_u128(2)), (Uuid::from_u128(4), Uuid::from_u128(3))] {
            let hers = ids(50);
            queue.deliver(lane, &short(ada, &hers)).await.expect("deliver");
            let (mut of_ada, mut of_bob) = (0, 0);
            queue.deliver(lane, &short(bob, &[new_id()])).await.expect("deliver");
            while of_ada < 50 {
                let next = fetch(&queue, lane, 1).await[0];
                if hers.contains(&next) {
                    of_ada += 1;
                } else {
                    of_bob += 1;
                    queue.deliver(lane, &short(bob, &[new_id()])).await.expect("deliver");
                }
            }
            assert!((48..=52).contains(&of_bob), "{name}: {of_bob} of Bob and 50 of Ada");
            order(&queue, lane).await;
        }
    }
}

#[tokio::test]
async fn short_and_long_runs_take_turns_and_long_ones_are_limited() {
    for (name, queue) in queues() {
        let (lane, ada, bob) = (Lane::Interactive, new_id(), new_id());
        let (hers, his) = (ids(10), ids(3));
        queue.deliver(lane, &long(ada, &hers)).await.expect("deliver");
        queue.deliver(lane, &short(bob, &his)).await.expect("deliver");
        let taken = queue.take(lane, Want { total: 2, long: 0 }).await;
        assert_eq!((taken.short.as_slice(), taken.len()), (&his[..2], 2), "{name}");
        let both: HashSet<Uuid> = order_of(&queue, lane, 2).await.into_iter().collect();
        assert_eq!(both, HashSet::from([hers[0], his[2]]), "{name}");
        let none = timeout(Duration::from_millis(200), queue.wait(lane, false)).await;
        assert!(none.is_err() || queue.take(lane, Want { total: 5, long: 0 }).await.is_empty(), "{name}");
        let taken = queue.take(lane, Want { total: 5, long: 4 }).await;
        assert_eq!((taken.long.as_slice(), taken.len()), (&hers[1..5], 4), "{name}");
    }
}

#[tokio::test]
async fn repeated_deliveries_of_a_waiting_run_add_nothing() {
    for (name, queue) in queues() {
        let (lane, user, all) = (Lane::Batch, new_id(), ids(3));
        for _ in 0..100 {
            queue.deliver(lane, &long(user, &all)).await.expect("deliver");
        }
        queue.park(lane, &long(user, &all[1..])).await.expect("park");
        queue.deliver(lane, &long(user, &all)).await.expect("deliver");
        assert_eq!(queue.depth(lane).await.expect("depth"), 3, "{name}");
        queue.unpark(lane, user).await.expect("unpark");
        assert_eq!(fetch(&queue, lane, 100).await, all, "{name}");
        assert!(queue.take(lane, up_to(9)).await.is_empty(), "{name}");
    }
}

#[tokio::test]
async fn user_whose_unparking_was_lost_has_turns_again_after_a_while() {
    for (name, queue) in queues() {
        let (lane, user, all) = (Lane::Batch, new_id(), ids(2));
        queue.park(lane, &short(user, &all)).await.expect("park");
        queue.unpark_since(lane, Duration::from_secs(60)).await.expect("unpark");
        assert!(queue.take(lane, up_to(9)).await.is_empty(), "{name}: not yet");
        tokio::time::sleep(Duration::from_millis(30)).await;
        queue.unpark_since(lane, Duration::from_millis(20)).await.expect("unpark");
        assert_eq!(fetch(&queue, lane, 9).await, all, "{name}");
    }
}

#[tokio::test]
async fn lanes_and_users_park_apart() {
    for (name, queue) in queues() {
        let (ada, bob, all) = (new_id(), new_id(), ids(4));
        queue.deliver(Lane::Interactive, &short(ada, &all[..1])).await.expect("deliver");
        queue.deliver(Lane::Batch, &short(ada, &all[1..2])).await.expect("deliver");
        assert_eq!(fetch(&queue, Lane::Batch, 10).await, all[1..2], "{name}");
        assert_eq!(fetch(&queue, Lane::Interactive, 10).await, all[..1], "{name}");
        queue.park(Lane::Batch, &short(ada, &all[..2])).await.expect("park");
        queue.park(Lane::Interactive, &short(ada, &all[2..3])).await.expect("park");
        queue.park(Lane::Batch, &short(bob, &all[3..])).await.expect("park");
        queue.unpark(Lane::Batch, bob).await.expect("unpark");
        assert_eq!(fetch(&queue, Lane::Batch, 10).await, all[3..], "{name}: another user stays parked");
        queue.unpark(Lane::Interactive, ada).await.expect("unpark");
        assert_eq!(fetch(&queue, Lane::Interactive, 10).await, all[2..3], "{name}");
        queue.unpark(Lane::Batch, ada).await.expect("unpark");
        assert_eq!(fetch(&queue, Lane::Batch, 10).await, all[..2], "{name}");
    }
}

#[tokio::test]
async fn empty_deliveries_wake_nobody() {
    for (name, queue) in queues() {
        queue.deliver(Lane::Batch, &[]).await.expect("deliver");
        assert_eq!(queue.depth(Lane::Batch).await.expect("depth"), 0, "{name}");
        let nothing = timeout(Duration::from_millis(100), fetch(&queue, Lane::Batch, 10)).await;
        assert!(nothing.is_err(), "{name}: a fetch never answers nothing");
        assert_eq!(queue.name(), name);
        queue.ping().await.expect("it answers");
    }
}

#[tokio::test]
async fn many_consumers_share_what_many_producers_deliver_without_loss() {
    for (name, queue) in queues() {
        let all = ids(600);
        let users = ids(7);
        let (sender, mut came) = tokio::sync::mpsc::unbounded_channel();
        let mut consumers = tokio::task::JoinSet::new();
        for at_most in [1, 3, 7, 50] {
            let (queue, sender) = (queue.clone(), sender.clone());
            consumers.spawn(async move {
                loop {
                    let some = fetch(&queue, Lane::Interactive, at_most).await;
                    assert!(!some.is_empty() && some.len() <= at_most);
                    some.into_iter().for_each(|id| sender.send(id).expect("somebody counts"));
                }
            });
        }
        let groups: Vec<Vec<Delivery>> =
            all.chunks(23).zip(users.iter().cycle()).map(|(some, user)| short(*user, some)).collect();
        let deliveries = groups.iter().map(|some| queue.deliver(Lane::Interactive, some));
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
                tokio::spawn(async move { fetch(&queue, Lane::Batch, 1).await })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(100)).await;
        let all = ids(5);
        queue.deliver(Lane::Batch, &short(new_id(), &all)).await.expect("deliver");
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
            let dropped = timeout(Duration::from_millis(60), fetch(&queue, Lane::Batch, 10)).await;
            assert!(dropped.is_err(), "{name}: nothing was there");
        }
        let all = ids(3);
        queue.deliver(Lane::Batch, &long(new_id(), &all)).await.expect("deliver");
        let came = timeout(SOON, fetch(&queue, Lane::Batch, 10)).await.unwrap_or_else(|_| panic!("{name}: lost"));
        assert_eq!(came, all, "{name}");
    }
}

#[tokio::test]
async fn fetch_of_one_lane_holds_up_nothing_else() {
    for (name, queue) in queues() {
        let waiting = tokio::spawn({
            let queue = queue.clone();
            async move { fetch(&queue, Lane::Batch, 1).await }
        });
        tokio::time::sleep(Duration::from_millis(50)).await;
        let (user, all) = (new_id(), ids(2));
        let others = async {
            queue.deliver(Lane::Interactive, &short(user, &all[..1])).await.expect("deliver");
            assert_eq!(queue.depth(Lane::Interactive).await.expect("depth"), 1, "{name}");
            fetch(&queue, Lane::Interactive, 1).await
        };
        assert_eq!(timeout(SOON, others).await.expect("at once"), all[..1], "{name}");
        queue.deliver(Lane::Batch, &short(user, &all[1..])).await.expect("deliver");
        assert_eq!(timeout(SOON, waiting).await.expect("in time").expect("a task"), all[1..], "{name}");
    }
}

#[tokio::test]
async fn queue_on_redis_goes_on_after_its_connections_broke() {
    let Some(server) = redis() else { return };
    let (proxy, namespace) = (Proxy::start(&server).await, format!("test:{}", new_id()));
    let queue = Queue::redis_named(&proxy.url, &namespace).expect("an address");
    let direct = Queue::redis_named(&server, &namespace).expect("an address");
    let (user, all) = (new_id(), ids(4));
    queue.deliver(Lane::Batch, &short(user, &all[..1])).await.expect("deliver");
    assert_eq!(fetch(&direct, Lane::Batch, 10).await, all[..1]);
    assert!(proxy.cut() > 0);
    queue.deliver(Lane::Batch, &short(user, &all[1..2])).await.expect("a broken connection is replaced");
    assert_eq!(fetch(&queue, Lane::Batch, 10).await, all[1..2]);

    let waiting = tokio::spawn({
        let queue = queue.clone();
        async move { fetch(&queue, Lane::Batch, 10).await }
    });
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(proxy.cut() > 0, "the fetch holds one");
    tokio::time::sleep(Duration::from_millis(50)).await;
    direct.deliver(Lane::Batch, &short(user, &all[2..3])).await.expect("deliver");
    assert_eq!(timeout(SOON, waiting).await.expect("it asks again").expect("a task"), all[2..3]);

    let down = Queue::redis_named("redis://127.0.0.1:1/", &namespace).expect("an address");
    assert!(down.deliver(Lane::Batch, &short(user, &all[3..])).await.is_err(), "the reconciler delivers it later");
    assert!(down.ping().await.is_err());
}

#[tokio::test]
async fn queues_of_two_installations_share_nothing() {
    let Some(server) = redis() else { return };
    let named = || Queue::redis_named(&server, &format!("test:{}", new_id())).expect("an address");
    let (one, other) = (named(), named());
    one.deliver(Lane::Batch, &short(new_id(), &ids(3))).await.expect("deliver");
    assert_eq!(other.depth(Lane::Batch).await.expect("depth"), 0);
    assert!(!one.was_intact().await.expect("mark"), "a new queue was never filled");
    assert!(one.was_intact().await.expect("mark") && !other.was_intact().await.expect("mark"));
    for wrong in ["", "127.0.0.1", "http://127.0.0.1/"] {
        assert!(Queue::redis(wrong).is_err(), "{wrong}");
    }
}
