import { ChevronDown, ChevronUp, GitBranchPlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Arithmetic, Factors, Months, Uncertainty } from '@/components/markets/explanation';
import { BOUNDS } from '@/components/markets/market-words';
import { RunProgress } from '@/components/runs/run-progress';
import { ErrorPanel, LoadingRows } from '@/components/states/panels';
import { Badge } from '@/components/ui/badge';
import { Button, ButtonLink } from '@/components/ui/button';
import { Drawer } from '@/components/ui/dialog';
import { formatNumber } from '@/lib/format';
import { nameOf, type ScanMarket } from './discovery-state';
import { MarketFacts } from './market-facts';
import { marketPath } from './market-path';
import { Neighbours } from './neighbours';
import { OwnOutcomes } from './own-sites';
import { useExplanation } from './use-explanation';

interface Props {
  market: ScanMarket | null;
  currency: string;
  scanId: string;
  canChange: boolean;
  isInPipeline: boolean;
  isAdding: boolean;
  hasPrevious: boolean;
  hasNext: boolean;
  onAdd: () => void;
  onClose: () => void;
  onStep: (step: -1 | 1) => void;
}

/** All that is known of one market. J and K go to the next and the previous one. */
export function MarketDrawer({ market, ...props }: Props) {
  useStepKeys(market !== null, props);
  return (
    <Drawer
      open={market !== null}
      onClose={props.onClose}
      title={market ? nameOf(market) : ''}
      description={
        market ? `${formatNumber(market.population, 0)} people${market.county ? `, ${market.county}` : ''}` : undefined
      }
      className="w-[min(44rem,100vw)]"
      footer={
        <>
          <Button variant="outline" size="sm" disabled={!props.hasPrevious} onClick={() => props.onStep(-1)}>
            <ChevronUp size={14} aria-hidden="true" />
            Previous
          </Button>
          <Button variant="outline" size="sm" disabled={!props.hasNext} onClick={() => props.onStep(1)}>
            <ChevronDown size={14} aria-hidden="true" />
            Next
          </Button>
          {props.isInPipeline ? <Badge tone="brand">In pipeline</Badge> : null}
          {props.canChange && !props.isInPipeline ? (
            <Button size="sm" needsNetwork busy={props.isAdding} onClick={props.onAdd}>
              {props.isAdding ? null : <GitBranchPlus size={14} aria-hidden="true" />}
              Add to pipeline
            </Button>
          ) : null}
        </>
      }
    >
      {market ? <Content market={market} {...props} /> : null}
    </Drawer>
  );
}

function useStepKeys(open: boolean, props: Pick<Props, 'hasPrevious' | 'hasNext' | 'onStep'>) {
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (!open) return;
    const step = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'j' && latest.current.hasNext) latest.current.onStep(1);
      if (event.key === 'k' && latest.current.hasPrevious) latest.current.onStep(-1);
    };
    document.addEventListener('keydown', step);
    return () => document.removeEventListener('keydown', step);
  }, [open]);
}

function Content({ market, currency, scanId, canChange }: Props & { market: ScanMarket }) {
  const bound = BOUNDS[market.demandBound];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <MarketFacts market={market} currency={currency} />
      {market.demand && bound ? <p className="text-[0.8125rem] text-muted-foreground">Demand: {bound.text}</p> : null}
      {canChange ? (
        <Explanation key={`${market.vertical} ${market.placeId}`} market={market} scanId={scanId} />
      ) : (
        <p className="text-[0.8125rem] text-muted-foreground">
          The calculation is a run of the local engine. Ask an editor of this workspace to start it.
        </p>
      )}
      <p className="flex flex-wrap gap-2 text-[0.8125rem]">
        <ButtonLink to={marketPath(market)} variant="outline" size="sm">
          Page of this market
        </ButtonLink>
        <ButtonLink to="/market-data?tab=own" variant="outline" size="sm">
          Override with your figures
        </ButtonLink>
      </p>
    </div>
  );
}

function Explanation({ market, scanId }: { market: ScanMarket; scanId: string }) {
  const { result, pending, error, retry, restart } = useExplanation(market, scanId, true);
  if (error) {
    return <ErrorPanel error={error} fallback="Failed to execute engine action" onRetry={retry} className="py-6" />;
  }
  if (pending) return <RunProgress runId={pending} title="Calculation" onRetried={restart} />;
  if (!result) return <LoadingRows rows={5} className="p-0" />;
  return (
    <>
      <OwnOutcomes own={result.ownSites} />
      <Factors parts={result.parts} currency={result.currency} />
      <Arithmetic steps={result.arithmetic} currency={result.currency} />
      <Months months={result.months} currency={result.currency} file={`market-${market.vertical}-${market.placeId}`} />
      <Uncertainty draws={result.draws} />
      <Neighbours vertical={market.vertical} neighbours={result.catchment} />
    </>
  );
}
