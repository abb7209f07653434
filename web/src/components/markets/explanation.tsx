import type { ActionResult } from '@/api/engine-results';
import { BarList } from '@/components/charts/bar-list';
import { LineFigure } from '@/components/charts/line-figure';
import { Table, Td, Th } from '@/components/ui/table';
import { formatMoney, formatPercent } from '@/lib/format';
import { readable } from '@/lib/readable';
import { humanise } from '@/lib/words';
import { factorRange, factorText, stepText } from './explanation-text';

type Explained = ActionResult<'local.explain'>;

/** The factors of a score in order of multiplication, with evidence and sources. */
export function Factors({ parts, currency }: { parts: Explained['parts']; currency: string }) {
  return (
    <Table stacked className="stacked-flush" label="Factors of the score">
      <thead>
        <tr>
          <Th>Factor</Th>
          <Th numeric>Multiplier</Th>
          <Th numeric>80% interval</Th>
          <Th>Evidence</Th>
          <Th>Source</Th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => {
          const { range, grade } = part;
          return (
            <tr key={part.name}>
              <Td stack="line" className="sm:max-w-96">
                {readable(part.label)}
              </Td>
              <Td numeric label="Multiplier" className="whitespace-nowrap">
                {factorText(part.multiplied, part.unit, currency)}
              </Td>
              <Td numeric label="80% interval" className="whitespace-nowrap">
                {factorRange(range, part.unit, currency)}
              </Td>
              <Td label="Evidence">
                {[humanise(part.evidence), grade ? `grade ${grade}` : ''].filter(Boolean).join(', ')}
              </Td>
              <Td stack="line" className="sm:max-w-72">
                <Sources part={part} />
              </Td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

function Sources({ part: { sources } }: { part: Explained['parts'][number] }) {
  if (sources.length === 0) return <span className="text-muted-foreground">Own assumption</span>;
  return sources.map(({ id, title, publisher, year, address }) => {
    // A source that the user named has a title only.
    const text = [publisher || title, year].filter(Boolean).join(', ');
    return address.startsWith('https://') ? (
      <a key={id} href={address} rel="noreferrer" target="_blank" className="mr-2 text-brand underline">
        {text}
      </a>
    ) : (
      <span key={id} className="mr-2">
        {text}
      </span>
    );
  });
}

/** The calculation of the means, step by step. */
export function Arithmetic({ steps, currency }: { steps: Explained['arithmetic']; currency: string }) {
  if (steps.length === 0) return null;
  return (
    <section aria-label="Arithmetic">
      <h3 className="font-semibold">Calculation from the values above</h3>
      <p className="text-[0.8125rem] text-muted-foreground">With all their digits, it adds up to the cent.</p>
      <dl className="mt-2 grid gap-2 text-[0.8125rem]">
        {steps.map((step) => {
          const { name, formula, result } = stepText(step, currency);
          return (
            <div key={step.name} className="grid gap-x-4 sm:grid-cols-[12rem_minmax(0,1fr)_auto]">
              <dt className="text-muted-foreground">{name}</dt>
              <dd className="tabular min-w-0 break-words">{formula}</dd>
              <dd className="tabular font-medium">= {result}</dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

/** Revenue, cost and cumulative profit of the first year. */
export function Months({ months, currency, file }: { months: Explained['months']; currency: string; file: string }) {
  if (months.length === 0) return null;
  const so: number[] = [];
  for (const month of months) so.push((so.at(-1) ?? 0) + month.profitCents);
  return (
    <LineFigure
      title="First year"
      description="Expected monthly revenue and cost, and cumulative profit."
      fileName={`${file}-months`}
      xs={months.map((_, index) => index)}
      xText={(index) => `Month ${index + 1}`}
      xTitle="Month"
      yText={(cents) => formatMoney(cents, currency, { compact: true })}
      zero
      lines={[
        { name: 'Revenue', values: months.map((month) => month.revenueCents), tone: 1 },
        { name: 'Cost', values: months.map((month) => month.costCents), tone: 4, dashed: true },
        { name: 'Cumulative profit', values: so, tone: 3 },
      ]}
    />
  );
}

/** Share of each factor in the uncertainty of the result. */
/** Names of factors that the field calls otherwise. */
const FACTORS: Record<string, string> = { clickThrough: 'CTR', click_through: 'CTR', conversion: 'Conversion rate' };

function factorName(name: string): string {
  return FACTORS[name] ?? humanise(name);
}

export function Uncertainty({ draws }: { draws: Explained['draws'] }) {
  const shares = draws?.uncertainty ?? [];
  if (shares.length === 0) return null;
  return (
    <section aria-label="Sources of uncertainty">
      <h3 className="mb-2 font-semibold">Sources of uncertainty</h3>
      <BarList
        label="Share of the uncertainty by factor"
        bars={shares.map(({ name, share }) => ({
          id: name,
          label: factorName(name),
          value: share,
          text: formatPercent(share, 0),
        }))}
      />
    </section>
  );
}
