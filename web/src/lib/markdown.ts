/** The Markdown that the project's own documents use, read into blocks. No HTML is let through: it stays text. */

export type Inline =
  | { kind: 'text' | 'code' | 'strong' | 'em'; text: string }
  | { kind: 'link' | 'document'; text: string; href: string };

export type Block =
  | { kind: 'heading'; level: number; text: Inline[] }
  | { kind: 'paragraph'; text: Inline[] }
  /** A picture on a line of its own; `href` is relative to the document. */
  | { kind: 'picture'; text: string; href: string }
  | { kind: 'code'; text: string }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'table'; header: Inline[][]; rows: Inline[][][] };

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)/g;
const ITEM = /^\s*(?:[-*]|(\d+)\.)\s+(.*)$/;

/** Another document of the same folder or its parent. */
const DOCUMENT = /^(?:\.\.\/[a-z]+\/)?[a-z-]+\.md(?:#.*)?$/;
const PICTURE = /^!\[([^\]]*)\]\(([^)\s]+)\)$/;

/** Words of a line with their marks. Links lead to https or to other documents; others are only their words. */
export function inlines(text: string): Inline[] {
  const found: Inline[] = [];
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > from) found.push({ kind: 'text', text: text.slice(from, match.index) });
    found.push(marked(match));
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push({ kind: 'text', text: text.slice(from) });
  return found;
}

function marked([, code, strong, em, words = '', href = '']: RegExpMatchArray): Inline {
  if (code !== undefined) return { kind: 'code', text: code };
  if (strong !== undefined) return { kind: 'strong', text: strong };
  if (em !== undefined) return { kind: 'em', text: em };
  if (DOCUMENT.test(href)) return { kind: 'document', text: words, href };
  return href.startsWith('https://') ? { kind: 'link', text: words, href } : { kind: 'text', text: words };
}

/** Reads a text line by line. */
export function markdown(source: string): Block[] {
  const lines = source.replace(/\r\n?/g, '\n').split('\n');
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const [block, next] = blockAt(lines, at);
    if (block) blocks.push(block);
    at = next;
  }
  return blocks;
}

function blockAt(lines: readonly string[], at: number): [Block | null, number] {
  const line = lines[at] ?? '';
  if (line.trim() === '') return [null, at + 1];
  if (line.startsWith('```')) return codeAt(lines, at);
  const heading = /^(#{1,6})\s+(.*)$/.exec(line);
  if (heading) return [{ kind: 'heading', level: heading[1]?.length ?? 1, text: inlines(heading[2] ?? '') }, at + 1];
  const picture = PICTURE.exec(line.trim());
  if (picture) return [{ kind: 'picture', text: picture[1] ?? '', href: picture[2] ?? '' }, at + 1];
  if (line.startsWith('|')) return tableAt(lines, at);
  if (ITEM.test(line)) return listAt(lines, at);
  return paragraphAt(lines, at);
}

function codeAt(lines: readonly string[], at: number): [Block, number] {
  const end = lines.findIndex((line, index) => index > at && line.startsWith('```'));
  const last = end < 0 ? lines.length : end;
  return [{ kind: 'code', text: lines.slice(at + 1, last).join('\n') }, last + 1];
}

function tableAt(lines: readonly string[], at: number): [Block, number] {
  const [rows, next] = taken(lines, at, (line) => line.startsWith('|'));
  const cells = (row: string) => cellsOf(row).map((cell) => inlines(cell));
  const [header = '', ...rest] = rows;
  const body = rest.filter((row) => !/^\|[\s:|-]+\|?$/.test(row.trim()));
  return [{ kind: 'table', header: cells(header), rows: body.map(cells) }, next];
}

/** Cells of a row; a bar inside of code or behind a backslash does not divide. */
function cellsOf(row: string): string[] {
  const inner = row.trim().replace(/^\|/, '').replace(/\|$/, '');
  const parts = inner.match(/(?:`[^`]*`|\\\||[^|])+|(?<=\|)(?=\|)/g) ?? [];
  return parts.map((part) => part.trim().replaceAll('\\|', '|'));
}

function listAt(lines: readonly string[], at: number): [Block, number] {
  const [taking, next] = taken(lines, at, (line) => line.trim() !== '' && (ITEM.test(line) || /^\s/.test(line)));
  const items: string[] = [];
  for (const line of taking) {
    const item = ITEM.exec(line);
    if (item) items.push(item[2] ?? '');
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  const ordered = ITEM.exec(lines[at] ?? '')?.[1] !== undefined;
  return [{ kind: 'list', ordered, items: items.map(inlines) }, next];
}

function paragraphAt(lines: readonly string[], at: number): [Block, number] {
  const isPlain = (line: string) => line.trim() !== '' && !/^(#{1,6}\s|\||```)/.test(line) && !ITEM.test(line);
  const [taking, next] = taken(lines, at, isPlain);
  const text = taking.length > 0 ? taking.map((line) => line.trim()).join(' ') : (lines[at] ?? '');
  return [{ kind: 'paragraph', text: inlines(text) }, Math.max(next, at + 1)];
}

/** Lines from a place on for as long as a test holds, and the place after them. */
function taken(lines: readonly string[], at: number, holds: (line: string) => boolean): [string[], number] {
  let end = at;
  while (end < lines.length && holds(lines[end] ?? '')) end += 1;
  return [lines.slice(at, end), end];
}
