//! Checks of structured data, disclosure, consent and persons: G10 to G13, G19 to G21, G23, G24.

use engines::common::Day;
use gate::{Competitor, FormReach, Review, Status};
use sites::{Reviewer, Tenant};

use super::{assert_blocked, assert_clean, assert_warned, status};
use crate::build::{ACTION, Built, CONSENT, day, honest, with};

fn json(text: &str) -> String {
    format!("<script type=\"application/ld+json\">{text}</script>")
}

fn rented() -> Built {
    with(|site| {
        site.tenant = Some(Tenant {
            name: "Green Country Drying".to_owned(),
            street: "88 Pine Road".to_owned(),
            city: "Tulsa".to_owned(),
            state: "OK".to_owned(),
            phone: "+19184457788".to_owned(),
            verified_on: Some(day("2026-11-01")),
            ..Tenant::default()
        });
    })
}

#[test]
fn g10_types_that_are_not_true_block() {
    let types = [
        r#"{"@context":"https://schema.org","@type":"Plumber","name":"Tulsa Water Guide","address":"Tulsa"}"#,
        r#"{"@context":"https://schema.org","@type":"Organization","name":"River Leads LLC","aggregateRating":{"@type":"AggregateRating"}}"#,
        r#"{"@context":"https://schema.org","@type":"Product","name":"Tulsa Water Guide"}"#,
    ];
    for text in types {
        assert_blocked(&honest().add_head("about/index.html", &json(text)).check(), "G10", Some("/about/"));
    }
    let microdata = "<div itemscope itemtype=\"https://schema.org/LocalBusiness\">Tulsa</div>";
    assert_blocked(&honest().add("about/index.html", microdata).check(), "G10", Some("/about/"));
}

#[test]
fn g10_local_business_of_the_verified_tenant_passes() {
    let text = r#"{"@context":"https://schema.org","@type":"LocalBusiness","name":"Green Country Drying","address":{"@type":"PostalAddress","addressLocality":"Tulsa"}}"#;
    assert_clean(&rented().add_head("about/index.html", &json(text)).check(), "G10");
    let foreign = text.replace("Green Country Drying", "Tulsa Water Guide");
    assert_blocked(&rented().add_head("about/index.html", &json(&foreign)).check(), "G10", Some("/about/"));
    let mut unverified = rented();
    unverified.site.tenant.as_mut().unwrap().verified_on = None;
    assert_blocked(&unverified.add_head("about/index.html", &json(text)).check(), "G10", Some("/about/"));
}

#[test]
fn g11_broken_and_invisible_data_block() {
    let texts = [
        r#"{"@context":"https://schema.org","#,
        r#"{"@type":"WebPage","name":"About"}"#,
        r#"{"@context":"https://schema.org","@type":"Service","name":"About"}"#,
        r#"{"@context":"https://schema.org","@type":"WebPage","name":"Something that is nowhere on this page"}"#,
        r#"{"@context":"https://schema.org","@type":"Organization","name":"River Leads LLC","telephone":"918-445-5566"}"#,
        r#"{"@context":"https://schema.org","@type":"Organization","name":"River Leads LLC","telephone":"+19184459999"}"#,
        r#"{"@context":"https://schema.org","@type":"WebPage","name":"About","url":"/about/"}"#,
        r#"{"@context":"https://schema.org","@type":"FAQPage","mainEntity":[{"@type":"Question","name":"About"}]}"#,
    ];
    for text in texts {
        assert_blocked(&honest().add_head("about/index.html", &json(text)).check(), "G11", Some("/about/"));
    }
}

#[test]
fn g11_complete_and_visible_data_pass() {
    let faq = r#"{"@context":"https://schema.org","@type":"FAQPage","mainEntity":[{"@type":"Question","name":"How loud is it?","acceptedAnswer":{"@type":"Answer","text":"<p>As loud as a <b>vacuum</b> cleaner.</p>"}}]}"#;
    let html = "<h2>How loud is it?</h2><p>As loud as a vacuum cleaner.</p>";
    assert_clean(&honest().add_head("about/index.html", &json(faq)).add("about/index.html", html).check(), "G11");
    let service = r#"{"@context":"https://schema.org","@type":"Service","name":"About","areaServed":{"@type":"City","name":"Tulsa"},"provider":{"@id":"https://tulsa-water.example.com/#org"}}"#;
    assert_clean(&honest().add_head("about/index.html", &json(service)).check(), "G11");
    let phone = r#"{"@context":"https://schema.org","@type":"Organization","name":"River Leads LLC","telephone":"+19184455566"}"#;
    assert_clean(&honest().add_head("about/index.html", &json(phone)).check(), "G11");
}

