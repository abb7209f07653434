import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './client';
import type { Schemas } from './types';

export type WorkspaceRole = Schemas['MemberRole'];
export type Member = Schemas['Member'];
/** Use of the limits that the operator sets for each workspace. */
export type Usage = Schemas['Usage'];
/** An invitation that has not been accepted. */
export type Invite = Schemas['Invite'];

export const WORKSPACE_ROLES = ['owner', 'editor', 'viewer'] as const satisfies readonly WorkspaceRole[];

const of = (id: string) => ({ params: { path: { id } } });
const member = (id: string, userId: string) => ({ params: { path: { id, userId } } });

export const workspaceQueries = {
  all: () => ['workspaces'] as const,
  list: () =>
    queryOptions({
      queryKey: ['workspaces', 'list'],
      queryFn: ({ signal }) => answer(client.GET('/api/workspaces', { signal })),
      select: ({ workspaces }) => workspaces,
    }),
  members: (id: string) =>
    queryOptions({
      queryKey: ['workspaces', id, 'members'],
      queryFn: ({ signal }) => answer(client.GET('/api/workspaces/{id}/members', { signal, ...of(id) })),
      select: ({ members }) => members,
    }),
  /** Use and limits; a null maximum means no limit. */
  usage: (id: string) =>
    queryOptions({
      queryKey: ['workspaces', id, 'usage'],
      queryFn: ({ signal }) => answer(client.GET('/api/workspaces/{id}/usage', { signal, ...of(id) })),
      select: ({ usage }) => usage,
    }),
  /** For owners only; others receive an error. */
  invites: (id: string) =>
    queryOptions({
      queryKey: ['workspaces', id, 'invites'],
      queryFn: ({ signal }) => answer(client.GET('/api/workspaces/{id}/invites', { signal, ...of(id) })),
      select: ({ invites }) => invites,
    }),
};

export const workspaceApi = {
  create: (name: string) => answer(client.POST('/api/workspaces', { body: { name } })),
  rename: (id: string, name: string) => answer(client.PATCH('/api/workspaces/{id}', { ...of(id), body: { name } })),
  remove: (id: string) => answer(client.DELETE('/api/workspaces/{id}', of(id))),
  setRole: (id: string, userId: string, role: WorkspaceRole) =>
    answer(client.PATCH('/api/workspaces/{id}/members/{userId}', { ...member(id, userId), body: { role } })),
  removeMember: (id: string, userId: string) =>
    answer(client.DELETE('/api/workspaces/{id}/members/{userId}', member(id, userId))),
  invite: (id: string, email: string, role: WorkspaceRole) =>
    answer(client.POST('/api/workspaces/{id}/invites', { ...of(id), body: { email, role } })),
  withdraw: (id: string, inviteId: string) =>
    answer(client.DELETE('/api/workspaces/{id}/invites/{inviteId}', { params: { path: { id, inviteId } } })),
  /** Accepts an invitation by the token of its e-mail. */
  join: (token: string) => answer(client.POST('/api/invites/accept', { body: { token } })),
};
