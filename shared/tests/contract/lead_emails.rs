//! Emails to buyers: what they say, and that they are erased with the person of their lead.

use std::collections::BTreeMap;

use chrono::Duration;
use shared::{
    domain::{
        lead::LeadSourceKind,
        mail::{Mail, MailStatus},
        now,
    },
    store::{
        lead::{self, NewLead},
        mail,
    },
};
use uuid::Uuid;

use crate::{
    leads::{add_buyer, buyer_named, from, received, route, source},
    support::{count, literal, within},
    world::{World, on_each_database},
};

async fn erase(world: &World, id: Uuid) {
    let key = (world.workspace_id, id);
    let erased = within(&world.db, async |tx| lead::erase(tx, key, Some(world.user_id), now()).await).await;
    assert_eq!(erased.map(|(count, _)| count), Some(1), "{}", world.name);
}

/// Emails, oldest first.
async fn mails(world: &World) -> Vec<Mail> {
    let mut all = mail::list(&world.db, None, 10).await.expect("list").items;
    all.reverse();
    all
}

#[tokio::test]
async fn erased_person_is_in_no_email_and_an_email_that_waits_is_not_sent() {
    on_each_database(async |world| {
        let source = source(&world, LeadSourceKind::Form).await;
        add_buyer(&world, buyer_named("ann")).await;
        let mut leads = Vec::new();
        for phone in ["9185550123", "9185550124", "9185550125"] {
            let email = Some(format!("zoe.{phone}@example.com"));
            let (id, _) = received(&world, &source, &NewLead { email, ..from(phone) }, now()).await;
            route(&world, id, now()).await;
            leads.push(id);
        }
        let sent = mails(&world).await;
        mail::mark_kept(&world.db, sent[0].id).await.expect("kept");
        let until = now() + Duration::minutes(1);
        assert!(mail::claim(&world.db, sent[1].id, now(), until).await.expect("claim"), "{}", world.name);
        for id in &leads[..2] {
            erase(&world, *id).await;
        }
        // The attempt that was under way fails afterwards.
        mail::mark_failed(&world.db, sent[1].id, "451", Some(now())).await.expect("failed");
        let all = mails(&world).await;
        for (one, status) in all[..2].iter().zip([MailStatus::Kept, MailStatus::Failed]) {
            let left = (one.subject.as_str(), one.reply_to.as_deref(), one.body_text.as_str(), one.status);
            assert_eq!(left, ("New lead", None, "", status), "{}", world.name);
        }
        let with = |phone: &str| format!("body_html LIKE '%{phone}%' OR reply_to LIKE '%{phone}%'");
        assert_eq!(count(&world.db, "mails", &with("918555012_")).await, 1, "{}", world.name);
        assert_eq!(count(&world.db, "mails", &with("9185550125")).await, 1, "{}: the other person's", world.name);
        let due = mail::due(&world.db, now(), 10).await.expect("due");
        assert_eq!(due.iter().map(|one| one.id).collect::<Vec<_>>(), [sent[2].id], "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn sent_email_loses_its_subject_and_a_deleted_lead_its_emails() {
    on_each_database(async |world| {
        let source = source(&world, LeadSourceKind::Form).await;
        add_buyer(&world, buyer_named("ann")).await;
        let (id, _) = received(&world, &source, &from("9185550123"), now()).await;
        route(&world, id, now()).await;
        let sent = mails(&world).await.remove(0);
        assert!(sent.subject.contains("Zo"), "{}: {}", world.name, sent.subject);
        mail::mark_sent(&world.db, sent.id, now()).await.expect("sent");
        erase(&world, id).await;
        let left = mails(&world).await.remove(0);
        assert_eq!((left.subject.as_str(), left.status), ("New lead", MailStatus::Sent), "{}", world.name);
        let sql = format!("DELETE FROM received_leads WHERE id = {}", literal(&world.db, id));
        crate::support::execute(&world.db, &sql).await;
        assert!(mails(&world).await.is_empty(), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn lines_of_a_visitor_pass_for_no_other_field_in_the_email() {
    on_each_database(async |world| {
        let source = source(&world, LeadSourceKind::Form).await;
        add_buyer(&world, buyer_named("ann")).await;
        let fields = [("x\nPhone", "1"), ("roof", "flat\r\nPhone: 2\u{2028}Phone: 3\rPhone: 4")];
        let fields = fields.map(|(name, text)| (name.to_owned(), text.to_owned()));
        let message = "Hello\nPhone: 5".to_owned();
        let new = NewLead { message, fields: BTreeMap::from(fields), ..from("9185550123") };
        let (id, _) = received(&world, &source, &new, now()).await;
        route(&world, id, now()).await;
        let sent = mails(&world).await.remove(0);
        let lines = sent.body_text.split(['\n', '\r', '\u{2028}']);
        let phones: Vec<&str> = lines.filter(|line| line.starts_with("Phone")).collect();
        assert_eq!(phones, ["Phone: 9185550123"], "{}: {}", world.name, sent.body_text);
        assert!(sent.body_text.contains("Message: Hello\n> Phone: 5\n"), "{}: {}", world.name, sent.body_text);
        world
    })
    .await;
}
