import type { WebsiteGoal, WebsiteSettings } from '@/api/websites';

/** Currencies offered in the form; other codes are kept. */
export const CURRENCIES = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'CHF', 'JPY', 'INR', 'BRL', 'MXN'] as const;

export const GOAL_METRICS = ['clicks', 'leads', 'revenue'] as const;
export type GoalMetric = (typeof GOAL_METRICS)[number];

/** Settings as typed; an empty text is no value. */
export interface SettingsValues {
  valuePerLead: string;
  currency: string;
  spread: string;
  conversionRate: string;
  conversionVisits: string;
  brandTerms: string;
  competitors: string;
  vertical: string;
  place: string;
  goals: Record<GoalMetric, { target: string; by: string }>;
}

/** Messages by the server's name of the field, such as `market.vertical`. */
export type SettingsErrors = Partial<Record<string, string>>;

const FORM_NAMES: Record<string, string> = {
  valuePerLeadCents: 'valuePerLead',
  valuePerLeadSpread: 'spread',
  'market.vertical': 'vertical',
  'market.place': 'place',
};

/** Returns the form's name of a field of the request: "settings/market/vertical" is "vertical". */
export function formName(field: string): string {
  const name = field.replace(/^settings\//, '').replaceAll('/', '.');
  const goal = /^goals\.(clicks|leads|revenue)$/.exec(name);
  return goal ? `${name}.target` : (FORM_NAMES[name] ?? name);
}

const text = (value: number | null | undefined, scale = 1): string =>
  value === null || value === undefined ? '' : String(Number((value * scale).toPrecision(12)));

/** Returns the texts of stored settings. */
export function settingsValues(settings: WebsiteSettings): SettingsValues {
  const goal = (metric: GoalMetric) => {
    const found = settings.goals.find((each) => each.metric === metric);
    return { target: text(found?.target, metric === 'revenue' ? 0.01 : 1), by: found?.by ?? '' };
  };
  return {
    valuePerLead: text(settings.valuePerLeadCents, 0.01),
    currency: settings.currency ?? '',
    spread: text(settings.valuePerLeadSpread),
    conversionRate: text(settings.conversionRate, 100),
    conversionVisits: text(settings.conversionVisits),
    brandTerms: settings.brandTerms.join(', '),
    competitors: settings.competitors.join(', '),
    vertical: settings.market?.vertical ?? '',
    place: settings.market?.place ?? '',
    goals: { clicks: goal('clicks'), leads: goal('leads'), revenue: goal('revenue') },
  };
}

function number(typed: string): number | null | undefined {
  const plain = typed.trim().replaceAll(/[,\s$€£%]/g, '');
  if (plain === '') return null;
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}

function listed(typed: string): string[] {
  return typed
    .split(/[,;\n]/)
    .map((each) => each.trim())
    .filter(Boolean);
}

const MOST_COMPETITORS = 50;
const HOST = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/** Returns the host of an address or host name, without `www.`; null if there is none. */
function hostOf(typed: string): string | null {
  const address = `https://${typed.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')}`;
  // An email address has a host too, but is no website.
  if (typed.includes('@') || !URL.canParse(address)) return null;
  const host = new URL(address).hostname.replace(/^www\./, '').replace(/\.$/, '');
  return HOST.test(host) ? host : null;
}

function readHosts(typed: string, errors: SettingsErrors): string[] {
  const hosts = listed(typed).map(hostOf);
  const known = [...new Set(hosts.filter((host) => host !== null))];
  if (known.length > MOST_COMPETITORS) errors.competitors = `Enter at most ${MOST_COMPETITORS} host names`;
  if (hosts.includes(null)) errors.competitors = 'Enter a host name such as rival.example';
  return known;
}

/** Reads the texts; `errors` by the server's name of the field. */
export function readSettings(values: SettingsValues): { settings: WebsiteSettings; errors: SettingsErrors } {
  const errors: SettingsErrors = {};
  const read = (name: string, typed: string, scale: number, low: number, high: number, help: string) => {
    const value = number(typed);
    if (value === null) return null;
    if (value === undefined || value < low || value > high) {
      errors[name] = help;
      return null;
    }
    return Number((value * scale).toPrecision(12));
  };
  const cents = read('valuePerLeadCents', values.valuePerLead, 100, 0.01, 1_000_000, 'Enter an amount such as 120.50');
  const visits = read(
    'conversionVisits',
    values.conversionVisits,
    1,
    1,
    10_000_000,
    'Enter a whole number such as 2500',
  );
  const goals = GOAL_METRICS.flatMap((metric): WebsiteGoal[] => {
    const { target, by } = values.goals[metric];
    const scale = metric === 'revenue' ? 100 : 1;
    const value = read(`goals.${metric}`, target, scale, 0.01, 1e9, 'Enter a number above 0');
    if (value === null && by !== '' && !errors[`goals.${metric}`])
      errors[`goals.${metric}`] = 'Enter a target for this date';
    return value === null ? [] : [{ metric, target: value, by: by || null }];
  });
  const vertical = values.vertical.trim();
  const place = values.place.trim();
  if (vertical === '' && place !== '') errors['market.vertical'] = 'Enter the trade, such as Plumbing';
  const settings: WebsiteSettings = {
    valuePerLeadCents: cents === null ? null : Math.round(cents),
    currency: values.currency || null,
    valuePerLeadSpread: read('valuePerLeadSpread', values.spread, 1, 0, 3, 'Enter a number from 0 to 3'),
    conversionRate: read(
      'conversionRate',
      values.conversionRate,
      0.01,
      0.01,
      100,
      'Enter a percentage from 0.01 to 100',
    ),
    conversionVisits: visits === null ? null : Math.round(visits),
    brandTerms: listed(values.brandTerms),
    competitors: readHosts(values.competitors, errors),
    market: vertical === '' ? null : { vertical, place },
    goals,
  };
  if (settings.conversionVisits !== null && settings.conversionRate === null && !errors.conversionRate) {
    errors.conversionRate = 'Enter the rate that was measured on these visits';
  }
  return { settings, errors };
}
