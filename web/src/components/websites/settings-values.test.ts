import { expect, it } from 'vitest';
import type { WebsiteSettings } from '@/api/websites';
import { NO_SETTINGS } from '@/testing/records';
import { readSettings, settingsValues } from './settings-values';

const SETTINGS: WebsiteSettings = {
  ...NO_SETTINGS,
  valuePerLeadCents: 12_050,
  currency: 'EUR',
  conversionRate: 0.031,
  conversionVisits: 900,
  brandTerms: ['acme', 'acme roofing'],
  market: { vertical: 'Plumbing', place: 'Austin, TX' },
  goals: [{ metric: 'revenue', target: 500_000, by: '2027-01-31' }],
};

it('settings_shown_and_read_again_are_the_same', () => {
  for (const settings of [SETTINGS, NO_SETTINGS]) {
    expect(readSettings(settingsValues(settings))).toEqual({ settings, errors: {} });
  }
});

it('settings_out_of_range_name_their_fields', () => {
  const values = settingsValues(SETTINGS);
  const { errors } = readSettings({
    ...values,
    valuePerLead: 'a lot',
    conversionRate: '',
    vertical: '',
    goals: { ...values.goals, leads: { target: '', by: '2027-02-01' } },
  });
  expect(Object.keys(errors).sort()).toEqual(['conversionRate', 'goals.leads', 'market.vertical', 'valuePerLeadCents']);
});
