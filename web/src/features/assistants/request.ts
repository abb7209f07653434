import type { AssistantRequest } from '@/api/assistants';

/**
 * Reads the request of an assistant from the query of the page, which has the names of OAuth.
 *
 * @returns null if the assistant or the address for the answer is missing
 */
export function requestOf(query: URLSearchParams): AssistantRequest | null {
  const clientId = query.get('client_id');
  const redirectUri = query.get('redirect_uri');
  if (!(clientId && redirectUri)) return null;
  const rest = {
    responseType: query.get('response_type'),
    codeChallenge: query.get('code_challenge'),
    codeChallengeMethod: query.get('code_challenge_method'),
    scope: query.get('scope'),
    state: query.get('state'),
    resource: query.get('resource'),
  };
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value));
  return { clientId, redirectUri, ...given };
}

/** Where the answer goes, for people: a host, or a program on this device. */
export function receiverOf(redirectUri: string): string {
  const url = new URL(redirectUri);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (!url.protocol.startsWith('http')) return `a program on this device (${url.protocol})`;
  return isLocal ? `a program on this device (${url.host})` : url.host;
}
