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
  competitors: ['rival.example', 'shop.other.example'],
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

it('competitors_are_reduced_to_their_hosts_and_listed_once', () => {
  const competitors = 'https://www.Rival.example/x, rival.example; shop.other.example\nhttp://third.example:8080';
  const { settings, errors } = readSettings({ ...settingsValues(NO_SETTINGS), competitors });
  expect(settings.competitors).toEqual(['rival.example', 'shop.other.example', 'third.example']);
  expect(errors).toEqual({});
});

it('competitors_that_are_no_host_names_are_refused', () => {
  for (const wrong of ['rival', 'two words.example', '192.0.2.7', 'ada@rival.example', '-.example', 'https://']) {
    const { errors } = readSettings({ ...settingsValues(NO_SETTINGS), competitors: `good.example, ${wrong}` });
    expect(errors, wrong).toEqual({ competitors: 'Enter a host name such as rival.example' });
  }
});

it('competitors_are_limited_to_fifty', () => {
  const hosts = Array.from({ length: 51 }, (_, index) => `rival-${index}.example`);
  const read = (all: string[]) => readSettings({ ...settingsValues(NO_SETTINGS), competitors: all.join('\n') }).errors;
  expect(read(hosts.slice(1))).toEqual({});
  expect(read(hosts)).toEqual({ competitors: 'Enter at most 50 host names' });
});
