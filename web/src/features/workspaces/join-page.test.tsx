import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { tokenStorage } from '@/lib/session/token-storage';
import { chosenWorkspace } from '@/lib/session/workspace';
import { http } from '@/testing/http';
import { renderAt } from '@/testing/render';
import { aUser, problem, server, signedInAnswer } from '@/testing/server';
import JoinPage from './join-page';

beforeEach(() => {
  tokenStorage.save({ accessToken: 'a', refreshToken: 'r' });
  server.use(http.get('/api/auth/me', () => HttpResponse.json(signedInAnswer(aUser()))));
});

it('joins by one click, and works there from then on', async () => {
  const bodies: unknown[] = [];
  server.use(
    http.post('/api/invites/accept', async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({
        success: true,
        workspace: { id: 'w', name: 'Shared', role: 'viewer', personal: false },
      });
    }),
  );
  const { at } = renderAt('/invite?token=t1', <JoinPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Join workspace' }));
  expect((await screen.findAllByText('Switched to Shared')).length).toBeGreaterThan(0);
  expect(bodies).toEqual([{ token: 't1' }]);
  expect(chosenWorkspace()).toBe('w');
  await waitFor(() => expect(at()).toBe('/dashboard'));
});

it('expired_invitation_is_shown_as_expired', async () => {
  server.use(http.post('/api/invites/accept', () => problem(422, 'This invitation is not valid any more.')));
  renderAt('/invite?token=t1', <JoinPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Join workspace' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('not valid any more');
});

it('address_without_a_token_is_shown_as_incomplete', async () => {
  renderAt('/invite', <JoinPage />);
  expect(await screen.findByRole('alert')).toHaveTextContent('incomplete');
});
