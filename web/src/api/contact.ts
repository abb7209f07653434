import { api } from './client';

export interface ContactInput {
  name: string;
  email: string;
  message: string;
}

export const contactApi = {
  /** A message to the operator of this installation. */
  send: (body: ContactInput) => api.post<{ message?: string }>('/api/contact', { body, renew: false }),
};
