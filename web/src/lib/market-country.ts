/** A country in which ranks can be checked. */
interface Country {
  name: string;
  /** Language in which most people search there. */
  language: string;
  /** Currency that no other of these countries has. */
  currency?: string;
}

const country = (name: string, language: string, currency?: string): Country => ({ name, language, currency });

/** By the two letters of the country, which are those of its domains too, except for the United Kingdom. */
const COUNTRIES: Record<string, Country> = {
  ar: country('Argentina', 'es', 'ARS'),
  at: country('Austria', 'de'),
  au: country('Australia', 'en', 'AUD'),
  be: country('Belgium', 'nl'),
  br: country('Brazil', 'pt', 'BRL'),
  ca: country('Canada', 'en', 'CAD'),
  ch: country('Switzerland', 'de', 'CHF'),
  cl: country('Chile', 'es', 'CLP'),
  co: country('Colombia', 'es', 'COP'),
  cz: country('Czechia', 'cs', 'CZK'),
  de: country('Germany', 'de'),
  dk: country('Denmark', 'da', 'DKK'),
  es: country('Spain', 'es'),
  fi: country('Finland', 'fi'),
  fr: country('France', 'fr'),
  gb: country('United Kingdom', 'en', 'GBP'),
  gr: country('Greece', 'el'),
  hu: country('Hungary', 'hu', 'HUF'),
  ie: country('Ireland', 'en'),
  il: country('Israel', 'he', 'ILS'),
  in: country('India', 'en', 'INR'),
  it: country('Italy', 'it'),
  jp: country('Japan', 'ja', 'JPY'),
  kr: country('South Korea', 'ko', 'KRW'),
  mx: country('Mexico', 'es', 'MXN'),
  nl: country('Netherlands', 'nl'),
  no: country('Norway', 'no', 'NOK'),
  nz: country('New Zealand', 'en', 'NZD'),
  pl: country('Poland', 'pl', 'PLN'),
  pt: country('Portugal', 'pt'),
  ro: country('Romania', 'ro', 'RON'),
  se: country('Sweden', 'sv', 'SEK'),
  sg: country('Singapore', 'en', 'SGD'),
  tr: country('Turkey', 'tr', 'TRY'),
  us: country('United States', 'en'),
  za: country('South Africa', 'en', 'ZAR'),
};

/** Other names of countries in places. */
const OTHER_NAMES: Record<string, string> = {
  uk: 'gb',
  england: 'gb',
  scotland: 'gb',
  wales: 'gb',
  usa: 'us',
  deutschland: 'de',
  schweiz: 'ch',
};

/** Endings of domains that the whole world uses. */
const WORLDWIDE = ['co', 'in'];

/** What is known of a website. */
interface Sited {
  host: string;
  settings: { market: { place: string } | null; currency: string | null };
}

/** Country and language in which a website is searched. */
export interface SearchMarket {
  country: string;
  language: string;
}

/**
 * The search market of a website: the country that its place names, or else that of its domain, or else the only one with
 * its currency, or else the United States.
 */
export function searchMarket({ host, settings }: Sited): SearchMarket {
  const key = ofPlace(settings.market?.place ?? '') ?? ofDomain(host) ?? ofCurrency(settings.currency) ?? 'us';
  return { country: key, language: languageOf(key) };
}

/** Language in which most people of a country search; English for a country that is not known here. */
export function languageOf(country: string): string {
  return COUNTRIES[country]?.language ?? 'en';
}

/** Of a place such as "Leeds, United Kingdom". Two letters would be a state: CA is California, and DE is Delaware. */
function ofPlace(place: string): string | undefined {
  const last = place.split(',').at(-1)?.trim().toLowerCase() ?? '';
  return OTHER_NAMES[last] ?? Object.keys(COUNTRIES).find((key) => COUNTRIES[key]?.name.toLowerCase() === last);
}

function ofDomain(host: string): string | undefined {
  const end = host.split('.').at(-1) ?? '';
  const isOfCountry = host.includes('.') && end in COUNTRIES && !WORLDWIDE.includes(end);
  return end === 'uk' ? 'gb' : isOfCountry ? end : undefined;
}

function ofCurrency(currency: string | null): string | undefined {
  return currency ? Object.keys(COUNTRIES).find((key) => COUNTRIES[key]?.currency === currency) : undefined;
}
