import type { CampaignGoalKind, CampaignPlan, CampaignTier, NewCampaign } from '@/api/campaigns';
import type { SiteKind, SiteTheme } from '@/api/sites';
import { formatNumber } from '@/lib/format';

/** What is entered in the four steps, as typed. */
export const EMPTY = {
  name: '',
  goalKind: 'monthly_revenue' as string,
  goalTarget: '',
  goalBy: '',
  targetKind: 'filter' as string,
  verticals: [] as string[],
  states: '',
  minPopulation: '',
  tiers: [] as string[],
  /** Chosen markets of the pipeline: "vertical|place". */
  markets: [] as string[],
  siteKind: 'goldmine' as string,
  theme: '',
  targetId: '',
  budget: '',
  costPerSite: '',
  provider: '',
  minScore: '0',
  minPayout: '',
  minProfit: '',
  minConfidence: '30',
  sitesPerDay: '1',
  sitesTotal: '10',
};

export type Values = typeof EMPTY;
export type FieldName = keyof Values;

export const STEPS = [
  { id: 'goal', label: 'Goal' },
  { id: 'targets', label: 'Targets' },
  { id: 'budget', label: 'Budget' },
  { id: 'review', label: 'Review' },
] as const;

export type StepId = (typeof STEPS)[number]['id'];

export const FIELDS: Record<StepId, readonly FieldName[]> = {
  goal: ['name', 'goalKind', 'goalTarget', 'goalBy'],
  targets: ['targetKind', 'verticals', 'states', 'minPopulation', 'tiers', 'markets', 'siteKind', 'theme', 'targetId'],
  budget: [
    'budget',
    'costPerSite',
    'provider',
    'minScore',
    'minPayout',
    'minProfit',
    'minConfidence',
    'sitesPerDay',
    'sitesTotal',
  ],
  review: [],
};

export function stepOf(field: FieldName): StepId {
  return STEPS.find(({ id }) => FIELDS[id].includes(field))?.id ?? 'goal';
}

/** Codes of states, as typed with commas or spaces. */
export function statesOf(text: string): string[] {
  return [...new Set(text.toUpperCase().split(/[\s,;]+/))].filter((state) => state !== '');
}

const MOST_DOLLARS = 1_000_000_000;
const AMOUNT = /^\d{1,10}([.,]\d{1,2})?$/;

/** Cents of an amount in dollars, such as 40 or 12.50; null for other texts. */
export function centsOf(text: string): number | null {
  const typed = text.trim();
  if (!AMOUNT.test(typed)) return null;
  const cents = Math.round(Number(typed.replace(',', '.')) * 100);
  return cents <= MOST_DOLLARS * 100 ? cents : null;
}

/** An amount in dollars, as typed; empty for null. */
export function typedOf(cents: number | null | undefined): string {
  if (cents == null) return '';
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}

function wholeOf(text: string): number | null {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : null;
}

function isWithin(number: number | null, least: number, most: number): boolean {
  return number !== null && number >= least && number <= most;
}

type Check = (values: Values, today: string) => string | null;

const optionalAmount = (field: FieldName, text: string): Check => {
  return (values) => (String(values[field]).trim() === '' || centsOf(String(values[field])) !== null ? null : text);
};

const CHECKS: Partial<Record<FieldName, Check>> = {
  name: ({ name }) => (name.trim() === '' ? 'Enter a name, for example Oklahoma plumbers.' : null),
  goalTarget: ({ goalKind, goalTarget }) => {
    if (goalKind === 'monthly_revenue') {
      return isWithin(centsOf(goalTarget), 1, MOST_DOLLARS * 100) ? null : 'Enter dollars a month, for example 5000.';
    }
    const most = goalKind === 'live_sites' ? 1_000 : 1_000_000;
    return isWithin(wholeOf(goalTarget), 1, most) ? null : `Enter a whole number from 1 to ${formatNumber(most, 0)}.`;
  },
  goalBy: ({ goalBy }, today) =>
    goalBy === '' || (/^\d{4}-\d{2}-\d{2}$/.test(goalBy) && goalBy >= today) ? null : 'Enter a day from today on.',
  states: ({ states }) => {
    const wrong = statesOf(states).find((state) => !/^[A-Z]{2}$/.test(state));
    return wrong === undefined ? null : `${wrong} is not a state. Write its two letters, for example OK.`;
  },
  minPopulation: ({ minPopulation }) =>
    minPopulation.trim() === '' || wholeOf(minPopulation) !== null ? null : 'Enter a whole number, for example 50000.',
  markets: ({ targetKind, markets }) =>
    targetKind === 'markets' && markets.length === 0 ? 'Choose at least one market.' : null,
  budget: ({ budget }) => ((centsOf(budget) ?? 0) > 0 ? null : 'Enter dollars, for example 1000.'),
  costPerSite: ({ costPerSite }) =>
    costPerSite.trim() === '' || (centsOf(costPerSite) ?? 0) > 0 ? null : 'Enter dollars, for example 60.',
  provider: ({ provider, budget }) => {
    if (provider.trim() === '') return null;
    const cents = centsOf(provider);
    if (cents === null) return 'Enter dollars, for example 50.';
    return cents <= (centsOf(budget) ?? cents) ? null : 'Enter at most the total budget.';
  },
  minScore: ({ minScore }) => (isWithin(centsOf(minScore), 0, 10_000) ? null : 'Enter a number from 0 to 100.'),
  minPayout: optionalAmount('minPayout', 'Enter dollars, for example 40.'),
  minProfit: optionalAmount('minProfit', 'Enter dollars, for example 300.'),
  minConfidence: ({ minConfidence }) =>
    isWithin(wholeOf(minConfidence), 0, 100) ? null : 'Enter a whole number from 0 to 100.',
  sitesPerDay: ({ sitesPerDay }) => (isWithin(wholeOf(sitesPerDay), 1, 100) ? null : 'Enter a number from 1 to 100.'),
  sitesTotal: ({ sitesTotal }) => (isWithin(wholeOf(sitesTotal), 1, 1_000) ? null : 'Enter a number from 1 to 1,000.'),
};

