import type { AccessInput, AccessKind, WebsiteAccess } from '@/api/access';
import {
  type KindField,
  type KindOfPlace,
  type KindValues,
  kindSecrets,
  kindSettings,
  kindValues,
} from '@/components/form/kind-values';

export type KindOfAccess = KindOfPlace<AccessKind>;

const HOST_KEY: KindField = {
  name: 'hostKey',
  label: 'Key of the server (optional)',
  hint: 'Leave it empty: the next test finds it. After the server got a new key, remove the old one here.',
  isKept: true,
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

export interface AccessValues extends KindValues {
  kind: AccessKind;
  baseUrl: string;
}

/** Values of all fields of a kind; settings of a stored access of the kind replace the initial ones. */
export function accessValues(kind: KindOfAccess, url: string, stored?: WebsiteAccess): AccessValues {
  const own = stored?.kind === kind.kind ? stored.settings : undefined;
  return { kind: kind.kind, baseUrl: stored?.baseUrl ?? url, ...kindValues(kind, own) };
}

/** What is sent: secrets only if one was typed. */
export function accessInput(values: AccessValues, stored?: WebsiteAccess): AccessInput {
  const secrets = kindSecrets(values);
  const own = stored?.kind === values.kind ? stored.settings : undefined;
  return {
    kind: values.kind,
    baseUrl: values.baseUrl.trim(),
    settings: kindSettings(accessKindOf(values.kind), values, own),
    ...(secrets ? { secrets } : {}),
  };
}
