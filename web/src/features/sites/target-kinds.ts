import type { DeployTarget, TargetKind } from '@/api/deploy-targets';
import {
  type KindField,
  type KindOfPlace,
  type KindValues,
  kindSettings,
  kindValues,
} from '@/components/form/kind-values';

export type KindOfTarget = KindOfPlace<TargetKind>;

const PUBLIC_URL: KindField = {
  name: 'publicUrl',
  label: 'Public address (optional)',
  type: 'url',
  hint: 'Where visitors find a site, for example https://{site}.example.com. Pages name it as their address, and each deployment checks it. Leave it empty only if each site has a domain.',
};

const KEEP: KindField = {
  name: 'keep',
  label: 'Releases to keep',
  type: 'number',
  start: '5',
  hint: '1 to 100. You can roll back to each of them.',
};

const TOKEN: KindField = { name: 'token', label: 'Token', isRequired: true };

/** Kinds of targets that can be added, with their fields. `{site}` stands for the short name of a site. */
export const TARGET_KINDS: readonly KindOfTarget[] = [
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
      {
        name: 'bucket',
        label: 'Bucket',
        isRequired: true,
        hint: 'For example my-sites, or {site} for one of each site.',
      },
      { name: 'prefix', label: 'Start of all keys (optional)', start: '{site}', hint: 'For example {site}.' },
      PUBLIC_URL,
      KEEP,
      { name: 'pathStyle', label: 'Put the bucket into the path, as MinIO needs it', type: 'check' },
    ],
    secrets: [
      { name: 'accessKeyId', label: 'Access key ID', isRequired: true },
      { name: 'secretAccessKey', label: 'Secret access key', isRequired: true },
      { name: 'sessionToken', label: 'Session token (optional)', hint: 'Only for temporary keys.' },
    ],
  },
  {
    kind: 'netlify',
    name: 'Netlify',
    about: 'Each site becomes a site of your Netlify account.',
    settings: [
      {
        name: 'site',
        label: 'Name of the site',
        start: '{site}',
        isRequired: true,
        hint: 'It is created if your account has none of this name.',
      },
    ],
    secrets: [{ ...TOKEN, hint: 'A personal access token from User settings, Applications.' }],
  },
  {
    kind: 'cloudflare_pages',
    name: 'Cloudflare Pages',
    about: 'Each site becomes a project of your Cloudflare account.',
    settings: [
      { name: 'accountId', label: 'Account ID', isRequired: true, hint: 'From the overview of your account.' },
      {
        name: 'project',
        label: 'Project',
        start: '{site}',
        isRequired: true,
        hint: 'It is created if your account has none of this name.',
      },
      { name: 'branch', label: 'Production branch', start: 'main', isRequired: true },
    ],
    secrets: [{ ...TOKEN, hint: 'An API token with the permission Cloudflare Pages: Edit.' }],
  },
  {
    kind: 'sftp',
    name: 'SFTP server',
    about: 'A web server of your own. It serves the link “current” in the folder.',
    settings: [
      { name: 'host', label: 'Host', isRequired: true, hint: 'For example web.example.com.' },
      { name: 'port', label: 'Port', type: 'number', start: '22', isRequired: true },
      { name: 'user', label: 'User', isRequired: true },
      { name: 'path', label: 'Folder', isRequired: true, hint: 'For example /srv/www/{site}.' },
      PUBLIC_URL,
      KEEP,
      {
        name: 'hostKey',
        label: 'Fingerprint of the server (optional)',
        hint: 'Starts with SHA256:. Leave it empty: the next test finds it. After the server got a new key, remove the old one here.',
        isKept: true,
      },
    ],
    secrets: [
      { name: 'password', label: 'Password', hint: 'Or a private key.' },
      { name: 'privateKey', label: 'Private key', type: 'lines', hint: 'The whole file of an Ed25519 or ECDSA key.' },
      { name: 'passphrase', label: 'Passphrase of the private key (optional)' },
    ],
  },
  {
    kind: 'folder',
    name: 'Folder of this server',
    about: 'A folder that the operator of this installation allows. It serves the link “current” in it.',
    settings: [
      { name: 'path', label: 'Folder', isRequired: true, hint: 'An absolute path, for example /srv/www/{site}.' },
      PUBLIC_URL,
      KEEP,
    ],
    secrets: [],
  },
];

export function kindOf(kind: string): KindOfTarget | undefined {
  return TARGET_KINDS.find((each) => each.kind === kind);
}

export interface TargetValues extends KindValues {
  kind: TargetKind;
  name: string;
}

/** Values of all fields of a kind; stored settings replace the initial ones. */
export function valuesOf(kind: KindOfTarget, stored?: DeployTarget): TargetValues {
  return { kind: kind.kind, name: stored?.name ?? '', ...kindValues(kind, stored?.settings) };
}

/** Settings to send. Stored ones that the form does not show stay. */
export function settingsOf(values: TargetValues, stored?: DeployTarget): DeployTarget['settings'] {
  const shown = { ...values.settings, ...values.checks };
  const hidden = Object.entries(stored?.settings ?? {}).filter(([name]) => !(name in shown));
  return { ...Object.fromEntries(hidden), ...kindSettings(kindOf(values.kind), values, stored?.settings) };
}