/** What is wrong with the values, in the order of the steps. `today` is a day, such as 2026-11-26. */
export function faultsOf(values: Values, today: string): { field: FieldName; text: string }[] {
  return STEPS.flatMap(({ id }) => FIELDS[id]).flatMap((field) => {
    const text = CHECKS[field]?.(values, today) ?? null;
    return text === null ? [] : [{ field, text }];
  });
}

/** The campaign of valid values. */
export function planOf(values: Values): NewCampaign {
  const isFilter = values.targetKind === 'filter';
  const cents = (text: string) => centsOf(text) ?? 0;
  const costPerSite = centsOf(values.costPerSite);
  return {
    name: values.name.trim(),
    goal: {
      kind: values.goalKind as CampaignGoalKind,
      target: values.goalKind === 'monthly_revenue' ? cents(values.goalTarget) : (wholeOf(values.goalTarget) ?? 0),
      by: values.goalBy === '' ? null : values.goalBy,
    },
    targets: isFilter
      ? {
          kind: 'filter',
          markets: [],
          verticals: values.verticals,
          states: statesOf(values.states),
          minPopulation: wholeOf(values.minPopulation),
          tiers: values.tiers as CampaignTier[],
        }
      : { kind: 'markets', markets: values.markets.map(marketOf), verticals: [], states: [], tiers: [] },
    site: {
      kind: values.siteKind as SiteKind,
      theme: values.theme === '' ? null : (values.theme as SiteTheme),
      targetId: values.targetId === '' ? null : values.targetId,
    },
    rules: {
      minScore: cents(values.minScore) / 100,
      minPayoutCents: cents(values.minPayout),
      minMonthlyProfitCents: cents(values.minProfit),
      minConfidence: (wholeOf(values.minConfidence) ?? 0) / 100,
      sitesPerDay: wholeOf(values.sitesPerDay) ?? 1,
      sitesTotal: wholeOf(values.sitesTotal) ?? 1,
    },
    budget: {
      totalCents: cents(values.budget),
      providerCents: cents(values.provider),
      ...(costPerSite === null ? {} : { costPerSiteCents: costPerSite }),
    },
  };
}

export const marketKey = (vertical: string, place: string): string => `${vertical}|${place}`;

function marketOf(key: string): { vertical: string; place: string } {
  const [vertical = '', place = ''] = key.split('|');
  return { vertical, place };
}

/** The values of a stored campaign, to edit it. */
export function valuesOf({ name, goal, targets, site, rules = {}, budget }: CampaignPlan & { name: string }): Values {
  return {
    name,
    goalKind: goal.kind,
    goalTarget: goal.kind === 'monthly_revenue' ? typedOf(goal.target) : String(goal.target),
    goalBy: goal.by ?? '',
    targetKind: targets.kind,
    verticals: [...(targets.verticals ?? [])],
    states: (targets.states ?? []).join(', '),
    minPopulation: targets.minPopulation == null ? '' : String(targets.minPopulation),
    tiers: [...(targets.tiers ?? [])],
    markets: (targets.markets ?? []).map(({ vertical, place }) => marketKey(vertical, place)),
    siteKind: site.kind,
    theme: site.theme ?? '',
    targetId: site.targetId ?? '',
    budget: typedOf(budget.totalCents),
    costPerSite: typedOf(budget.costPerSiteCents),
    provider: budget.providerCents ? typedOf(budget.providerCents) : '',
    minScore: String(rules.minScore ?? 0),
    minPayout: rules.minPayoutCents ? typedOf(rules.minPayoutCents) : '',
    minProfit: rules.minMonthlyProfitCents ? typedOf(rules.minMonthlyProfitCents) : '',
    minConfidence: String(Math.round((rules.minConfidence ?? 0.3) * 100)),
    sitesPerDay: String(rules.sitesPerDay ?? 1),
    sitesTotal: String(rules.sitesTotal ?? 10),
  };
}

/** Fields of the form by the pointers of the server's errors. */
const POINTERS: Partial<Record<string, FieldName>> = {
  name: 'name',
  goal: 'goalTarget',
  'goal/kind': 'goalTarget',
  'goal/target': 'goalTarget',
  'goal/by': 'goalBy',
  targets: 'states',
  'targets/markets': 'markets',
  'targets/verticals': 'states',
  'targets/states': 'states',
  'targets/minPopulation': 'minPopulation',
  'targets/tiers': 'states',
  'site/targetId': 'targetId',
  'site/theme': 'theme',
  'site/kind': 'siteKind',
  'budget/totalCents': 'budget',
  'budget/costPerSiteCents': 'costPerSite',
  'budget/providerCents': 'provider',
  'rules/minScore': 'minScore',
  'rules/minPayoutCents': 'minPayout',
  'rules/minMonthlyProfitCents': 'minProfit',
  'rules/minConfidence': 'minConfidence',
  'rules/sitesPerDay': 'sitesPerDay',
  'rules/sitesTotal': 'sitesTotal',
};

/** Field of the form for a field of the request; the pointer itself if the form has none. */
export function fieldOf(pointer: string): string {
  const parts = pointer.split('/');
  return POINTERS[pointer] ?? POINTERS[parts.slice(0, 2).join('/')] ?? POINTERS[parts[0] ?? ''] ?? pointer;
}
