import type { ReactNode } from 'react';
import type { Factor, KeywordMore, KeywordResult } from '@/api/keyword-result';
import type { Keyword } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { formatDate, formatMoney, formatNumber, formatPercent, formatPosition, NO_VALUE } from '@/lib/format';
import { volumeSourceName } from '@/lib/words';

/** One factor of the product: what it is, how much, who says so and since when. */
interface Step {
  key: string;
  name: string;
  value: string;
  /** What the figure means; from the engine where it says so. */
  meaning: string | null;
  source: string;
  isAssumption: boolean;
  /** Parameter by which people put their own figure in its place. */
  parameter: string | null;
}

/** How a searched-for keyword becomes money: every factor with its source and date, and what it comes to. */
export function MoneyChain({
  keyword,
  result,
  onOverride,
}: {
  keyword: Keyword & KeywordMore;
  result: KeywordResult | null;
  onOverride: (parameter: string) => void;
}) {
  const steps = chainOf(keyword, result);
  return (
    <ol className="grid">
      {steps.map((step, index) => (
        <li key={step.key} className="grid grid-cols-[1rem_1fr_auto] gap-x-2 border-b border-border py-2.5">
          <span aria-hidden="true" className="text-muted-foreground">
            {index === 0 ? '' : '×'}
          </span>
          <div className="min-w-0">
            <p className="font-medium">{step.name}</p>
            {step.meaning ? <p className="text-[0.8125rem] text-muted-foreground">{step.meaning}</p> : null}
            <p className="mt-0.5 text-xs text-muted-foreground">Source: {step.source}</p>
          </div>
          <div className="grid content-start justify-items-end gap-1 text-right">
            <span className="tabular">{step.value}</span>
            {step.isAssumption ? <Badge tone="warning">Assumption</Badge> : null}
            {step.parameter ? (
              <Override name={step.name} onClick={() => step.parameter && onOverride(step.parameter)} />
            ) : null}
          </div>
        </li>
      ))}
      <Total keyword={keyword} onOverride={onOverride} />
    </ol>
  );
}

function Override({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Button variant="link" size="inline" className="text-xs" onClick={onClick}>
      Set your own
      <span className="sr-only"> {name.toLowerCase()}</span>
    </Button>
  );
}

function Total({ keyword, onOverride }: { keyword: Keyword & KeywordMore; onOverride: (parameter: string) => void }) {
  const { value, valueBasis } = keyword;
  if (!value) {
    return (
      <Sum figure={NO_VALUE}>
        Not known. It takes a value per lead, or the cost of an ad click.{' '}
        <Button variant="link" size="inline" onClick={() => onOverride('valuePerLeadCents')}>
          Set the value per lead
        </Button>
      </Sum>
    );
  }
  const [low, high] = [value.lowCents, value.highCents].map((cents) => formatMoney(cents, value.currency));
  return (
    <Sum figure={formatMoney(value.midCents, value.currency)}>
      A month at the target position; 8 times in 10 between {low} and {high}.
      {valueBasis === 'replacementCost' ? ' What the clicks would cost in advertising, not an income.' : ''}
    </Sum>
  );
}

function Sum({ figure, children }: { figure: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[1rem_1fr_auto] gap-x-2 pt-3">
      <span aria-hidden="true" className="font-semibold">
        =
      </span>
      <div>
        <p className="font-semibold">Worth a month</p>
        <p className="text-[0.8125rem] text-muted-foreground">{children}</p>
      </div>
      <span className="tabular text-base font-semibold">{figure}</span>
    </li>
  );
}

/** The factors of one keyword, in the order in which they are multiplied. */
export function chainOf(keyword: Keyword & KeywordMore, result: KeywordResult | null): Step[] {
  const factors = result?.factors ?? [];
  const currency = keyword.value?.currency ?? result?.totals?.value?.currency ?? 'USD';
  const money = keyword.valueBasis === 'replacementCost' ? [adClick(keyword, currency)] : [];
  return [
    demand(keyword),
    clickThrough(keyword, result),
    ...factors.filter((factor) => applies(factor, keyword)).map((factor) => fromFactor(factor, currency)),
    ...money,
  ];
}

