import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './client';
import type { Schemas } from './types';

/** A connected AI assistant. */
export type Assistant = Schemas['Assistant'];
/** What an assistant asks for. */
export type AskedByAssistant = Schemas['AskedByAssistant'];
type Optional = Exclude<keyof Schemas['AssistantRequest'], 'clientId' | 'redirectUri'>;
/** The parameters with which an assistant opened the page. */
export type AssistantRequest = { clientId: string; redirectUri: string } & { [name in Optional]?: string };
export type AssistantScope = Schemas['ApiKeyScope'];

export const assistantQueries = {
  list: () =>
    queryOptions({
      queryKey: ['assistants'],
      queryFn: ({ signal }) => answer(client.GET('/api/assistants', { signal })),
      select: ({ assistants }) => assistants,
    }),
  request: (request: AssistantRequest) =>
    queryOptions({
      queryKey: ['assistants', 'request', request],
      queryFn: ({ signal }) => answer(client.GET('/api/assistants/request', { params: { query: request }, signal })),
      retry: false,
    }),
};

export const assistantApi = {
  allow: (body: Schemas['AllowedToAssistant']) => answer(client.POST('/api/assistants', { body })),
  disconnect: (id: string) => answer(client.DELETE('/api/assistants/{id}', { params: { path: { id } } })),
};
