import type { PageChange } from '@/api/edits';

/** A text of a change that a person enters. */
export interface ChangeField {
  name: string;
  label: string;
  hint?: string;
  isLong?: boolean;
}

export interface KindOfChange {
  kind: PageChange['kind'];
  /** What a change of this kind does. */
  action: string;
  fields: readonly ChangeField[];
}

const ADDRESS_HINT = 'A path of the website, such as /prices/, or an address that starts with https://.';

/** Kinds of changes that a person can enter. Structured data and removals come from audits, crawls and other edits. */
export const KINDS_OF_CHANGES: readonly KindOfChange[] = [
  { kind: 'set_title', action: 'Set the title', fields: [{ name: 'title', label: 'Title' }] },
  {
    kind: 'set_description',
    action: 'Set the meta description',
    fields: [
      {
        name: 'description',
        label: 'Meta description',
        hint: '70 to 155 characters are shown whole.',
        isLong: true,
      },
    ],
  },
  { kind: 'set_heading', action: 'Set the first heading', fields: [{ name: 'heading', label: 'First heading' }] },
  {
    kind: 'add_link',
    action: 'Add a link',
    fields: [
      { name: 'anchor', label: 'Words to link', hint: 'They must be in the text of the page.' },
      { name: 'target', label: 'Target of the link', hint: ADDRESS_HINT },
    ],
  },
  {
    kind: 'replace_link',
    action: 'Replace links',
    fields: [
      { name: 'from', label: 'Address of the links', hint: 'As the page writes it, such as /old/.' },
      { name: 'to', label: 'New address', hint: ADDRESS_HINT },
    ],
  },
  {
    kind: 'set_canonical',
    action: 'Set the canonical address',
    fields: [{ name: 'address', label: 'Canonical address', hint: ADDRESS_HINT }],
  },
  {
    kind: 'set_alternate',
    action: 'Name a language version',
    fields: [
      { name: 'language', label: 'Language', hint: 'A code such as de, de-AT or x-default.' },
      { name: 'address', label: 'Address of the version', hint: ADDRESS_HINT },
    ],
  },
  {
    kind: 'set_alternative_text',
    action: 'Set an alternative text',
    fields: [
      { name: 'image', label: 'Address of the image', hint: 'As the page writes it, such as /van.jpg.' },
      { name: 'text', label: 'Alternative text' },
    ],
  },
  {
    kind: 'add_redirect',
    action: 'Redirect an address',
    fields: [{ name: 'to', label: 'Target of the redirect', hint: ADDRESS_HINT }],
  },
];

/** Returns the kind of a change that a person can enter; undefined for another one. */
export function kindOfChange(kind: string): KindOfChange | undefined {
  return KINDS_OF_CHANGES.find((each) => each.kind === kind);
}

/** Values of the form of a change. */
export interface ChangeValues {
  kind: string;
  path: string;
  fields: Record<string, string>;
}

/** Values of a change; empty ones of a kind without it. */
export function changeValues(kind: string, change?: PageChange): ChangeValues {
  const stored = (change ?? {}) as Record<string, unknown>;
  const text = (name: string) => (typeof stored[name] === 'string' ? stored[name] : '');
  const all = KINDS_OF_CHANGES.flatMap(({ fields }) => fields.map(({ name }) => name));
  return {
    kind,
    path: text(kind === 'add_redirect' ? 'from' : 'path'),
    fields: Object.fromEntries(all.map((name) => [name, text(name)])),
  };
}

/** The change that the values of a form state. */
export function changeOf({ kind, path, fields }: ChangeValues): PageChange {
  const own = kindOfChange(kind)?.fields ?? [];
  const texts = Object.fromEntries(own.map(({ name }) => [name, (fields[name] ?? '').trim()]));
  const place = kind === 'add_redirect' ? { from: path.trim() } : { path: path.trim() };
  return { kind, ...place, ...texts } as PageChange;
}

/** Name in the form of a field of the request: `changes/0/title` or `changes/0/path`. */
export function changeFormName(field: string, kind: string): string {
  const name = field.split('/').at(-1) ?? field;
  if (name === 'path' || (kind === 'add_redirect' && name === 'from')) return 'path';
  return kindOfChange(kind)?.fields.some((each) => each.name === name) ? `fields.${name}` : field;
}
