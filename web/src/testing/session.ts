import { HttpResponse, http } from 'msw';
import type { User } from '@/api/types';
import { tokenStorage } from '@/lib/session/token-storage';
import { aUser, server, signedInAnswer } from './server';

/** A plain answer of a call that went well. */
export const ok = (body: Record<string, unknown> = {}) => HttpResponse.json({ success: true, ...body });

/** Signs a user in: the tokens are in the storage, and the server knows them. */
export function signIn(change: Partial<User> = {}) {
  tokenStorage.save({ accessToken: 'a', refreshToken: 'r' });
  server.use(http.get('/api/auth/me', () => HttpResponse.json(signedInAnswer(aUser(change)))));
}

/** Records the bodies of a call. */
export function hearing(
  method: 'post' | 'patch' | 'delete',
  path: string,
  answer: () => Response = () => ok(),
): unknown[] {
  const bodies: unknown[] = [];
  server.use(
    http[method](path, async ({ request }) => {
      bodies.push(await request.json().catch(() => null));
      return answer();
    }),
  );
  return bodies;
}
