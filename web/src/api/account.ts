import { queryOptions } from '@tanstack/react-query';
import { address, api } from './client';

/** A sign-in that holds. */
export interface Session {
  id: string;
  /** True for the session of this browser. */
  current: boolean;
  userAgent: string;
  address: string;
  createdAt: string;
  lastSeenAt: string;
  expiresAt: string;
}

/** A personal key for programs. The key itself is shown once, when it is made. */
export interface ApiKey {
  id: string;
  name: string;
  /** First characters of the key, by which its owner knows it again. */
  prefix: string;
  scopes: string[];
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
}

/** What a key may do: `write` takes in reading. */
export const API_KEY_SCOPES = ['read', 'write', 'admin'] as const;

/** Whether sign-ins ask for a second factor. */
export interface MfaStatus {
  enabled: boolean;
  recoveryCodesLeft: number;
}

/** A security event of the account. */
export interface AuditLine {
  id: string;
  at: string;
  /** Such as `session.signed_in`. */
  action: string;
  address: string;
  userAgent: string;
  detail: Record<string, unknown>;
}

export const accountQueries = {
  sessions: () =>
    queryOptions({
      queryKey: ['account', 'sessions'],
      queryFn: ({ signal }) => api.get<{ sessions: Session[] }>('/api/auth/sessions', { signal }),
      select: (answer) => answer.sessions,
    }),
  apiKeys: () =>
    queryOptions({
      queryKey: ['account', 'api-keys'],
      queryFn: ({ signal }) => api.get<{ apiKeys: ApiKey[] }>('/api/user/api-keys', { signal }),
      select: (answer) => answer.apiKeys,
    }),
  mfa: () =>
    queryOptions({
      queryKey: ['account', 'mfa'],
      queryFn: ({ signal }) => api.get<MfaStatus>('/api/auth/mfa', { signal }),
    }),
  audit: () =>
    queryOptions({
      queryKey: ['account', 'audit'],
      queryFn: ({ signal }) => api.get<{ audit: AuditLine[] }>('/api/user/audit-log', { signal, query: { limit: 20 } }),
      select: (answer) => answer.audit,
    }),
};

export const accountApi = {
  endSession: (id: string) => api.delete(`/api/auth/sessions/${id}`),
  /** Who signs in by an external provider alone has no current password: an empty one is left out. */
  changePassword: (currentPassword: string, newPassword: string) =>
    api.post('/api/auth/change-password', { body: { currentPassword: currentPassword || undefined, newPassword } }),
  changeEmail: (newEmail: string, password: string) =>
    api.post<{ message?: string }>('/api/auth/change-email', { body: { newEmail, password: password || undefined } }),
  /** A new secret, which counts once a code made from it has come back. */
  beginMfa: (password: string) =>
    api.post<{ secret: string; otpauthUrl: string }>('/api/auth/mfa/setup', {
      body: { password: password || undefined },
    }),
  confirmMfa: (code: string) => api.post<{ recoveryCodes: string[] }>('/api/auth/mfa/confirm', { body: { code } }),
  /** New recovery codes in place of the old ones; shown once. */
  renewRecoveryCodes: ({ password, code }: { password: string; code: string }) =>
    api.post<{ recoveryCodes: string[] }>('/api/auth/mfa/recovery-codes', {
      body: { password: password || undefined, code },
    }),
  disableMfa: (password: string) => api.post('/api/auth/mfa/disable', { body: { password: password || undefined } }),
  createApiKey: (body: { name: string; scopes: string[]; expiresAt?: string }) =>
    api.post<{ apiKey: ApiKey; key: string }>('/api/user/api-keys', { body }),
  deleteApiKey: (id: string) => api.delete(`/api/user/api-keys/${id}`),
  setAvatar: (picture: Blob) => api.put<{ avatar: string | null }>('/api/user/avatar', { body: picture }),
  removeAvatar: () => api.delete<{ avatar: null }>('/api/user/avatar'),
  /** Ends the account for good. An account without a password sends none. */
  deleteAccount: (password: string) => api.post('/api/user/delete', { body: { password: password || undefined } }),
  exportPath: () => address('/api/user/export'),
};
