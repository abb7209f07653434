import type { AccessInput, AccessKind, WebsiteAccess } from '@/api/access';

/** A setting or a secret of a kind of access. */
export interface AccessField {
  name: string;
  label: string;
  hint?: string;
  type?: 'text' | 'url' | 'number' | 'check' | 'lines';
  isRequired?: boolean;
  /** Value of a new access. */
  start?: string;
}

export interface KindOfAccess {
  kind: AccessKind;
  name: string;
  about: string;
  settings: readonly AccessField[];
  secrets: readonly AccessField[];
}

const HOST_KEY: AccessField = {
  name: 'hostKey',
  label: 'Key of the server (optional)',
  hint: 'Leave it empty: the first test finds it.',
};

/** Kinds of access to live files, with their fields. */
export const ACCESS_KINDS: readonly KindOfAccess[] = [
  {
    kind: 'git',
    name: 'Git repository',
    about: 'Each edit is one or two commits on the branch from which the website is published.',
    settings: [
      {
        name: 'url',
        label: 'Address of the repository',
        isRequired: true,
        hint: 'For example https://git.example.com/team/site.git or git@git.example.com:team/site.git.',
      },
      { name: 'branch', label: 'Branch', start: 'main', isRequired: true },
      {
        name: 'path',
        label: 'Folder of the website (optional)',
        hint: 'For example public. Empty: the whole repository.',
      },
      { ...HOST_KEY, hint: 'Of an SSH address. Leave it empty: the first test finds it.' },
      { name: 'authorName', label: 'Author of commits', start: 'Motherlode', isRequired: true },
      { name: 'authorEmail', label: 'Email of the author', hint: 'For example seo@example.com.', isRequired: true },
    ],
    secrets: [
      { name: 'token', label: 'Token', hint: 'For an https address: a token that may push to the branch.' },
      { name: 'privateKey', label: 'Private key', type: 'lines', hint: 'For an SSH address: a key that may push.' },
      { name: 'passphrase', label: 'Passphrase of the private key (optional)' },
    ],
  },
  {
    kind: 'sftp',
    name: 'SFTP server',
    about: 'The files of a web server, over SSH.',
    settings: [
      { name: 'host', label: 'Host', isRequired: true, hint: 'For example web.example.com.' },
      { name: 'port', label: 'Port', type: 'number', start: '22', isRequired: true },
      { name: 'user', label: 'User', isRequired: true },
      {
        name: 'path',
        label: 'Folder',
        isRequired: true,
        hint: 'The folder that is served, for example /srv/www/site.',
      },
      HOST_KEY,
    ],
    secrets: [
      { name: 'password', label: 'Password', hint: 'Or a private key.' },
      { name: 'privateKey', label: 'Private key', type: 'lines', hint: 'The whole file of an Ed25519 or ECDSA key.' },
      { name: 'passphrase', label: 'Passphrase of the private key (optional)' },
    ],
  },
  {
    kind: 's3',
    name: 'S3-compatible storage',
    about: 'Amazon S3, Cloudflare R2, MinIO, Backblaze B2 and others.',
    settings: [
      {
        name: 'endpoint',
        label: 'Endpoint (optional)',
        type: 'url',
        hint: 'Address of the service without the bucket. Leave it empty for Amazon S3.',
      },
      { name: 'region', label: 'Region', isRequired: true, hint: 'For example us-east-1, or auto.' },
      { name: 'bucket', label: 'Bucket', isRequired: true },
      { name: 'prefix', label: 'Start of all keys (optional)', hint: 'For example site/.' },
      { name: 'pathStyle', label: 'Bucket in the path of the address', type: 'check' },
    ],
    secrets: [
      { name: 'accessKeyId', label: 'Access key ID', isRequired: true },
      { name: 'secretAccessKey', label: 'Secret access key', isRequired: true },
      { name: 'sessionToken', label: 'Session token (optional)', hint: 'Only for temporary keys.' },
    ],
  },
  {
    kind: 'folder',
    name: 'Folder of this server',
    about: 'A folder that the operator of this installation allows.',
    settings: [
      { name: 'path', label: 'Folder', isRequired: true, hint: 'An absolute path, for example /srv/www/site.' },
    ],
    secrets: [],
  },
];

export function accessKindOf(kind: string): KindOfAccess | undefined {
  return ACCESS_KINDS.find((each) => each.kind === kind);
}

/** Where an access writes, in words: `SFTP server web.example.com, /srv/www`. */
export function accessPlace({ kind, settings }: Pick<WebsiteAccess, 'kind' | 'settings'>): string {
  const text = (name: string) => (typeof settings[name] === 'string' ? (settings[name] as string) : '');
  const parts: Record<AccessKind, string[]> = {
    git: [text('url'), text('branch') && `branch ${text('branch')}`, text('path')],
    sftp: [text('host'), text('path')],
    s3: [text('bucket'), text('prefix')],
    folder: [text('path')],
  };
  const where = parts[kind].filter((part) => part !== '').join(', ');
  return `${accessKindOf(kind)?.name ?? kind} ${where}`.trim();
}

/** Values of the form: texts and switches by the name of the field. */
export interface AccessValues {
  kind: AccessKind;
  baseUrl: string;
  settings: Record<string, string>;
  checks: Record<string, boolean>;
  secrets: Record<string, string>;
}

/** Values of all fields of a kind; stored settings replace the initial ones. Secrets are never shown. */
export function accessValues(
  { kind, settings, secrets }: KindOfAccess,
  url: string,
  stored?: WebsiteAccess,
): AccessValues {
  const own = stored?.kind === kind ? stored : undefined;
  const texts = settings.filter(({ type }) => type !== 'check');
  const checks = settings.filter(({ type }) => type === 'check');
  const text = ({ name, start }: AccessField) => (own ? String(own.settings[name] ?? '') : (start ?? ''));
  return {
    kind,
    baseUrl: stored?.baseUrl ?? url,
    settings: Object.fromEntries(texts.map((field) => [field.name, text(field)])),
    checks: Object.fromEntries(checks.map(({ name }) => [name, own?.settings[name] === true])),
    secrets: Object.fromEntries(secrets.map(({ name }) => [name, ''])),
  };
}

/** What is sent: empty settings are left out, numbers are numbers, and secrets only if one was typed. */
export function accessInput({ kind, baseUrl, settings, checks, secrets }: AccessValues): AccessInput {
  const fields = accessKindOf(kind)?.settings ?? [];
  const entries = Object.entries(settings).flatMap(([name, typed]): [string, string | number][] => {
    const text = typed.trim();
    if (text === '') return [];
    return [[name, fields.find((field) => field.name === name)?.type === 'number' ? Number(text) : text]];
  });
  const typed = Object.entries(secrets).filter(([, text]) => text.trim() !== '');
  return {
    kind,
    baseUrl: baseUrl.trim(),
    settings: { ...Object.fromEntries(entries), ...checks },
    ...(typed.length > 0 ? { secrets: Object.fromEntries(typed) } : {}),
  };
}

/** Name in the form of a field of the request: `settings/path`, `secrets/token` or `baseUrl`. */
export function accessFormName(field: string, values: AccessValues): string {
  const name = field.split('/').at(-1) ?? field;
  if (name in values.settings) return `settings.${name}`;
  if (name in values.checks) return `checks.${name}`;
  if (name in values.secrets) return `secrets.${name}`;
  return field.replace(/^\//, '');
}
