/** Characters at which a spreadsheet takes a text for a formula. */
const FORMULA = '=+-@＝＋－＠';
/** Characters at which a spreadsheet may start a new cell, depending on its list separator. */
const SEPARATORS = ';\t\r\n';

/** Puts an apostrophe before each formula at the start of the cell, or of what another list separator makes a cell. */
function guard(value: string): string {
  let guarded = /^[\t\r\n]/.test(value) ? "'" : '';
  let begins = true;
  for (const char of value) {
    const isFormula = begins && FORMULA.includes(char);
    // A quote is doubled in the file, where it opens and closes an empty text.
    begins = SEPARATORS.includes(char) || (begins && char === '"' && guarded !== '');
    guarded += isFormula ? `'${char}` : char;
  }
  return guarded;
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const guarded = guard(value);
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** Cents as an amount of money, for a column whose header or neighbour names the currency. */
export function amountCell(cents: number | null | undefined): number | null {
  return cents == null ? null : Math.round(cents) / 100;
}

/** Rows as CSV (RFC 4180, CRLF), with texts guarded so that no spreadsheet runs them as formulas. */
export function toCsv(headers: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  return `${[headers, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}
