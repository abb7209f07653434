import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { http, ok } from '@/testing/http';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { AuditLog } from './audit-log';

const LINE = {
  id: 'e1',
  userId: 'u1',
  action: 'ledger.posted',
  address: '127.0.0.1',
  at: '2026-11-27T10:00:00Z',
  userAgent: '',
  detail: { amountCents: 90_000, currency: 'USD', websiteId: '01a21d83-33fc-716f-9f0a-0c3b85f79743' },
};

test('an_event_is_shown_in_words_with_its_amount_and_without_ids', async () => {
  server.use(
    http.get('/api/admin/audit-log', () => ok({ audit: [LINE], nextCursor: null })),
    http.get('/api/admin/users', () => problem(500, 'Broken')),
  );
  renderAt('/settings', <AuditLog />);
  const row = await screen.findByRole('row', { name: /Ledger posted/ });
  expect(row).toHaveTextContent('Amount: $900.00');
  expect(row).toHaveTextContent('Other account');
  expect(row).not.toHaveTextContent(/01a21d83|amountCents|\{/);
});
