//! JSON-LD, microdata and RDFa.

use crawler::page::{Format, Item, Value};

use super::page;

fn inner<'a>(item: &'a Item, property: &str) -> &'a Item {
    match &item.properties[property][0] {
        Value::Item(item) => item,
        Value::Text(text) => panic!("{text} is not an item"),
    }
}

#[test]
fn json_ld_reads_objects_lists_and_graphs() {
    let html = r#"<script type="application/ld+json; charset=utf-8">{"@context":"https://schema.org","@graph":[
        {"@type":["Product","schema:Thing"],"name":"A","offers":{"@type":"https://schema.org/Offer","price":5.5,"priceCurrency":"EUR"}},
        {"@type":"BreadcrumbList","itemListElement":[{"@type":"ListItem","position":1,"name":"Home"}]}]}</script>
        <script type=application/ld+json><!-- [{"@type":"Person","name":{"@value":"Ada"}}] --></script>
        <script type=application/ld+json>{"@type":"Broken",}</script>"#;
    let data = page(html).structured;
    assert_eq!(data.items.len(), 3);
    assert_eq!(data.items[0].types, ["Product", "Thing"]);
    let offer = inner(&data.items[0], "offers");
    assert_eq!(
        (offer.types[0].as_str(), offer.text("price"), offer.text("priceCurrency")),
        ("Offer", Some("5.5"), Some("EUR"))
    );
    assert_eq!(data.items[2].text("name"), Some("Ada"));
    assert!(data.errors.len() == 1 && data.errors[0].contains("line 1 column"), "{:?}", data.errors);
}

/// The example of the HTML standard, section "Microdata: overview", with the values of its table of properties.
#[test]
fn microdata_reads_items_in_items() {
    let html = r#"<div itemscope itemtype="https://schema.org/Person"><p>Name: <span itemprop="name given">Amanda</span></p>
        <p>Band: <span itemprop="band" itemscope><span itemprop="name">Jazz Band</span> (<data itemprop="size" value="12">twelve</data>)</span></p>
        <time itemprop=born datetime=2009-05-10>May 10</time><a itemprop=url href=/amanda>page</a><meta itemprop=lang content=en></div>"#;
    let items = page(html).structured.items;
    assert_eq!((items.len(), items[0].types[0].as_str(), items[0].format), (1, "Person", Format::Microdata));
    for (property, value) in
        [("name", "Amanda"), ("given", "Amanda"), ("born", "2009-05-10"), ("url", "/amanda"), ("lang", "en")]
    {
        assert_eq!(items[0].text(property), Some(value));
    }
    let band = inner(&items[0], "band");
    assert_eq!((band.text("name"), band.text("size")), (Some("Jazz Band"), Some("12")));
}

#[test]
fn rdfa_lite_reads_types_and_properties() {
    let html = "<div vocab=https://schema.org/ typeof=Person><span property=name>Ada</span>
        <div property=address typeof=PostalAddress><span property=schema:city>London</span></div></div>";
    let items = page(html).structured.items;
    assert_eq!((items.len(), items[0].format, items[0].text("name")), (1, Format::Rdfa, Some("Ada")));
    assert_eq!(inner(&items[0], "address").text("city"), Some("London"));
}
