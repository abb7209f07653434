import { expect, it } from 'vitest';
import { oauthAnswer } from './oauth-answer';

it.each([
  ['?code=abc', '', { kind: 'code', code: 'abc' }],
  ['', '#accessToken=a&refreshToken=r', { kind: 'tokens', tokens: { accessToken: 'a', refreshToken: 'r' } }],
  ['', '#accessToken=a', { kind: 'tokens', tokens: { accessToken: 'a', refreshToken: null } }],
  ['?error=access_denied&code=abc', '', { kind: 'error', error: 'access_denied', text: null }],
  ['?error=x&error_description=No', '', { kind: 'error', error: 'x', text: 'No' }],
  ['', '', { kind: 'nothing' }],
  ['?code=', '#accessToken=', { kind: 'nothing' }],
])('reads %s%s', (search, hash, answer) => expect(oauthAnswer(search, hash)).toEqual(answer));
