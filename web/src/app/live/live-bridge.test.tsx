import { act, screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { useAuth } from '@/hooks/use-auth';
import { emitLiveEvent } from '@/lib/live/events';
import { http } from '@/testing/http';
import { renderAt } from '@/testing/render';
import { aUser, server, signedInAnswer } from '@/testing/server';
import { signIn } from '@/testing/session';
import { LiveBridge } from './live-bridge';

function Plan() {
  return <p>{useAuth().user?.subscription?.plan ?? 'nobody'}</p>;
}

const subscription = (plan: string) => ({ plan, trialEndsAt: null }) as never;

test('subscription_event_refreshes_the_user', async () => {
  signIn({ subscription: subscription('trial') });
  renderAt(
    '/',
    <>
      <LiveBridge />
      <Plan />
    </>,
  );
  expect(await screen.findByText('trial')).toBeInTheDocument();
  const now = aUser({ subscription: subscription('agency') });
  server.use(http.get('/api/auth/me', () => HttpResponse.json(signedInAnswer(now))));
  act(() => emitLiveEvent({ timestamp: '', type: 'user:subscription', payload: { plan: 'agency' } }));
  expect(await screen.findByText('agency')).toBeInTheDocument();
});
