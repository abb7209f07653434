//! Letters made of lines, so that pictures need no font.

/// Height of a capital letter.
pub(super) const HEIGHT: f32 = 8.0;
/// Space between letters.
pub(super) const GAP: f32 = 2.6;
/// Width of a space.
pub(super) const SPACE: f32 = 3.4;
/// How often the corners of a rounded line are cut.
const CUTS: usize = 3;

/// A letter as lines between points; `y` grows downward from 0 to [`HEIGHT`].
#[derive(Debug, Clone)]
pub(super) struct Glyph {
    pub(super) width: f32,
    pub(super) lines: Vec<Vec<(f32, f32)>>,
}

/// Letters with their lines: each point is a digit for x and a digit for y; `~` begins a rounded line.
const GLYPHS: &[(char, &str)] = &[
    ('A', "083068 1555"),
    ('B', "~00305052442404 ~043464685808 0008"),
    ('C', "~6150300002060838586867"),
    ('D', "~00406062664808 0008"),
    ('E', "50000858 0444"),
    ('F', "500008 0444"),
    ('G', "~61503000020608386866 666434"),
    ('H', "0008 6068 0464"),
    ('I', "0008"),
    ('J', "~40462818 ~28080605"),
    ('K', "0008 5004 1358"),
    ('L', "000858"),
    ('M', "0800356078"),
    ('N', "08006860"),
    ('O', "~300003083868656030"),
    ('P', "~00405053450504 0008"),
    ('Q', "~300003083868656030 4668"),
    ('R', "~00405053450504 0008 2458"),
    ('S', "~51402000032454565838 ~38180706"),
    ('T', "0060 3038"),
    ('U', "~00050838686560"),
    ('V', "003860"),
    ('W', "0028428880"),
    ('X', "0058 5008"),
    ('Y', "003460 3438"),
    ('Z', "00500858"),
    ('0', "~300003083868656030"),
    ('1', "022028"),
    ('2', "~01004050532608 0858"),
    ('3', "~0030505234 ~34546838 ~38180706"),
    ('4', "48400656"),
    ('5', "500003 ~034354585818 ~180806"),
    ('6', "~402000050828585404"),
    ('7', "005018"),
    ('8', "~30000434605030 ~34040838586434"),
    ('9', "~18386860301000033464"),
    ('-', "0434"),
    ('&', "58022010304106082838"),
    ('.', "0808"),
    (',', "1809"),
    ('\'', "0002"),
    ('/', "0840"),
    ('+', "0444 2226"),
];

/// Returns a letter, without accents and in upper case; `None` for one that cannot be drawn.
pub(super) fn glyph(letter: char) -> Option<Glyph> {
    let plain = crate::path::plain(letter).to_ascii_uppercase();
    let (_, lines) = GLYPHS.iter().find(|(known, _)| *known == plain)?;
    let lines: Vec<Vec<(f32, f32)>> = lines.split(' ').map(line).filter(|line| !line.is_empty()).collect();
    let width = lines.iter().flatten().map(|(x, _)| *x).fold(0.0, f32::max);
    Some(Glyph { width, lines })
}

fn line(text: &str) -> Vec<(f32, f32)> {
    let (is_round, digits) = text.strip_prefix('~').map_or((false, text), |rest| (true, rest));
    let digits: Vec<f32> = digits.chars().filter_map(|c| c.to_digit(10)).map(|digit| digit as f32).collect();
    let mut points: Vec<(f32, f32)> =
        digits.chunks_exact(2).filter_map(|pair| Some((*pair.first()?, *pair.last()?))).collect();
    if is_round {
        (0..CUTS).for_each(|_| points = cut(&points));
    }
    points
}

/// Cuts the corners of a line: each is replaced by two points on the lines that meet there; the ends stay.
///
/// Source: George Chaikin (1974), "An algorithm for high-speed curve generation".
fn cut(points: &[(f32, f32)]) -> Vec<(f32, f32)> {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return Vec::new() };
    let is_closed = first == last && points.len() > 3;
    let mut out = Vec::with_capacity(points.len() * 2);
    if !is_closed {
        out.push(*first);
    }
    for pair in points.windows(2) {
        let [(ax, ay), (bx, by)] = pair else { continue };
        out.push((0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by));
        out.push((0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by));
    }
    out.extend(if is_closed { out.first().copied() } else { Some(*last) });
    out
}
