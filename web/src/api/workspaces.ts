import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { Workspace } from './types';

export const WORKSPACE_ROLES = ['owner', 'editor', 'viewer'] as const;
export type WorkspaceRole = (typeof WORKSPACE_ROLES)[number];

export interface Member {
  userId: string;
  name: string;
  email: string;
  avatar?: string | null;
  role: string;
  joinedAt: string;
  /** Whose account the workspace came with: they stay. */
  founder?: boolean;
}

/** An invitation that nobody has taken yet. */
export interface Invite {
  id: string;
  email: string;
  role: string;
  createdAt: string;
  expiresAt: string;
}

const path = (id: string, rest = '') => `/api/workspaces/${id}${rest}`;

export const workspaceQueries = {
  all: () => ['workspaces'] as const,
  list: () =>
    queryOptions({
      queryKey: ['workspaces', 'list'],
      queryFn: ({ signal }) => api.get<{ workspaces: Workspace[] }>('/api/workspaces', { signal }),
      select: (answer) => answer.workspaces,
    }),
  members: (id: string) =>
    queryOptions({
      queryKey: ['workspaces', id, 'members'],
      queryFn: ({ signal }) => api.get<{ members: Member[] }>(path(id, '/members'), { signal }),
      select: (answer) => answer.members,
    }),
  /** For owners: others get a refusal. */
  invites: (id: string) =>
    queryOptions({
      queryKey: ['workspaces', id, 'invites'],
      queryFn: ({ signal }) => api.get<{ invites: Invite[] }>(path(id, '/invites'), { signal }),
      select: (answer) => answer.invites,
    }),
};

export const workspaceApi = {
  create: (name: string) => api.post<{ workspace: Workspace }>('/api/workspaces', { body: { name } }),
  rename: (id: string, name: string) => api.patch<{ workspace: Workspace }>(path(id), { body: { name } }),
  remove: (id: string) => api.delete(path(id)),
  setRole: (id: string, userId: string, role: string) => api.patch(path(id, `/members/${userId}`), { body: { role } }),
  removeMember: (id: string, userId: string) => api.delete(path(id, `/members/${userId}`)),
  invite: (id: string, email: string, role: string) =>
    api.post<{ invite: Invite }>(path(id, '/invites'), { body: { email, role } }),
  withdraw: (id: string, inviteId: string) => api.delete(path(id, `/invites/${inviteId}`)),
  /** Takes an invitation by the token of its mail. */
  join: (token: string) => api.post<{ workspace: Workspace }>('/api/invites/accept', { body: { token } }),
};
