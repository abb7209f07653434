import { expect, test } from 'vitest';
import { searchMarket } from './market-country';

function market(host: string, place: string | null = null, currency: string | null = null) {
  return searchMarket({ host, settings: { market: place === null ? null : { place }, currency } });
}

test('country_is_the_one_of_the_place_then_of_the_domain_then_of_the_currency', () => {
  expect(market('roofs.com', 'Leeds, United Kingdom', 'USD')).toEqual({ country: 'gb', language: 'en' });
  expect(market('dach.de', 'Paris, France')).toEqual({ country: 'fr', language: 'fr' });
  expect(market('dach.de', 'Bonn', 'GBP')).toEqual({ country: 'de', language: 'de' });
  expect(market('roofs.co.uk')).toEqual({ country: 'gb', language: 'en' });
  expect(market('roofs.com', null, 'CAD')).toEqual({ country: 'ca', language: 'en' });
});

test('website_without_a_sign_of_its_country_is_searched_in_the_united_states', () => {
  expect(market('roofs.com', 'Austin, TX', 'USD')).toEqual({ country: 'us', language: 'en' });
  // A state, not Canada or Germany.
  expect(market('roofs.com', 'Fresno, CA').country).toBe('us');
  expect(market('roofs.com', 'Dover, DE').country).toBe('us');
  expect(market('start.co').country).toBe('us');
  expect(market('roofs.com', null, 'EUR').country).toBe('us');
  expect(market('de').country).toBe('us');
});
