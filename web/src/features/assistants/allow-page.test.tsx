import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AskedByAssistant, AssistantScope } from '@/api/assistants';
import { http } from '@/testing/http';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { ok, recordCalls, signIn } from '@/testing/session';
import AllowPage from './allow-page';
import { receiverOf, requestOf } from './request';

const QUERY =
  'client_id=c1&redirect_uri=https%3A%2F%2Fassistant.example%2Fcb&response_type=code&code_challenge=x&code_challenge_method=S256&state=s';
const DENIED = 'https://assistant.example/cb?error=access_denied';

const asks = (change: Partial<AskedByAssistant> = {}) =>
  server.use(
    http.get('/api/assistants/request', () =>
      ok({
        name: 'Helper',
        redirectUri: 'https://assistant.example/cb',
        scopes: ['read', 'write'] as AssistantScope[],
        deniedUrl: DENIED,
        refusal: null,
        ...change,
      }),
    ),
  );

describe('permission for an assistant', () => {
  const went: string[] = [];

  beforeEach(() => {
    went.length = 0;
    const { location } = window;
    vi.stubGlobal('location', { ...location, origin: location.origin, assign: (url: string) => went.push(url) });
    signIn();
  });

  afterEach(() => vi.unstubAllGlobals());

  it('names the assistant and its receiver, and sends the browser back with the code', async () => {
    asks();
    const bodies = recordCalls('post', '/api/assistants', () =>
      ok({ redirectUrl: 'https://assistant.example/cb?code=1' }),
    );
    renderAt(`/oauth/authorize?${QUERY}`, <AllowPage />);
    expect(await screen.findByText('Helper')).toBeInTheDocument();
    expect(screen.getByText('assistant.example')).toBeInTheDocument();
    await userEvent.click(screen.getByLabelText(/Work for you/));
    await userEvent.click(screen.getByRole('button', { name: 'Allow' }));
    await waitFor(() => expect(went).toEqual(['https://assistant.example/cb?code=1']));
    expect(bodies).toEqual([
      {
        request: {
          clientId: 'c1',
          redirectUri: 'https://assistant.example/cb',
          responseType: 'code',
          codeChallenge: 'x',
          codeChallengeMethod: 'S256',
          state: 's',
        },
        scopes: ['read'],
      },
    ]);
  });

  it('sends the refusal of the user back', async () => {
    asks();
    renderAt(`/oauth/authorize?${QUERY}`, <AllowPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Do not allow' }));
    expect(went).toEqual([DENIED]);
  });

  it('sends a wrong request back without asking', async () => {
    asks({ refusal: 'invalid_scope' });
    renderAt(`/oauth/authorize?${QUERY}`, <AllowPage />);
    await waitFor(() => expect(went).toEqual([DENIED]));
    expect(screen.queryByRole('button', { name: 'Allow' })).not.toBeInTheDocument();
  });

  it('sends nobody anywhere if the assistant is unknown', async () => {
    server.use(http.get('/api/assistants/request', () => problem(422, 'This assistant is not registered here.')));
    renderAt(`/oauth/authorize?${QUERY}`, <AllowPage />);
    expect(await screen.findByText('This assistant is not registered here.')).toBeInTheDocument();
    renderAt('/oauth/authorize', <AllowPage />);
    expect(await screen.findByText(/This link is incomplete/)).toBeInTheDocument();
    expect(went).toEqual([]);
  });
});

describe('the request in the address', () => {
  it('needs the assistant and the address for the answer', () => {
    expect(requestOf(new URLSearchParams('client_id=a'))).toBeNull();
    expect(requestOf(new URLSearchParams('client_id=a&redirect_uri=b:c'))).toEqual({
      clientId: 'a',
      redirectUri: 'b:c',
    });
  });

  it.each([
    ['https://a.example:8443/cb', 'a.example:8443'],
    ['http://127.0.0.1:7777/cb', 'a program on this device (127.0.0.1:7777)'],
    ['cursor://x/cb', 'a program on this device (cursor:)'],
  ])('names the receiver %s', (uri, text) => expect(receiverOf(uri)).toBe(text));
});
