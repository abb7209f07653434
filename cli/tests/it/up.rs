use std::net::TcpListener;

use crate::world::World;

#[test]
fn serves_on_a_free_port_and_ends_well_when_asked() {
    let world = World::new();
    let server = world.serve(["up", "--port", "0", "--live-port", "0"]);
    assert!(server.get("/healthz").starts_with("HTTP/1.1 200"));
    assert!(server.get("/readyz").starts_with("HTTP/1.1 200"));
    assert!(server.get("/metrics").contains("motherlode_uptime_seconds"));
    let url = format!("http://127.0.0.1:{}/readyz", server.port);
    world.run(["ping", &url]).succeeded();
    assert_eq!(server.signal("TERM"), Some(0));
    world.run(["ping", &url]).failed(1, "does not answer");
}

#[test]
fn data_directory_is_locked_by_one_process_and_released_on_death() {
    let world = World::new();
    let server = world.serve(["up", "--port", "0", "--live-port", "0"]);
    world.run(["up", "--port", "0", "--live-port", "0"]).failed(1, "another motherlode process");
    let secret = std::fs::read_to_string(world.path("data/secret")).expect("a secret");
    assert_eq!(server.signal("KILL"), None);
    let server = world.serve(["up", "--port", "0", "--live-port", "0"]);
    assert!(server.get("/readyz").starts_with("HTTP/1.1 200"));
    assert_eq!(std::fs::read_to_string(world.path("data/secret")).expect("a secret"), secret);
}

#[test]
fn says_which_port_is_in_use_and_how_to_choose_another() {
    let world = World::new();
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("its address").port().to_string();
    world.run(["up", "--port", &port, "--live-port", "0"]).failed(1, &format!("port {port} is in use"));
    world.run(["up", "--port", "0", "--live-port", &port]).failed(1, "--live-port");
}
