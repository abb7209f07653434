import { X } from 'lucide-react';
import type { PipelineMarket, PipelineStatus } from '@/api/pipeline';
import { Button, ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { formatMoney, formatNumber } from '@/lib/format';

type Stage = PipelineMarket['stage'];

/** The stages in order, each with what fills it. */
const STAGES: readonly { id: Stage; name: string; empty: string }[] = [
  { id: 'scan', name: 'Scan', empty: 'Markets without a score appear here when you add them.' },
  { id: 'score', name: 'Score', empty: 'Add scored markets from opportunity discovery.' },
  {
    id: 'build',
    name: 'Build',
    empty: 'Markets appear here once their site is being built. Site building is not available yet.',
  },
  {
    id: 'deploy',
    name: 'Deploy',
    empty: 'Markets appear here once their site is being deployed. Deployment is not available yet.',
  },
  {
    id: 'revenue',
    name: 'Revenue',
    empty: 'Markets appear here once their site is live. Revenue is recorded from deployed sites.',
  },
];

/** The five stages of the pipeline with their markets and expected money. */
export function Board({
  status,
  canChange,
  onRemove,
}: {
  status: PipelineStatus;
  canChange: boolean;
  onRemove: (market: PipelineMarket) => void;
}) {
  return (
    <section aria-label="Pipeline stages" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-5">
      {STAGES.map(({ id, name, empty }) => {
        const markets = status.opportunities.filter(({ stage }) => stage === id);
        const hidden = status.stages[id] - markets.length;
        return (
          <Card key={id} aria-label={name} className="flex flex-col">
            <header className="border-b border-border px-4 py-3">
              <h2 className="flex items-baseline justify-between gap-2 font-semibold">
                {name}
                <span className="tabular">{formatNumber(status.stages[id], 0)}</span>
              </h2>
              <p className="text-xs text-muted-foreground">{moneyText(status, id)}</p>
            </header>
            {markets.length === 0 ? <p className="p-4 text-[0.8125rem] text-muted-foreground">{empty}</p> : null}
            <ul className="max-h-96 divide-y divide-border overflow-y-auto">
              {markets.map((market) => (
                <Entry key={market.id} market={market} onRemove={canChange ? () => onRemove(market) : undefined} />
              ))}
            </ul>
            {hidden > 0 ? (
              <p className="px-4 py-2 text-xs text-muted-foreground">and {formatNumber(hidden, 0)} older</p>
            ) : null}
            {id === 'score' && markets.length === 0 ? (
              <p className="px-4 pb-4">
                <ButtonLink to="/dominator/opportunity-discovery" variant="outline" size="sm">
                  Find markets
                </ButtonLink>
              </p>
            ) : null}
          </Card>
        );
      })}
    </section>
  );
}

/** Expected monthly profit of a stage, by currency. */
function moneyText({ expected }: PipelineStatus, stage: Stage): string {
  const sums = expected.filter((sum) => sum.stage === stage);
  if (sums.length === 0) return 'No expected profit';
  if (stage === 'scan') return 'Profit unknown';
  const texts = sums.map(({ profitCents, currency }) => formatMoney(profitCents, currency));
  return `${texts.join(' and ')} expected profit a month`;
}

function Entry({ market, onRemove }: { market: PipelineMarket; onRemove?: () => void }) {
  const { verticalName, city, state, profitCents, profitLowCents, profitHighCents, currency } = market;
  const name = `${verticalName} in ${city}${state ? `, ${state}` : ''}`;
  const money = (cents: number | null) => formatMoney(cents, currency, { compact: true });
  return (
    <li className="flex items-start justify-between gap-2 px-4 py-2.5 text-[0.8125rem]">
      <p className="min-w-0">
        <span className="block font-medium wrap-anywhere">{name}</span>
        <span className="tabular text-xs text-muted-foreground">
          {profitCents === null
            ? 'Profit unknown'
            : `${money(profitCents)} a month (${money(profitLowCents)} to ${money(profitHighCents)})`}
        </span>
      </p>
      {onRemove ? (
        <Button variant="ghost" size="icon-sm" needsNetwork aria-label={`Remove ${name}`} onClick={onRemove}>
          <X size={14} aria-hidden="true" />
        </Button>
      ) : null}
    </li>
  );
}