/** Leads count only where the worth rests on leads. */
function applies(factor: Factor, keyword: KeywordMore): boolean {
  const ofLeads = ['conversionRate', 'valuePerLead'].includes(factor.name);
  return !(ofLeads && keyword.valueBasis === 'replacementCost');
}

function period(keyword: Keyword): string {
  const { observedFrom, observedTo } = keyword;
  return observedFrom && observedTo
    ? `, ${formatDate(observedFrom)} to ${formatDate(observedTo)}`
    : ', period not told';
}

function demand(keyword: Keyword): Step {
  const { volume, volumeSource } = keyword;
  return {
    key: 'volume',
    name: 'Searches a month',
    value: volume === null ? NO_VALUE : `${volumeSource === 'impressions' ? '≥' : ''}${formatNumber(volume, 0)}`,
    meaning: volume === null ? 'Not known. An export of a keyword tool would tell.' : null,
    source: `${volumeSource ? volumeSourceName(volumeSource) : 'none'}${volume === null ? '' : period(keyword)}`,
    isAssumption: false,
    parameter: null,
  };
}

function clickThrough(keyword: Keyword & KeywordMore, result: KeywordResult | null): Step {
  const now = keyword.position === null ? 'does not rank yet' : `now at ${formatPosition(keyword.position)}`;
  const seen = keyword.ctr === null ? '' : `, gets ${formatPercent(keyword.ctr, 2)} of the clicks`;
  const potential = keyword.potentialClicks;
  const clicks = potential
    ? ` At the target position: ${formatNumber(potential.mid, 0)} clicks a month (${formatNumber(potential.low, 0)} to ${formatNumber(potential.high, 0)}).`
    : '';
  return {
    key: 'curve',
    name: 'Share of clicks at the target position',
    value: `${formatPercent(keyword.expectedCtr, 1)} now`,
    meaning: `${sentence(now + seen)}${clicks}`,
    source: result?.curve?.source ?? 'click-through curve of the last run',
    isAssumption: result?.curve ? !result.curve.isFitted : false,
    parameter: 'ctrPercentByPosition',
  };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function adClick(keyword: Keyword, currency: string): Step {
  return {
    key: 'cpc',
    name: 'Cost of an ad click',
    value: formatMoney(keyword.cpcCents, currency),
    meaning: 'Taken in place of leads, because no value per lead is set.',
    source: `keyword tool${period(keyword)}`,
    isAssumption: false,
    parameter: 'valuePerLeadCents',
  };
}

const FACTOR_NAMES: Record<string, string> = {
  clickThrough: 'Error of the click-through curve',
  conversionRate: 'Leads a visit',
  valuePerLead: 'Worth of a lead',
  periodLength: 'Error of the length of the period',
};

function fromFactor(factor: Factor, currency: string): Step {
  const show = formatterOf(factor.name, currency);
  const { low, mid, high } = factor.interval;
  const observed = factor.observedAt ? `, ${formatDate(factor.observedAt)}` : '';
  return {
    key: factor.name,
    name: FACTOR_NAMES[factor.name] ?? factor.label,
    value: `${show(mid)} (${show(low)} to ${show(high)})`,
    meaning: FACTOR_NAMES[factor.name] ? factor.label : null,
    source: `${factor.source}${observed}; ${factor.distribution}`,
    isAssumption: factor.isAssumption,
    parameter: factor.parameter === 'periodDays' ? null : factor.parameter,
  };
}

function formatterOf(name: string, currency: string): (value: number) => string {
  if (name === 'valuePerLead') return (value) => formatMoney(value, currency);
  if (name.endsWith('Rate')) return (value) => formatPercent(value, 1);
  return (value) => `×${formatNumber(value, 2)}`;
}
