import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { http, ok } from '@/testing/http';
import { aWebsite } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { signIn } from '@/testing/session';
import { SpeedCard } from './speed-card';

beforeEach(() => signIn());

test('speed_is_a_rated_median_with_the_range_of_its_tests', async () => {
  server.use(
    http.get('/api/websites/:id/speed', ({ request }) => {
      const isPhone = new URL(request.url).searchParams.get('device') === 'phone';
      const page = {
        url: 'https://northwind.example/roofs',
        day: '2026-11-21',
        tests: 5,
        performance: 0.48,
        lowest: 0.41,
        highest: 0.62,
        lcp: 4200,
        cls: 0.02,
        tbt: 640,
        response: null,
        lighthouse: '12.6.0',
      };
      return ok({ device: isPhone ? ('phone' as const) : ('desktop' as const), pages: isPhone ? [page] : [] });
    }),
  );
  renderAt('/', <SpeedCard website={aWebsite()} />);
  const card = within(await screen.findByRole('region', { name: 'Page speed in the laboratory' }));
  const row = await card.findByRole('row', { name: /roofs/ });
  expect(row).toHaveTextContent('48, Poor41 to 624.2 s, Poor640 ms0.02, Good');
  expect(row).toHaveTextContent('5 tests');
  await userEvent.click(card.getByRole('radio', { name: 'Desktop' }));
  expect(await card.findByText('No tests for this device')).toBeInTheDocument();
});