#[test]
fn g12_page_without_disclosure_blocks() {
    let statement = "Tulsa Water Guide is a referral service of River Leads LLC. It passes your request to an independent business.";
    let built = honest().edit("cost/index.html", statement, "River Leads LLC");
    assert_blocked(&built.check(), "G12", Some("/cost/"));
    let hidden = honest().edit(
        "cost/index.html",
        &format!("<p>{statement}</p>"),
        &format!("<p>River Leads LLC</p><p hidden>{statement}</p>"),
    );
    assert_blocked(&hidden.check(), "G12", Some("/cost/"));
}

#[test]
fn g12_operator_and_tenant_must_be_named() {
    let built = honest().edit("choose/index.html", "a referral service of River Leads LLC", "a referral service");
    let report = built.check();
    assert!(
        report.findings.iter().any(|one| one.check == "G12" && one.page.as_deref() == Some("/choose/")),
        "{:#?}",
        report.findings
    );
    assert_clean(&rented().check(), "G12");
    assert_blocked(
        &rented().edit("choose/index.html", "Calls go to Green Country Drying.", "").check(),
        "G12",
        Some("/choose/"),
    );
}

#[test]
fn g12_page_without_a_link_to_the_privacy_policy_blocks() {
    let built = honest().edit("choose/index.html", "<a href=\"../privacy/\">Privacy</a>", "");
    assert_blocked(&built.check(), "G12", Some("/choose/"));
}

#[test]
fn g13_faults_of_the_form_block() {
    let edits = [
        ("value=\"yes\" required", "value=\"yes\" required checked"),
        ("value=\"yes\" required", "value=\"yes\""),
        ("method=\"post\"", "method=\"get\""),
        (ACTION, "https://elsewhere.example.com/f"),
        ("name=\"company_url\"", "name=\"other\""),
        (" class=\"trap\"", ""),
        (CONSENT, "I agree."),
        ("name=\"consent\"", "name=\"agree\""),
    ];
    for (from, to) in edits {
        assert_blocked(&honest().edit("contact/index.html", from, to).check(), "G13", Some("/contact/"));
    }
}

#[test]
fn g13_form_that_does_not_reach_the_platform_blocks() {
    let mut built = honest();
    built.state.form_reach = FormReach::Failed("the server answered 502".to_owned());
    assert_blocked(&built.check(), "G13", None);
    built.state.form_reach = FormReach::Untested;
    assert_blocked(&built.check(), "G13", None);
}

#[test]
fn g13_site_without_a_form_does_not_need_consent() {
    let mut built = with(|site| site.contact.form = None);
    built.state.form_reach = FormReach::Untested;
    let report = built.check();
    assert_clean(&report, "G13");
    assert_eq!(status(&report, "G13"), Status::NotApplicable);
}

#[test]
fn g13_consent_without_calls_blocks() {
    let built = with(|site| {
        site.contact.form.as_mut().unwrap().consent =
            "I agree that my request is answered by a business of the area.".to_owned()
    });
    assert_blocked(&built.check(), "G13", None);
}

#[test]
fn g19_missing_explanation_warns() {
    let built = honest().edit("about/index.html", "How we made this page", "Background").edit(
        "about/index.html",
        "first version together",
        "first text together",
    );
    assert_warned(&built.check(), "G19", Some("/about/"));
}

#[test]
fn g19_hidden_language_model_warns() {
    let mut built = honest();
    built.state.generated_pages = vec!["/cost/".to_owned()];
    assert_warned(&built.check(), "G19", Some("/cost/"));
    let recorded = with(|site| site.pages[1].is_generated = true);
    assert_clean(&recorded.check(), "G19");
}

#[test]
fn g20_regulated_trade_needs_a_reviewer() {
    let law = |site: &mut sites::Site| site.trade.review = Some("an attorney of the state".to_owned());
    let waiting = with(law).check();
    assert_eq!((status(&waiting, "G20"), waiting.passes), (Status::Waiting, true), "{:#?}", waiting.findings);
    assert_eq!(waiting.review.as_deref(), Some("an attorney of the state"));
    let mut reviewed = with(law);
    let on = Day::parse("2026-11-20").expect("a day");
    let review = Review { name: "Jane Miller".to_owned(), credentials: "attorney".to_owned(), on };
    reviewed.state.review = Some(review);
    let again = reviewed.check();
    assert_eq!(status(&again, "G20"), Status::Waiting, "each release is reviewed");
    let measured = &again.checks.iter().find(|check| check.id == "G20").expect("the check").measured;
    assert!(measured.contains("last review on 2026-11-20"), "{measured}");
    assert_eq!(with(|_| ()).check().review, None, "a trade that needs nobody");
    let nobody = with(|site| {
        law(site);
        site.operator.reviewer = None;
    });
    assert_blocked(&nobody.check(), "G20", None);
    let nameless = with(|site| {
        law(site);
        site.operator.reviewer = Some(Reviewer { name: "Jane Miller".to_owned(), credentials: String::new() });
    });
    assert_blocked(&nameless.check(), "G20", None);
}

