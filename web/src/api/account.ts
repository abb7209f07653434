import { queryOptions } from '@tanstack/react-query';
import { addressOf, answer, client } from './client';
import type { Schemas } from './types';

/** A device on which the user is signed in. */
export type Session = Schemas['Session'];
/** A personal API key. The key itself is shown once, when it is created. */
export type ApiKey = Schemas['ApiKey'];
export type ApiKeyScope = Schemas['ApiKeyScope'];
/** Whether sign-ins ask for a second factor. */
export type MfaStatus = Schemas['TwoFactorStatus'];
/** A security event of the account. */
export type AuditLine = Schemas['AuditLine'];

/** Scopes of a key: `write` includes reading. */
export const API_KEY_SCOPES = ['read', 'write', 'admin'] as const satisfies readonly ApiKeyScope[];

export const accountQueries = {
  sessions: () =>
    queryOptions({
      queryKey: ['account', 'sessions'],
      queryFn: ({ signal }) => answer(client.GET('/api/auth/sessions', { signal })),
      select: ({ sessions }) => sessions,
    }),
  apiKeys: () =>
    queryOptions({
      queryKey: ['account', 'api-keys'],
      queryFn: ({ signal }) => answer(client.GET('/api/user/api-keys', { signal })),
      select: ({ apiKeys }) => apiKeys,
    }),
  mfa: () =>
    queryOptions({
      queryKey: ['account', 'mfa'],
      queryFn: ({ signal }) => answer(client.GET('/api/auth/mfa', { signal })),
    }),
  audit: () =>
    queryOptions({
      queryKey: ['account', 'audit'],
      queryFn: ({ signal }) => answer(client.GET('/api/user/audit-log', { signal, params: { query: { limit: 20 } } })),
      select: ({ audit }) => audit,
    }),
};

/** An account that signs in only with an external provider has no password, so an empty one is omitted. */
const given = (password: string) => password || undefined;

export const accountApi = {
  endSession: (id: string) => answer(client.DELETE('/api/auth/sessions/{id}', { params: { path: { id } } })),
  changePassword: (currentPassword: string, newPassword: string) =>
    answer(
      client.POST('/api/auth/change-password', { body: { currentPassword: given(currentPassword), newPassword } }),
    ),
  changeEmail: (newEmail: string, password: string) =>
    answer(client.POST('/api/auth/change-email', { body: { newEmail, password: given(password) } })),
  /** Creates a secret, which takes effect after confirmation with a code. */
  beginMfa: (password: string) => answer(client.POST('/api/auth/mfa/setup', { body: { password: given(password) } })),
  confirmMfa: (code: string) => answer(client.POST('/api/auth/mfa/confirm', { body: { code } })),
  /** Replaces the recovery codes; the new ones are shown once. */
  renewRecoveryCodes: ({ password, code }: { password: string; code: string }) =>
    answer(client.POST('/api/auth/mfa/recovery-codes', { body: { password: given(password), code } })),
  disableMfa: ({ password, code }: { password: string; code: string }) =>
    answer(client.POST('/api/auth/mfa/disable', { body: { password: given(password), code } })),
  createApiKey: (body: Schemas['NewApiKey']) => answer(client.POST('/api/user/api-keys', { body })),
  deleteApiKey: (id: string) => answer(client.DELETE('/api/user/api-keys/{id}', { params: { path: { id } } })),
  setAvatar: (picture: Blob) =>
    answer(
      client.PUT('/api/user/avatar', {
        body: picture as never,
        bodySerializer: () => picture,
        headers: { 'Content-Type': picture.type },
      }),
    ),
  removeAvatar: () => answer(client.DELETE('/api/user/avatar')),
  /** Deletes the account permanently. */
  deleteAccount: (password: string) => answer(client.POST('/api/user/delete', { body: { password: given(password) } })),
  exportPath: () => addressOf('/api/user/export'),
};
