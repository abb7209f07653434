//! Workbooks: the rows of a sheet and the shared texts, separated by a zero byte, as XML.
#![no_main]

mod packing;
mod reading;

use libfuzzer_sys::fuzz_target;

const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006/relationships";

fuzz_target!(|bytes: &[u8]| {
    let (rows, texts) = bytes.iter().position(|byte| *byte == 0).map_or((bytes, &[][..]), |at| bytes.split_at(at));
    let around = |before: &str, inner: &[u8], after: &str| [before.as_bytes(), inner, after.as_bytes()].concat();
    let sheet = around(&format!("<worksheet xmlns=\"{MAIN}\"><sheetData>"), rows, "</sheetData></worksheet>");
    let texts = around(&format!("<sst xmlns=\"{MAIN}\">"), texts.strip_prefix(&[0]).unwrap_or(texts), "</sst>");
    let book = format!(
        "<workbook xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}\"><sheets><sheet name=\"Queries\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>"
    );
    let relations = format!(
        "<Relationships xmlns=\"{PACKAGE}\"><Relationship Id=\"rId1\" Type=\"{OFFICE}/worksheet\" Target=\"worksheets/sheet1.xml\"/></Relationships>"
    );
    let root = format!(
        "<Relationships xmlns=\"{PACKAGE}\"><Relationship Id=\"rId1\" Type=\"{OFFICE}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
    );
    let styles = format!(
        "<styleSheet xmlns=\"{MAIN}\"><cellXfs count=\"2\"><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>"
    );
    let types = "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default Extension=\"xml\" ContentType=\"application/xml\"/></Types>";
    let packed = packing::packed(&[
        ("[Content_Types].xml", types.as_bytes()),
        ("_rels/.rels", root.as_bytes()),
        ("xl/workbook.xml", book.as_bytes()),
        ("xl/_rels/workbook.xml.rels", relations.as_bytes()),
        ("xl/styles.xml", styles.as_bytes()),
        ("xl/sharedStrings.xml", &texts),
        ("xl/worksheets/sheet1.xml", &sheet),
    ]);
    reading::survives(&packed, "x.xlsx");
});
