import type { ReactNode } from 'react';
import type { Factor, KeywordParameter, KeywordResult } from '@/api/keyword-result';
import type { Keyword } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { formatDate, formatMoney, formatNumber, formatPercent, formatPosition, NO_VALUE } from '@/lib/format';
import { periodWords } from '@/lib/period-words';
import { readable } from '@/lib/readable';
import { volumeSourceName } from '@/lib/words';

/** One factor of the product: name, value, source and date. */
interface Step {
  key: string;
  /** Relation to the line above: a factor, or a result of the factors so far. */
  sign: '' | '×' | '=';
  name: string;
  value: string;
  /** Explanation of the value, from the engine if available. */
  meaning: string | null;
  /** Null for values computed from the lines above. */
  source: string | null;
  isAssumption: boolean;
  /** Parameter by which people put their own figure in its place. */
  parameter: string | null;
}

/** Calculation of a keyword's value: every factor with source and date, and the result. */
export function MoneyChain({
  keyword,
  result,
  onOverride,
}: {
  keyword: Keyword;
  result: KeywordResult | null;
  onOverride: (parameter: string) => void;
}) {
  const steps = chainOf(keyword, result);
  return (
    <ol className="grid">
      {steps.map((step) => (
        <li key={step.key} className="grid grid-cols-[1rem_1fr_auto] gap-x-2 border-b border-border py-2.5">
          <span aria-hidden="true" className="text-muted-foreground">
            {step.sign}
          </span>
          <div className="min-w-0">
            <p className="font-medium">{step.name}</p>
            {step.meaning ? <p className="text-[0.8125rem] text-muted-foreground">{step.meaning}</p> : null}
            {step.source ? <p className="mt-0.5 text-xs text-muted-foreground">Source: {step.source}</p> : null}
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
      Override
      <span className="sr-only"> {name.toLowerCase()}</span>
    </Button>
  );
}

function Total({ keyword, onOverride }: { keyword: Keyword; onOverride: (parameter: string) => void }) {
  const { value, valueBasis } = keyword;
  if (!value) {
    return (
      <Sum figure={NO_VALUE}>
        Unknown. Set a value per lead, or import keywords with CPC data.{' '}
        <Button variant="link" size="inline" onClick={() => onOverride('valuePerLeadCents' satisfies KeywordParameter)}>
          Set the value per lead
        </Button>
      </Sum>
    );
  }
  const [low, high] = [value.lowCents, value.highCents].map((cents) => formatMoney(cents, value.currency));
  return (
    <Sum figure={formatMoney(value.midCents, value.currency)}>
      Per month at the target position; 80% interval: {low} to {high}.
      {valueBasis === 'replacementCost' ? ' This is the cost of the same clicks in advertising, not revenue.' : ''}
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
        <p className="font-semibold">Monthly value</p>
        <p className="text-[0.8125rem] text-muted-foreground">{children}</p>
      </div>
      <span className="tabular text-base font-semibold">{figure}</span>
    </li>
  );
}

/** The factors of one keyword, in the order in which they are multiplied. */
export function chainOf(keyword: Keyword, result: KeywordResult | null): Step[] {
  const factors = result?.factors ?? [];
  const currency = keyword.value?.currency ?? result?.totals?.value?.currency ?? 'USD';
  const money = keyword.valueBasis === 'replacementCost' ? [adClick(keyword, currency)] : [];
  const steps = factors.filter((factor) => applies(factor, keyword)).map((factor) => fromFactor(factor, currency));
  const [ofClicks, ofMoney] = [
    steps.filter((step) => OF_CLICKS.includes(step.key)),
    steps.filter((step) => !OF_CLICKS.includes(step.key)),
  ];
  return [demand(keyword), clickThrough(keyword, result), ...ofClicks, ...clicks(keyword), ...ofMoney, ...money];
}

/** Factors of the number of clicks; the others turn clicks into money. */
const OF_CLICKS = ['clickThrough', 'periodLength'];

/** The clicks that the factors so far come to. */
function clicks({ potentialClicks }: Keyword): Step[] {
  if (!potentialClicks) return [];
  const { low, mid, high } = potentialClicks;
  const [least, most] = [formatNumber(low, 0), formatNumber(high, 0)];
  return [
    {
      key: 'clicks',
      sign: '=',
      name: 'Monthly clicks at the target position',
      value: `${formatNumber(mid, 0)} (${least} to ${most})`,
      meaning: null,
      source: null,
      isAssumption: false,
      parameter: null,
    },
  ];
}

/** Leads count only if the value is based on leads. */
function applies(factor: Factor, keyword: Keyword): boolean {
  const ofLeads = ['conversionRate', 'valuePerLead'].includes(factor.name);
  return !(ofLeads && keyword.valueBasis === 'replacementCost');
}

function period(keyword: Keyword): string {
  const { observedFrom, observedTo } = keyword;
  return observedFrom && observedTo ? `, ${periodWords(observedFrom, observedTo)}` : ', period unknown';
}

function demand(keyword: Keyword): Step {
  const { volume, volumeSource } = keyword;
  return {
    key: 'volume',
    sign: '',
    name: 'Monthly search volume',
    value: volume === null ? NO_VALUE : `${volumeSource === 'impressions' ? '≥' : ''}${formatNumber(volume, 0)}`,
    meaning: volume === null ? 'Unknown. Import an export of a keyword tool.' : null,
    source: `${volumeSource ? volumeSourceName(volumeSource) : 'none'}${volume === null ? '' : period(keyword)}`,
    isAssumption: false,
    parameter: null,
  };
}

function clickThrough(keyword: Keyword, result: KeywordResult | null): Step {
  const { position, ctr, expectedCtr } = keyword;
  const now = position === null ? 'Not ranking yet.' : `Current position ${formatPosition(position)}`;
  const seen = position === null || ctr === null ? '' : `  with a CTR of ${formatPercent(ctr, 2)}.`;
  return {
    key: 'curve',
    sign: '×',
    name: 'CTR at the target position',
    value: 'from the curve',
    meaning: `${now}${seen}${expectedCtr === null ? '' : ` The curve predicts ${formatPercent(expectedCtr, 1)} at this position.`}`,
    source: result?.curve?.source ?? 'CTR curve of the last run',
    isAssumption: result?.curve ? !result.curve.isFitted : false,
    parameter: 'ctrPercentByPosition' satisfies KeywordParameter,
  };
}

function adClick(keyword: Keyword, currency: string): Step {
  return {
    key: 'cpc',
    sign: '×',
    name: 'CPC',
    value: formatMoney(keyword.cpcCents, currency),
    meaning: 'Used because no value per lead is set.',
    source: `keyword tool${period(keyword)}`,
    isAssumption: false,
    parameter: 'valuePerLeadCents' satisfies KeywordParameter,
  };
}

/** Splits the engine's label into name and addition: "Leads per visit; x 1.5 for urgent queries". */
function splitLabel(label: string): [name: string, rest: string | null] {
  const [name = label, ...rest] = label.split(/[;,] /);
  return [name, rest.length > 0 ? rest.join(', ') : null];
}

function fromFactor(factor: Factor, currency: string): Step {
  const show = formatterOf(factor, currency);
  const [name, rest] = splitLabel(factor.label);
  const { low, mid, high } = factor.interval;
  const observed = factor.observedAt ? `, ${formatDate(factor.observedAt)}` : '';
  return {
    key: factor.name,
    sign: '×',
    name,
    value: `${show(mid)} (${show(low)} to ${show(high)})`,
    meaning: isMoney(factor) || rest === null ? null : readable(rest).replaceAll(/\bx (?=\d)/g, '×'),
    source: readable(`${factor.source}${observed}`),
    isAssumption: factor.isAssumption,
    parameter: factor.parameter === 'periodDays' ? null : factor.parameter,
  };
}

/** Amounts come in cents and are shown in the currency. */
function isMoney(factor: Factor): boolean {
  return factor.parameter.endsWith('Cents');
}

function formatterOf(factor: Factor, currency: string): (value: number) => string {
  if (isMoney(factor)) return (value) => formatMoney(value, currency);
  if (factor.name.endsWith('Rate')) return (value) => formatPercent(value, 1);
  return (value) => `×${formatNumber(value, 2)}`;
}
