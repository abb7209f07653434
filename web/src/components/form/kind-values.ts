/** A setting or a secret of a kind of place that files are written to. */
export interface KindField {
  name: string;
  label: string;
  hint?: string;
  type?: 'text' | 'url' | 'number' | 'check' | 'lines';
  isRequired?: boolean;
  /** Initial value of a new place. */
  start?: string;
  /** True if the server keeps the stored value when it is left out, such as a key that a test found: only an empty text removes it. */
  isKept?: boolean;
}

/** A kind of place, such as an SFTP server, with the fields of its form. */
export interface KindOfPlace<Kind extends string = string> {
  kind: Kind;
  name: string;
  about: string;
  settings: readonly KindField[];
  secrets: readonly KindField[];
}

/** Values of the fields of a kind: texts and switches by the name of the field. */
export interface KindValues {
  settings: Record<string, string>;
  checks: Record<string, boolean>;
  secrets: Record<string, string>;
}

/** Returns the values of all fields of a kind; stored settings replace the initial ones. Secrets are never shown. */
export function kindValues({ settings, secrets }: KindOfPlace, stored?: Readonly<Record<string, unknown>>): KindValues {
  const texts = settings.filter(({ type }) => type !== 'check');
  const checks = settings.filter(({ type }) => type === 'check');
  const text = ({ name, start }: KindField) => (stored ? String(stored[name] ?? '') : (start ?? ''));
  return {
    settings: Object.fromEntries(texts.map((field) => [field.name, text(field)])),
    checks: Object.fromEntries(checks.map(({ name }) => [name, stored?.[name] === true])),
    secrets: Object.fromEntries(secrets.map(({ name }) => [name, ''])),
  };
}

/** Returns the settings to send: numbers are numbers, and empty ones are left out unless an empty text removes a stored one. */
export function kindSettings(
  kind: KindOfPlace | undefined,
  { settings, checks }: KindValues,
  stored?: Readonly<Record<string, unknown>>,
) {
  const fieldOf = (name: string) => kind?.settings.find((field) => field.name === name);
  const isRemoved = (name: string) => fieldOf(name)?.isKept === true && Boolean(stored?.[name]);
  const entries = Object.entries(settings).flatMap(([name, typed]): [string, string | number][] => {
    const text = typed.trim();
    if (text === '') return isRemoved(name) ? [[name, '']] : [];
    return [[name, fieldOf(name)?.type === 'number' ? Number(text) : text]];
  });
  return { ...Object.fromEntries(entries), ...checks };
}

/** Returns the secrets that were typed; undefined without one, which keeps the stored ones. */
export function kindSecrets({ secrets }: KindValues): Record<string, string> | undefined {
  const typed = Object.entries(secrets).filter(([, text]) => text.trim() !== '');
  return typed.length > 0 ? Object.fromEntries(typed) : undefined;
}

/** Returns the name in the form of a field of the request: `settings/path`, `secrets/token` or `baseUrl`. */
export function kindFormName(field: string, values: KindValues): string {
  const name = field.split('/').at(-1) ?? field;
  if (name in values.settings) return `settings.${name}`;
  if (name in values.checks) return `checks.${name}`;
  if (name in values.secrets) return `secrets.${name}`;
  return field.replace(/^\//, '');
}
