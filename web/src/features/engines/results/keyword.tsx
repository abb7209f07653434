import type { Money } from '@/api/types';
import { BarList } from '@/components/charts/bar-list';
import { Table, Td, Th } from '@/components/ui/table';
import { formatMoney, formatNumber } from '@/lib/format';
import { BingPages, BingQueries } from './bing';
import type { PlotProps } from './plot-props';

/** Maximum number of displayed groups; the file has all. */
const SHOWN = 100;

/** Bars of quick wins; the table has all. */
const WINS = 12;

/** The quick wins of the highest monthly value with its interval; without a value of the most extra clicks. */
export function WinPlots({ result }: PlotProps<'keyword.analyse' | 'keyword.wins'>) {
  const priced = result.wins.some(({ impact }) => impact);
  const bars = result.wins.flatMap((win, index) => {
    const { impact, clicksGained: clicks } = win;
    const named = { id: `${index} ${win.query}`, label: win.query };
    if (priced) return impact ? [{ ...named, ...moneyBar(impact) }] : [];
    return clicks
      ? [{ ...named, value: clicks.mean, low: clicks.low, high: clicks.high, text: clickText(clicks) }]
      : [];
  });
  if (bars.length === 0) return null;
  const best = bars.sort((one, other) => other.value - one.value).slice(0, WINS);
  const title = priced ? 'Quick wins by monthly value' : 'Quick wins by extra clicks a month';
  return (
    <section aria-label={title}>
      <h3 className="font-semibold">{title}</h3>
      <p className="mb-2 text-[0.8125rem] text-muted-foreground">
        The bar is the 80% interval, the mark the {priced ? 'median' : 'mean'}. Effort does not count here.
      </p>
      <BarList label={title} bars={best} />
    </section>
  );
}

function moneyBar({ lowCents, midCents, highCents, currency }: Money) {
  const money = (cents: number) => formatMoney(cents, currency, { compact: true });
  const text = `${money(midCents)} (${money(lowCents)} to ${money(highCents)})`;
  return { value: midCents, low: lowCents, high: highCents, text };
}

function clickText({ low, mean, high }: { low: number; mean: number; high: number }): string {
  return `${formatNumber(mean, 0)} (${formatNumber(low, 0)} to ${formatNumber(high, 0)})`;
}

/** Quick wins, and the figures of Bing next to those of Google. */
export function AnalysisPlots(props: PlotProps<'keyword.analyse'>) {
  const { bing, bingPages } = props.result;
  return (
    <>
      <WinPlots {...props} />
      {bing ? <BingQueries bing={bing} /> : null}
      {bingPages ? <BingPages found={bingPages} /> : null}
    </>
  );
}

/** Groups of similar texts, largest first. */
export function GroupPlots({ result }: PlotProps<'keyword.cluster'>) {
  if (!('groups' in result) || result.groups.length === 0) return null;
  const { groups } = result;
  return (
    <section aria-label="Groups">
      <h3 className="mb-2 font-semibold">
        {formatNumber(groups.length, 0)} {groups.length === 1 ? 'group' : 'groups'}
      </h3>
      <Table label="Groups">
        <thead>
          <tr>
            <Th>Head term</Th>
            <Th numeric>Texts</Th>
            <Th>Members</Th>
          </tr>
        </thead>
        <tbody>
          {groups.slice(0, SHOWN).map(({ cluster, size, texts: [first, ...others] }) => (
            <tr key={cluster}>
              <Td>{first}</Td>
              <Td numeric>{formatNumber(size, 0)}</Td>
              <Td>{others.join(', ')}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {groups.length > SHOWN ? <p className="mt-2 text-muted-foreground">Save the result to get all of them.</p> : null}
    </section>
  );
}
