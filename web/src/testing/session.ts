import { HttpResponse, http as msw } from 'msw';
import type { Schemas } from '@/api/types';
import { tokenStorage } from '@/lib/session/token-storage';
import { type Answer, http, type Known, ok } from './http';
import { aUser, server, signedInAnswer } from './server';

/** Signs a user in: the tokens are in the storage, and the server knows them. */
export function signIn(change: Partial<Schemas['User']> = {}) {
  tokenStorage.save({ accessToken: 'a', refreshToken: 'r' });
  server.use(http.get('/api/auth/me', () => HttpResponse.json(signedInAnswer(aUser(change)))));
}

/** Records the bodies of a call. */
export function recordCalls<M extends 'post' | 'put' | 'patch' | 'delete', const Path extends string>(
  method: M,
  path: Path & Known<Path>,
  answer: () => Answer<Path, M> = () => ok() as never,
): unknown[] {
  const bodies: unknown[] = [];
  server.use(
    msw[method](path, async ({ request }) => {
      bodies.push(await request.json().catch(() => null));
      return answer() as never;
    }),
  );
  return bodies;
}

export { ok };
