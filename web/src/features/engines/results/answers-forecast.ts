import { formatDate, formatMoney, formatNumber, formatPercent, plural } from '@/lib/format';
import { type Answers, COUNTED, interval80, money80, sureness, whole } from './answer';

/** Days ahead of a ranking forecast that the answer names. */
const MONTH_DAYS = 30;

/** Answers about the future: forecasts, plans and markets. */
export const answersOfForecasts: Answers = {
  'predictive.forecast': (result) => {
    if ('quantiles' in result || !result.clicks) return null;
    const { total, fan, before, beforeDays } = result.clicks;
    const past = `${whole(before)} in the previous ${whole(beforeDays)}`;
    const text = `${whole(total.mean)} clicks in the next ${plural(fan.length, 'day')}, compared with ${past}.`;
    return { text, confidence: interval80(total) };
  },
  'predictive.scenarios': ({ months, realistic, pessimistic, optimistic, currency }) => {
    const span = plural(months.length, 'month');
    const leads = `${whole(realistic.leads)} leads in ${span}`;
    const money = (cents: number | null | undefined) => formatMoney(cents, currency);
    if (realistic.valueCents == null) {
      return {
        text: `${leads}, from ${whole(realistic.clicks)} clicks.`,
        confidence: `Pessimistic to optimistic: ${whole(pessimistic.leads)} to ${whole(optimistic.leads)}.`,
      };
    }
    const confidence = `Pessimistic to optimistic: ${money(pessimistic.valueCents)} to ${money(optimistic.valueCents)}.`;
    return { text: `${leads}: ${money(realistic.valueCents)}.`, confidence };
  },
  'predictive.ranking': ({ keywords, record }) => {
    const ahead = keywords.flatMap((each) => each.ahead.find(({ days }) => days === MONTH_DAYS) ?? []);
    if (ahead.length === 0) return null;
    const top = ahead.reduce((sum, { top10 }) => sum + (top10 ?? 0), 0);
    const text = `${whole(top)} of ${plural(keywords.length, 'keyword')} are expected in the top 10 in ${MONTH_DAYS} days.`;
    const error = record?.meanAbsoluteError;
    const confidence =
      error == null
        ? 'Not yet tested on past positions.'
        : `Past forecasts missed by ${formatNumber(error, 1)} positions on average.`;
    return { text, confidence };
  },
  'strategic.portfolio': (result) => {
    if ('x' in result) return null;
    const { chosen, totals, currency, horizonMonths } = result;
    const work = `${whole(totals.hours)} h of work`;
    const cost = totals.costCents === 0 ? work : `${formatMoney(totals.costCents, currency)} and ${work}`;
    const value = formatMoney(totals.meanCents, currency);
    const assumed = totals.assumedChances > 0 ? ', if the assumed probabilities of success hold' : '';
    return {
      text: `${plural(chosen.length, 'opportunity', 'opportunities')} for ${cost}: a total value of ${value} on average in ${plural(horizonMonths, 'month')}.`,
      confidence: `${money80(totals.worth)} ${sureness(totals.breakEven)} probability to break even${assumed}.`,
    };
  },
  'strategic.scenarios': ({ robust, scenarios }) => ({
    text: `${plural(robust.length, 'opportunity is', 'opportunities are')} in the best portfolio of all ${plural(scenarios.length, 'scenario')}.`,
    confidence: 'It depends on the scenarios; each states its assumptions.',
  }),
  'strategic.roadmap': ({ breakEvenWeek, breakEvenDate, milestones }) => {
    const plan = plural(milestones.length, 'opportunity', 'opportunities');
    const text =
      breakEvenWeek == null
        ? `${plan} in order. The plan does not break even in its time.`
        : `${plan} in order. The plan breaks even in week ${whole(breakEvenWeek)}, on ${formatDate(breakEvenDate)}.`;
    return { text, confidence: 'From the expected values of the opportunities.' };
  },
  'learning.report': ({ outcomes, open }) => ({
    text: `${plural(outcomes, 'outcome')} recorded; ${plural(open, 'forecast')} still open.`,
    confidence: outcomes === 0 ? 'Accuracy is unknown until the first outcome.' : COUNTED,
  }),
  'local.scan': (result) => bestMarket(result),
  'local.score': (result) => bestMarket(result),
  'local.explain': ({ market, currency }) => bestMarket({ markets: [market], currency }),
};

interface Market {
  verticalName: string;
  city: string;
  state: string;
  confidence: number;
  profitMonth?: { meanCents: number; p10Cents: number; p90Cents: number } | null;
}

function bestMarket({ markets, currency }: { markets: readonly Market[]; currency: string }) {
  const [best] = markets;
  if (!best) return null;
  const name = `${best.verticalName} in ${best.city}, ${best.state}`;
  const sure = `${formatPercent(best.confidence, 0)} confidence.`;
  if (!best.profitMonth) {
    const first = markets.length > 1 ? 'First of the list: ' : '';
    return { text: `${first}${name}. Its profit is unknown.`, confidence: sure };
  }
  const { meanCents, p10Cents, p90Cents } = best.profitMonth;
  const money = (cents: number) => formatMoney(cents, currency, { compact: true });
  const lead =
    markets.length > 1 ? (meanCents > 0 ? 'First market: ' : 'No market promises a profit. The first: ') : '';
  return {
    text: `${lead}${name}, ${money(meanCents)} expected profit a month.`,
    confidence: `${sure} 80% interval: ${money(p10Cents)} to ${money(p90Cents)}.`,
  };
}
