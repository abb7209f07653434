//! The index of the areas.

use engines::content::{
    Block, BlockKind, CitedFact, Fact, FactKind, Figure, PlaceFacts, Sentence, TableCell, TableRow,
};

use super::{
    PlanError, PlannedPlace,
    job::{Job, Place, titled},
    profile::thousands,
    region::label,
    text::{Text, capital, plain},
};
use crate::PageKind;

/// Path of the index.
pub(super) const PATH: &str = "/areas/";

/// Writes the page that lists the areas, with a table that compares them.
pub(super) fn write(job: &mut Job<'_>) -> Result<(), PlanError> {
    job.checkpoint()?;
    let has_page = |place: &&PlannedPlace| {
        let name = label(place);
        job.pages.iter().any(|page| page.kind == PageKind::Area && page.place.as_ref() == Some(&name))
    };
    let places: Vec<&PlannedPlace> = job.input.places.iter().filter(has_page).collect();
    if job.has(PATH) || places.is_empty() {
        return Ok(());
    }
    let text = text(job, &places);
    let inside = job.region.inside();
    let work = &job.pack.terms.work;
    let title = titled(work);
    let titles = [
        format!("{title}{inside}: Areas Compared"),
        format!("{title}: Areas Compared"),
        format!("{title} by Place"),
        "Areas on This Site, Compared by Public Figures".to_owned(),
    ];
    let descriptions = [
        format!(
            "All areas of this guide to {work}{inside}, compared by people, age of homes and ownership, with a page for each place."
        ),
        "All areas of this guide, compared by people, age of homes and ownership, with a page for each place."
            .to_owned(),
    ];
    job.add_text(Place::new(PATH, PageKind::Area, "Areas"), text, &titles, &descriptions);
    Ok(())
}

fn text(job: &Job<'_>, places: &[&PlannedPlace]) -> Text {
    let terms = &job.pack.terms;
    let mut text = Text::default();
    text.heading(1, format!("{}: the areas{}", capital(&terms.work), job.region.inside()));
    text.paragraph(vec![
        plain("Each place below has a page of its own."),
        plain(format!(
            "It says what is special about {} there: the climate, the age of the homes, and how many {} there are to choose from.",
            terms.work, terms.businesses
        )),
        plain("Choose your place from the list, or compare the places in the table."),
    ]);
    text.heading(2, "The places in figures");
    let table = table(&mut text, places);
    text.blocks.push(table);
    text.heading(2, "How to read the table");
    text.paragraph(vec![
        plain("The number of residents is that of the place itself."),
        plain("The age of the homes and the share of owners describe its county, because they are published for counties."),
        plain("A dash means that no figure is published, or that the place reaches well beyond one county."),
        plain("The sources at the end of this page name the publisher and the year of each figure."),
    ]);
    text.heading(2, "Which page to read");
    text.paragraph(vec![
        plain(format!(
            "If your place is not on the list, read the page of the nearest one: neighbors share their weather, and often their {}.",
            terms.businesses
        )),
        plain("What holds everywhere is on the other pages of this site: how the work goes, what drives its price and how to choose."),
        plain(format!("They are written for every {}, wherever the work is done.", terms.customer)),
    ]);
    text
}

/// Compares the places by figures that all of them may have.
pub(super) fn table(text: &mut Text, places: &[&PlannedPlace]) -> Block {
    let rows: Vec<TableRow> = places.iter().map(|place| row(text, place)).collect();
    let header = ["Place", "Residents", "Homes built before 1960", "Households that own their home"];
    let header = header.into_iter().enumerate().map(|(at, words)| Sentence {
        text: words.to_owned(),
        fact_ids: rows
            .iter()
            .filter_map(|row| row.cells.get(at))
            .flat_map(|cell| &cell.sentences)
            .flat_map(ids)
            .collect(),
        ..Sentence::default()
    });
    Block { kind: BlockKind::Table, header: header.collect(), rows, ..Block::default() }
}

fn ids(sentence: &Sentence) -> Vec<String> {
    sentence.fact_ids.clone()
}

fn row(text: &mut Text, place: &PlannedPlace) -> TableRow {
    let facts = &place.facts;
    let mut cell = |id: &str, figure: Option<&Figure>, words: &dyn Fn(f64) -> String, about: &str| {
        let cell = figure.map(|figure| {
            let id = format!("place.{}.{id}", place.id);
            let said = words(figure.value);
            text.fact(fact(&id, &format!("{said} {about}"), facts, figure));
            Sentence { text: said, fact_ids: vec![id], ..Sentence::default() }
        });
        TableCell { sentences: vec![cell.unwrap_or_else(|| plain("–"))] }
    };
    let percent = |share: f64| format!("{:.0}%", 100.0 * share);
    let cells = vec![
        TableCell { sentences: vec![plain(label(place))] },
        cell("residents", facts.population.as_ref(), &thousands, "residents"),
        cell("homesBefore1960", facts.homes_before_1960.as_ref(), &percent, "of the homes were built before 1960"),
        cell("ownerShare", facts.owner_share.as_ref(), &percent, "of the households own their home"),
    ];
    TableRow { cells }
}

fn fact(id: &str, value: &str, facts: &PlaceFacts, figure: &Figure) -> CitedFact {
    let fact = Fact {
        id: id.to_owned(),
        kind: FactKind::Statement,
        value: value.to_owned(),
        place: Some(facts.name.clone()),
        source: format!("{}, {}", figure.source, figure.year),
        ..Fact::default()
    };
    CitedFact { fact, sources: Vec::new() }
}
