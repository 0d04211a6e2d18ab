//! The commands that describe the program: help, `completions`, `man`.

use crate::support::{Sandbox, sets};

#[test]
fn help_and_version_are_no_failures() {
    let sandbox = Sandbox::new();
    let help = sandbox.succeed("");
    assert!(help.contains("Usage: vectru") && help.contains("keygen") && help.contains("--backend"), "{help}");
    assert_eq!(help, sandbox.succeed("-h"));
    assert!(sandbox.succeed("--help").contains("standard input"));
    assert!(sandbox.succeed("keygen --help").contains("--secret-key"));
    assert!(sandbox.succeed("--version").starts_with("vectru "));
}

#[test]
fn every_shell_has_completions() {
    let sandbox = Sandbox::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = sandbox.succeed(&format!("completions {shell}"));
        for part in ["keygen", "shared-secret", "completions"] {
            assert!(script.contains(part), "{shell}: {part}");
        }
        // The scripts for other shells do not complete values.
        if ["bash", "fish", "zsh"].contains(&shell) {
            for set in sets(&sandbox) {
                assert!(script.contains(&set), "{shell}: {set}");
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn bash_completes_names_of_sets() {
    let sandbox = Sandbox::new();
    sandbox.write("completions", sandbox.succeed("completions bash"));
    let script = "source ./completions
        COMP_WORDS=(vectru keygen --set ntruhps2) COMP_CWORD=3
        _vectru vectru ntruhps2 --set
        echo ${COMPREPLY[@]}";
    let output = std::process::Command::new("bash").args(["-c", script]).current_dir(sandbox.path("")).output();
    let output = output.expect("bash starts");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "ntruhps2048509 ntruhps2048677\n");
}

#[test]
fn every_command_has_a_manual_page() {
    let sandbox = Sandbox::new();
    let page = sandbox.succeed("man");
    for part in [".TH vectru 1", "vectru\\-keygen(1)", ".SH EXAMPLES\n.nf\nvectru demo\n", "standard input"] {
        assert!(page.contains(part), "{part:?} is not in {page}");
    }

    std::fs::create_dir(sandbox.path("pages")).expect("a directory can be made");
    assert_eq!(sandbox.succeed("man --dir pages"), "");
    let read = |name: &str| String::from_utf8(sandbox.read(&format!("pages/{name}.1"))).expect("pages are UTF-8");
    assert_eq!(read("vectru"), page);
    assert!(read("vectru-keygen").contains("\\fB\\-\\-secret\\-key\\fR"));
    assert!(read("vectru-bench-kem").contains("\\fB\\-\\-rng\\fR"));
    // Each command that the page of the program refers to has a page.
    let names: Vec<_> = page.lines().filter_map(|line| line.strip_suffix("(1)")).collect();
    assert!(names.len() > 10, "{names:?}");
    names.iter().for_each(|name| assert!(read(&name.replace("\\-", "-")).contains(name), "{name}"));

    sandbox.fail("man --dir pages", &["expected no file (or --force to replace it)", "found an existing file"]);
    sandbox.succeed("man --dir pages --force");
}
