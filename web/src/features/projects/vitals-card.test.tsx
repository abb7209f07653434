import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { http, ok } from '@/testing/http';
import { aWebsite } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { signIn } from '@/testing/session';
import { aVital } from '@/testing/sources';
import { VitalsCard } from './vitals-card';
import { rating, vitalText } from './vitals-words';

beforeEach(() => signIn());

test('vitals_are_rated_by_thresholds_and_follow_the_device', async () => {
  const asked: (string | null)[] = [];
  server.use(
    http.get('/api/websites/:id/vitals', ({ request }) => {
      const device = new URL(request.url).searchParams.get('device');
      asked.push(device);
      const isPhone = device === 'phone';
      const page = aVital({ url: 'https://northwind.example/roofs', isOrigin: false, lcp: 4200 });
      return ok({
        device: isPhone ? ('phone' as const) : ('desktop' as const),
        latest: isPhone ? [aVital(), page] : [],
        history: isPhone ? [aVital({ day: '2026-11-14', lcp: 2900 }), aVital()] : [],
      });
    }),
  );
  renderAt('/', <VitalsCard website={aWebsite()} />);
  const card = within(await screen.findByRole('region', { name: 'Core Web Vitals' }));
  expect(await card.findByText('Good')).toBeInTheDocument();
  expect(card.getByText('Needs improvement')).toBeInTheDocument();
  expect(card.getByText('Poor')).toBeInTheDocument();
  expect(card.getByRole('row', { name: /roofs 4.2 s, Poor/ })).toBeInTheDocument();
  await userEvent.click(card.getByRole('radio', { name: 'Desktop' }));
  expect(await card.findByText('No figures for this device')).toBeInTheDocument();
  expect(asked).toEqual(['phone', 'desktop']);
});

test('ratings_have_the_thresholds_of_google', () => {
  expect(rating('lcp', 2500)?.label).toBe('Good');
  expect(rating('inp', 201)?.label).toBe('Needs improvement');
  expect(rating('cls', 0.26)?.label).toBe('Poor');
  expect(rating('cls', null)).toBeNull();
  expect([vitalText('lcp', 2340), vitalText('inp', 180), vitalText('cls', 0.078)]).toEqual(['2.3 s', '180 ms', '0.08']);
});
