use crate::world::World;

#[test]
fn every_command_has_help_with_examples() {
    let world = World::new();
    let all = world.run(["--help"]).succeeded().stdout;
    for command in
        ["up", "api", "worker", "migrate", "engine", "model", "import", "user", "backup", "restore", "doctor", "ping"]
    {
        assert!(all.contains(&format!("\n  {command} ")), "{command} is not in {all}");
        let help = world.run([command, "--help"]).succeeded().stdout;
        assert!(help.contains("Usage: motherlode"), "{help}");
        if !["up", "api", "worker", "migrate"].contains(&command) {
            assert!(help.contains("Examples:\n  motherlode "), "{command} shows no example: {help}");
        }
    }
}

#[test]
fn a_wrong_command_or_flag_exits_with_2_and_says_what_there_is() {
    let world = World::new();
    world.run(["upp"]).failed(2, "up");
    world.run(["up", "--prot", "1"]).failed(2, "--port");
    world.run(["up", "--lease-seconds", "1"]).failed(2, "3..=3600");
}

#[test]
fn prints_completions_for_each_shell() {
    let world = World::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = world.run(["completions", shell]).succeeded().stdout;
        assert!(script.contains("motherlode") && script.contains("restore"), "{shell}: {script}");
    }
    world.run(["completions", "nosh"]).failed(2, "bash");
}

#[test]
fn version_is_printed() {
    let told = World::new().run(["--version"]).succeeded().stdout;
    assert_eq!(told, format!("motherlode {}\n", env!("CARGO_PKG_VERSION")));
}