#[test]
fn g20_abused_trade_needs_a_reviewer_and_warns() {
    let locksmith = |site: &mut sites::Site| {
        site.trade.vertical = "locksmith".to_owned();
        site.trade.name = "Locksmith".to_owned();
    };
    assert_warned(&with(locksmith).check(), "G20", None);
    let nobody = with(|site| {
        locksmith(site);
        site.operator.reviewer = None;
    });
    assert_blocked(&nobody.check(), "G20", None);
}

#[test]
fn g21_number_that_cannot_be_called_blocks() {
    for number in ["9184455566", "+1918445556", "+19115556677", "+15554455566", "+10184455566", "call us"] {
        let built = with(|site| site.contact.phone.as_mut().unwrap().number = number.to_owned());
        let report = built.check();
        assert_eq!(status(&report, "G21"), Status::Blocked, "{number}: {:#?}", report.findings);
    }
    assert_warned(
        &with(|site| site.contact.phone.as_mut().unwrap().number = "+19185550123".to_owned()).check(),
        "G21",
        None,
    );
    assert_clean(&with(|site| site.contact.phone.as_mut().unwrap().number = "+442079460000".to_owned()).check(), "G21");
}

#[test]
fn g21_numbers_of_others_block() {
    assert_blocked(&with(|site| site.contact.phone.as_mut().unwrap().is_owned = false).check(), "G21", None);
    let mut built = honest();
    built.state.competitors =
        vec![Competitor { name: "Dry Kings".to_owned(), phone: "(918) 445-5566".to_owned(), ..Competitor::default() }];
    assert_blocked(&built.check(), "G21", None);
    let foreign = honest().add("about/index.html", "<p>Call 918-445-7000 today</p>");
    assert_blocked(&foreign.check(), "G21", Some("/about/"));
    let link = honest().add("about/index.html", "<a href=\"tel:+19184457000\">Call</a>");
    assert_blocked(&link.check(), "G21", Some("/about/"));
}

#[test]
fn g21_recorded_line_needs_a_notice() {
    let recorded = || with(|site| site.contact.phone.as_mut().unwrap().is_recorded = true);
    assert_blocked(&recorded().check(), "G21", Some("/cost/"));
    let mut told = recorded();
    for path in [
        "index.html",
        "cost/index.html",
        "choose/index.html",
        "about/index.html",
        "contact/index.html",
        "privacy/index.html",
        "terms/index.html",
    ] {
        told = told.edit(path, "</footer>", "<p>Calls may be recorded.</p></footer>");
    }
    assert_clean(&told.check(), "G21");
}

#[test]
fn g23_names_of_others_warn() {
    let servpro = |site: &mut sites::Site| site.url = "https://servpro-tulsa.example.com".to_owned();
    assert_warned(&with(servpro).check(), "G23", None);
    let mut built = honest();
    built.state.competitors = vec![Competitor {
        name: "Tulsa Water Guide Kings".to_owned(),
        domain: "tulsa-water.example.com".to_owned(),
        ..Competitor::default()
    }];
    assert_warned(&built.check(), "G23", None);
}

#[test]
fn g23_everyday_words_and_generic_competitors_pass() {
    let mut built = with(|site| site.url = "https://amazonia-pigeons.example.com".to_owned());
    built.state.competitors =
        vec![Competitor { name: "Tulsa Water Damage Restoration LLC".to_owned(), ..Competitor::default() }];
    let report = built.check();
    let found: Vec<_> = report
        .findings
        .iter()
        .filter(|one| one.detail.contains("Tulsa Water Damage") || one.detail.contains("amazon "))
        .collect();
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn g24_waits_for_a_person_without_blocking() {
    let report = honest().check();
    assert_eq!(status(&report, "G24"), Status::Waiting);
    assert!(report.passes && !report.findings.iter().any(|one| one.check == "G24"));
}
