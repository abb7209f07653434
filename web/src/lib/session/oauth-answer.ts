import type { Tokens } from './token-storage';

/** Result of an external sign-in in the URL. */
export type OauthAnswer =
  | { kind: 'code'; code: string }
  | { kind: 'tokens'; tokens: Tokens }
  | { kind: 'error'; error: string; text: string | null }
  | { kind: 'nothing' };

/** Reads the address of the callback: a one-time code, an error, or tokens after the hash. */
export function oauthAnswer(search: string, hash: string): OauthAnswer {
  const query = new URLSearchParams(search);
  const error = query.get('error');
  if (error) return { kind: 'error', error, text: query.get('error_description') };
  const code = query.get('code');
  if (code) return { kind: 'code', code };
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const accessToken = fragment.get('accessToken');
  if (accessToken) return { kind: 'tokens', tokens: { accessToken, refreshToken: fragment.get('refreshToken') } };
  return { kind: 'nothing' };
}
