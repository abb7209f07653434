/** A table read from a text: the names in its first line, and its rows as texts. */
export interface CsvTable {
  header: string[];
  rows: string[][];
}

const DELIMITERS = [',', ';', '\t'];

/** The delimiter that the first line holds most often; a comma when it holds none. */
function delimiterOf(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  const count = (delimiter: string) => line.split(delimiter).length;
  return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best));
}

/** Cells of a text as RFC 4180 has them: quoted cells may hold delimiters, line ends and doubled quotes. */
export function parseCells(text: string): string[][] {
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const delimiter = delimiterOf(source);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    row.push(cell.trim());
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (row.some((each) => each !== '')) rows.push(row);
    row = [];
  };
  for (let at = 0; at < source.length; at += 1) {
    const sign = source.charAt(at);
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (source.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell.trim() === '') quoted = true;
    else if (sign === delimiter) endCell();
    else if (sign === '\n') endRow();
    else cell += sign;
  }
  endRow();
  return rows;
}

/** A table with a header line. */
export function parseCsv(text: string): CsvTable {
  const [header = [], ...rows] = parseCells(text);
  return { header, rows };
}

/** A cell as a number; null for an empty one, undefined for one that is none. */
export function numberOf(cell: string | undefined): number | null | undefined {
  if (cell === undefined || cell === '' || /^(null|na|nan|-|—)$/i.test(cell)) return null;
  const value = Number(cell.replace(/[%$\s]/g, '').replace(/,(?=\d{3}(\D|$))/g, ''));
  return Number.isFinite(value) ? value : undefined;
}
