//! What a run computed from is kept, and gives the same bytes again.

use std::io::Read;

use engines::{
    ActionId,
    action::Body,
    command,
    common::{EngineId, Unattended},
};
use flate2::read::GzDecoder;
use shared::store::run;
use uuid::Uuid;

use crate::installation::Installation;

fn unpacked(packed: &[u8]) -> String {
    let mut text = String::new();
    GzDecoder::new(packed).read_to_string(&mut text).expect("gzip of text");
    text
}

/// Runs the kept case of a run again, as the command line does.
pub(crate) async fn assert_same_bytes(at: &Installation, run_id: Uuid) {
    let kept = run::case(&at.world.db, at.world.workspace_id, run_id).await.expect("the store").expect("a case");
    let (name, mode) = (format!("{} {}", kept.engine_id, kept.action), at.world.name);
    let action = EngineId::parse(&kept.engine_id).and_then(|engine| ActionId::find(engine, &kept.action));
    let input: Body = serde_json::from_str(&unpacked(&kept.input)).expect("an object");
    let seed = kept.seed.and_then(|seed| u64::try_from(seed).ok());
    let again = command::ask(action.expect("an action"), input, seed, None, &Unattended);
    let again = again.unwrap_or_else(|error| panic!("{mode} {name}: {error}"));
    let (again, answer) = (again.to_string(), unpacked(&kept.answer));
    let at = again.bytes().zip(answer.bytes()).take_while(|(left, right)| left == right).count();
    let part = |text: &str| text.chars().skip(at.saturating_sub(60)).take(120).collect::<String>();
    assert!(again == answer, "{mode} {name}, from byte {at}: {} against {}", part(&again), part(&answer));
}
