import { answer, client } from './client';
import { transport } from './transport';
import type { Schemas } from './types';

export type ContactInput = Schemas['ContactMessage'];

export const contactApi = {
  /** Sends a message to the operator of this installation. */
  send: (body: ContactInput) => answer(client.POST('/api/contact', { body, fetch: transport({ renew: false }) })),
};
