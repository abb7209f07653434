import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { ImportMapping, ImportTarget } from '@/api/imports';
import type { Import } from '@/api/types';
import { http, ok } from '@/testing/http';
import { anImport } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { ImportPreview } from './import-preview';

const TARGETS: ImportTarget[] = [
  {
    name: 'leads',
    label: 'Leads',
    fields: [
      { name: 'date', label: 'Date', required: true },
      { name: 'amount', label: 'Value', required: false },
      { name: 'stage', label: 'Status', required: false },
    ],
  },
  { name: 'keywords', label: 'Keywords', fields: [{ name: 'keyword', label: 'Keyword', required: true }] },
];

const MAPPING: ImportMapping = {
  fingerprint: 'f1',
  headers: ['Created', 'Deal value', 'Outcome'],
  target: 'leads',
  columns: [null, 'amount', null],
  currency: null,
  isSaved: false,
  isApplied: false,
};

function unknown(): Import {
  const file = {
    ...anImport().preview?.files[0],
    kind: 'unknown',
    rows: null,
    accepted: null,
    rejected: null,
    recognised: [],
    ignored: [],
    warnings: [],
    sample: [['2026-08-01', '90.50', 'won']],
    mapping: MAPPING,
  };
  return anImport({
    preview: {
      container: 'csv',
      warnings: [],
      rejects: [],
      rejectReasons: [],
      targets: TARGETS,
      files: [file as never],
    },
  });
}

test('columns_are_assigned_and_the_new_preview_can_be_imported', async () => {
  const bodies: unknown[] = [];
  server.use(
    http.put('/api/imports/m1/options', async ({ request }) => {
      bodies.push(await request.json());
      return ok({ import: anImport(), duplicates: [], run: null }) as never;
    }),
  );
  renderAt(
    '/',
    <ImportPreview
      uploaded={{ import: unknown(), duplicates: [] }}
      websites={[]}
      onCommitted={vi.fn()}
      onCancel={vi.fn()}
    />,
  );
  const columns = within(screen.getByRole('list', { name: 'Columns of Queries.csv' }));
  expect(columns.getByText('2026-08-01')).toBeInTheDocument();
  expect(screen.getByRole('combobox', { name: 'Rows are' })).toHaveValue('leads');
  expect(screen.getByText('Still needed: Date')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Read columns' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Import' })).not.toBeInTheDocument();
  await userEvent.selectOptions(columns.getByRole('combobox', { name: 'Created' }), 'date');
  expect(columns.getByRole('combobox', { name: 'Outcome' })).toHaveValue('');
  await userEvent.type(screen.getByRole('textbox', { name: 'Currency of all amounts' }), 'usd');
  await userEvent.click(screen.getByRole('button', { name: 'Read columns' }));
  expect(await screen.findByRole('button', { name: 'Import' })).toBeInTheDocument();
  expect(bodies).toEqual([
    {
      period: null,
      previousPeriod: null,
      conflicts: 'newest',
      mappings: [{ fingerprint: 'f1', target: 'leads', columns: ['date', 'amount', null], currency: 'USD' }],
    },
  ]);
});

test('other_rows_have_other_fields', async () => {
  renderAt(
    '/',
    <ImportPreview
      uploaded={{ import: unknown(), duplicates: [] }}
      websites={[]}
      onCommitted={vi.fn()}
      onCancel={vi.fn()}
    />,
  );
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows are' }), 'keywords');
  const columns = within(screen.getByRole('list', { name: 'Columns of Queries.csv' }));
  expect(columns.getByRole('combobox', { name: 'Deal value' })).toHaveValue('');
  expect(screen.getByText('Still needed: Keyword')).toBeInTheDocument();
});

test('comparison_without_days_asks_for_both_periods', async () => {
  const bodies: unknown[] = [];
  const market = { isComparison: true, from: null, to: null, other: [] };
  const record = anImport({ market: market as never });
  server.use(
    http.put('/api/imports/m1/options', async ({ request }) => {
      bodies.push(await request.json());
      return ok({ import: record, duplicates: [], run: null }) as never;
    }),
  );
  renderAt(
    '/',
    <ImportPreview
      uploaded={{ import: record, duplicates: [] }}
      websites={[]}
      onCommitted={vi.fn()}
      onCancel={vi.fn()}
    />,
  );
  expect(screen.getByText('a previous period')).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('First day'), '2026-04-01');
  await userEvent.type(screen.getByLabelText('Last day'), '2026-06-30');
  await userEvent.type(screen.getByLabelText('First day of the previous period'), '2026-01-01');
  await userEvent.type(screen.getByLabelText('Last day of the previous period'), '2026-03-31');
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  await vi.waitFor(() =>
    expect(bodies).toEqual([
      {
        period: { from: '2026-04-01', to: '2026-06-30' },
        previousPeriod: { from: '2026-01-01', to: '2026-03-31' },
        mappings: [],
        conflicts: 'newest',
      },
    ]),
  );
});

test('recognised_table_without_a_currency_is_mended_and_read_again', async () => {
  const bodies: unknown[] = [];
  const first = unknown();
  const mapping = { ...MAPPING, columns: ['date', 'amount', 'stage'], isApplied: true };
  const file = { ...first.preview?.files[0], kind: 'leads', rows: 1, accepted: 0, rejected: 1, mapping };
  const record = anImport({ preview: { ...first.preview, files: [file] } as never });
  server.use(
    http.put('/api/imports/m1/options', async ({ request }) => {
      bodies.push(await request.json());
      return ok({ import: anImport(), duplicates: [], run: null }) as never;
    }),
  );
  renderAt(
    '/',
    <ImportPreview
      uploaded={{ import: record, duplicates: [] }}
      websites={[]}
      onCommitted={vi.fn()}
      onCancel={vi.fn()}
    />,
  );
  expect(screen.getByText('Change columns').closest('details')).toHaveAttribute('open');
  await userEvent.type(screen.getByRole('textbox', { name: 'Currency of all amounts' }), 'usd');
  await userEvent.click(screen.getByRole('button', { name: 'Read columns' }));
  await vi.waitFor(() => expect(bodies).toHaveLength(1));
  expect(bodies[0]).toMatchObject({
    mappings: [{ fingerprint: 'f1', target: 'leads', columns: ['date', 'amount', 'stage'], currency: 'USD' }],
  });
});
