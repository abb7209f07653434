//! Delivery.

use std::time::Duration;

use shared::domain::{new_id, run::Lane};
use uuid::Uuid;

use crate::world::queues;

#[tokio::test]
async fn ids_come_out_in_order_wait_for_arrival_and_can_be_parked() {
    for (name, queue) in queues() {
        let lane = Lane::Batch;
        let ids: Vec<Uuid> = (0..5).map(|_| new_id()).collect();
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
        let came = tokio::time::timeout(Duration::from_secs(2), waiting).await.expect("in time").expect("a task");
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
