//! Configurations are resolved as documented, and what is wrong with them is said.

use super::*;

/// The files of this machine.
fn disk(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("cannot read '{}': {error}", path.display()))
}

fn error(name: &str, settings: &[&str]) -> String {
    let settings: Vec<String> = settings.iter().map(|&s| s.to_owned()).collect();
    Configuration::load(name, &settings, &disk).map(|c| c.name).unwrap_err()
}

#[test]
fn every_shipped_configuration_resolves_and_describes_itself() {
    for shipped in shipped::CONFIGURATIONS {
        let configuration = Configuration::load(shipped.name, &[], &disk).unwrap();
        assert!(!configuration.description.is_empty(), "{}", shipped.name);
        assert!(!reference::description(shipped.text).is_empty(), "{}", shipped.name);
        let analyses = !matches!(configuration.algorithm, Algorithm::Execute | Algorithm::Strategy);
        assert_eq!(!configuration.cpas.is_empty(), analyses, "{}", shipped.name);
    }
    assert!(shipped::CONFIGURATIONS.is_sorted_by_key(|c| c.name));
}

#[test]
fn a_child_replaces_keys_of_its_parent_and_keeps_the_others() {
    let parent = Configuration::load("value", &[], &disk).unwrap();
    let child = Configuration::load("value-nocegar", &[], &disk).unwrap();
    assert_eq!(child.cpas, parent.cpas);
    assert_eq!(child.algorithm, Algorithm::Explore);
    assert_eq!(child.cpa["value"]["track-all"].as_bool(), Some(true));
    assert_eq!(child.cpa["pointer"], parent.cpa["pointer"]);
}

#[test]
fn settings_change_single_keys() {
    let settings = ["cpa.value.sharing=location".to_owned(), "cegar.max-refinements = 7".to_owned()];
    let configuration = Configuration::load("value", &settings, &disk).unwrap();
    assert_eq!(configuration.cpa["value"]["sharing"].as_str(), Some("location"));
    assert_eq!(configuration.cegar.max_refinements, 7);
}

#[test]
fn misspelt_names_and_keys_get_a_suggestion() {
    assert!(error("valu", &[]).contains("did you mean `value`?"));
    assert!(error("value", &["cegr.mode=lazy"]).contains("unknown key `cegr`; did you mean `cegar`?"));
    assert!(error("value", &["cegar.mod=lazy"]).contains("did you mean `mode`?"));
    assert!(error("value", &["cpa.valeu.merge=join"]).contains("did you mean `value`?"));
    assert!(error("value", &["cpas=['location', 'vale']"]).contains("did you mean `value`?"));
    assert!(error("value", &["nonsense"]).contains("key=value"));
}

#[test]
fn a_refiner_must_be_one_of_the_analyses() {
    assert!(error("value", &["refiner=sign"]).contains("not among the analyses"));
    assert!(error("base", &["refiner=location"]).contains("has no refiner"));
    assert!(error("base", &["algorithm=cegar"]).contains("needs a `refiner`"));
}

#[test]
fn files_extend_files_beside_them_and_circles_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("mine.toml", "extends = 'other.toml'\n[cegar]\nmax-refinements = 3\n");
    write("other.toml", "extends = 'value'\n[cpa.value]\nsharing = 'location'\n");
    let path = folder.path().join("mine.toml").to_string_lossy().into_owned();
    let configuration = Configuration::load(&path, &[], &disk).unwrap();
    assert_eq!(configuration.cegar.max_refinements, 3);
    assert_eq!(configuration.cpa["value"]["sharing"].as_str(), Some("location"));

    write("a.toml", "extends = 'b.toml'\n");
    write("b.toml", "extends = 'a.toml'\n");
    let path = folder.path().join("a.toml").to_string_lossy().into_owned();
    assert!(error(&path, &[]).contains("in a circle"));
    write("bad.toml", "cpas = [\n");
    let path = folder.path().join("bad.toml").to_string_lossy().into_owned();
    assert!(error(&path, &[]).contains("in configuration"));
    assert!(error("gone/away.toml", &[]).contains("cannot read"));
}
