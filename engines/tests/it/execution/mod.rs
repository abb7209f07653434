//! The execution engine.

mod keys;
mod limits;
mod machine;
mod pages;
mod plans;
mod records;
mod states;
mod undo;
mod verification;

use engines::common::Unattended;
use engines::execution::{Action, Parameters, Plan, PlanInput, Request, Site, Sites, plan};

const PAGE: &str = "<html><head><title>Old</title></head>\n<body>\n<h1>Page</h1>\n</body></html>";

fn sites() -> Sites {
    let site = |name: &str| {
        let files =
            (0..4).map(|page| (format!("page-{page}.html"), PAGE.replace("Page", &format!("{name} {page}")))).collect();
        let base_url = Some(format!("https://{name}.example/"));
        (name.to_owned(), Site { files, base_url, ..Site::default() })
    };
    [site("a"), site("b")].into()
}

fn request(id: &str, action: Action, depends_on: &[&str]) -> Request {
    let depends_on = depends_on.iter().map(|id| (*id).to_owned()).collect();
    Request { id: id.to_owned(), action, depends_on, reason: None, impact_cents: None }
}

fn create(path: &str) -> Action {
    Action::CreatePage { site: "a".into(), path: path.into(), content: PAGE.into() }
}

fn title(page: u32, title: &str) -> Action {
    Action::AddTitle { site: "a".into(), path: format!("page-{page}.html"), title: title.into() }
}

fn deploy(gate_passed: bool) -> Action {
    Action::DeploySite { site: "a".into(), release: "r1".into(), gate_passed }
}

fn planned(requests: Vec<Request>) -> Plan {
    let input = PlanInput { plan_id: "p".into(), requests, sites: sites(), ..PlanInput::default() };
    plan(&input, &Parameters::default().check().unwrap(), &Unattended).unwrap()
}
