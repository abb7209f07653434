import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { GitBranchPlus } from 'lucide-react';
import { useParams } from 'react-router';
import type { ActionResult } from '@/api/engine-results';
import { pipelineQueries } from '@/api/pipeline';
import { siteQueries } from '@/api/sites';
import { Arithmetic, Factors, Months, Uncertainty } from '@/components/markets/explanation';
import { RunProgress } from '@/components/runs/run-progress';
import { DominatorNav } from '@/components/sites/dominator-nav';
import { ErrorPanel, LoadingRows, PermissionPanel } from '@/components/states/panels';
import { Button, ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { PhoneFold } from '@/components/ui/folding-card';
import { LOADING_LINE, PageHeader } from '@/components/ui/page-header';
import { Skeleton } from '@/components/ui/skeleton';
import { useWorkspaces } from '@/hooks/use-workspaces';
import { formatNumber } from '@/lib/format';
import { readable } from '@/lib/readable';
import { Competition } from './competition';
import { keyOf, nameOf, type ScanMarket } from './discovery-state';
import { marketAnswer } from './market-answer';
import { MarketFacts } from './market-facts';
import { Neighbours } from './neighbours';
import { OwnOutcomes, SitesHere } from './own-sites';
import { useAddToPipeline } from './use-add-to-pipeline';
import { useExplanation } from './use-explanation';

type Explained = ActionResult<'local.explain'>;

/** Identifies the explanations of this page among explanations of scans. */
const OF_PAGE = 'page';

/** One market: what it is worth and why, the user's sites there, its neighbors, and what to do with it. */
export default function MarketPage() {
  const { vertical = '', place = '' } = useParams();
  const canChange = useWorkspaces().current?.role !== 'viewer';
  return <Market key={`${vertical} ${place}`} vertical={vertical} placeId={place} canChange={canChange} />;
}

function Market({ vertical, placeId, canChange }: { vertical: string; placeId: string; canChange: boolean }) {
  // Sites load during the calculation, so that their card has its height when the others appear.
  usePrefetchQuery(siteQueries.inMarket(vertical, placeId));
  const { result, pending, error, retry, restart } = useExplanation({ vertical, placeId }, OF_PAGE, canChange);
  const market = result?.market;
  return (
    <>
      <DominatorNav />
      <PageHeader
        title={market ? nameOf(market) : 'Market'}
        isUnnamed={!market && canChange}
        description={
          market
            ? [`${formatNumber(market.population, 0)} people`, market.county, market.metro].filter(Boolean).join(', ')
            : LOADING_LINE
        }
        actions={canChange && !error ? market ? <Actions market={market} /> : <ActionsSkeleton /> : null}
      />
      {canChange && !result && !error ? (
        <Calculating runId={pending} onRestart={restart} />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {result ? <Answer result={result} /> : null}
          {error ? (
            <Card className="px-5 py-4">
              <ErrorPanel error={error} fallback="Failed to execute engine action" onRetry={retry} />
            </Card>
          ) : null}
          <SitesHere vertical={vertical} placeId={placeId} />
          {result ? (
            <Card className="px-5 py-4">
              <Reasons result={result} />
            </Card>
          ) : null}
          {canChange ? null : (
            <Card>
              <PermissionPanel />
            </Card>
          )}
        </div>
      )}
    </>
  );
}

/** Fills the page until the answer arrives, so that nothing below it moves. */
function Calculating({ runId, onRestart }: { runId: string | null; onRestart: () => void }) {
  return (
    <Card className="min-h-dvh px-5 py-4">
      {runId ? (
        <RunProgress runId={runId} title="Calculation" onRetried={onRestart} />
      ) : (
        <LoadingRows rows={8} className="p-0" />
      )}
    </Card>
  );
}

/** As wide as the buttons of a market, which is not yet known. */
function ActionsSkeleton() {
  return (
    <>
      <Skeleton className="h-8 w-29" />
      <Skeleton className="h-8 w-36" />
    </>
  );
}

/** Saves the market in the pipeline, deploys it, or compares it with others of its trade. */
function Actions({ market }: { market: ScanMarket }) {
  const { add, inPipeline } = useAddToPipeline('');
  const known = useQuery(pipelineQueries.markets());
  const saved = (known.data ?? []).find((one) => keyOf(one) === keyOf(market));
  const isSaved = inPipeline.has(keyOf(market));
  const compared = new URLSearchParams({ verticals: market.vertical, states: market.state });
  return (
    <>
      <ButtonLink to={`/dominator/opportunity-discovery?${compared}`} variant="outline" size="sm">
        Compare in {market.state || 'its trade'}
      </ButtonLink>
      {isSaved ? null : (
        <Button size="sm" variant="outline" needsNetwork busy={add.isPending} onClick={() => add.mutate([market])}>
          {add.isPending ? null : <GitBranchPlus size={14} aria-hidden="true" />}
          Add to pipeline
        </Button>
      )}
      {saved ? (
        <ButtonLink to={`/dominator/goldmine-deployment?pick=${saved.id}`} size="sm">
          Deploy
        </ButtonLink>
      ) : null}
    </>
  );
}

function Answer({ result }: { result: Explained }) {
  const { sentence, note } = marketAnswer(result);
  return (
    <Card>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 px-5 py-4">
        <div>
          <p className="max-w-3xl text-lg font-semibold text-pretty">{sentence}</p>
          <p className="mt-1 text-[0.8125rem] text-muted-foreground">
            {note ? `${note} ` : null}
            From your own market data and built-in sources, by the local engine ({result.methodVersion}).
          </p>
        </div>
        <MarketFacts market={result.market} currency={result.currency} />
      </div>
    </Card>
  );
}

/** The figures behind the answer with their sources. */
function Reasons({ result }: { result: Explained }) {
  const { market, currency } = result;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 max-sm:gap-1">
      <OwnOutcomes own={result.ownSites} />
      <PhoneFold title="Factors and sources">
        <section aria-label="Factors and sources">
          <h3 className="mb-2 text-[0.8125rem] font-semibold">Factors and sources</h3>
          <Factors parts={result.parts} currency={currency} />
        </section>
      </PhoneFold>
      <PhoneFold title="Calculation">
        <Arithmetic steps={result.arithmetic} currency={currency} />
      </PhoneFold>
      <PhoneFold title="Competition">
        <Competition competition={result.competition} serp={result.serp} />
      </PhoneFold>
      <div className="max-sm:py-4">
        <Months months={result.months} currency={currency} file={`market-${market.vertical}-${market.placeId}`} />
      </div>
      <PhoneFold title="Sources of uncertainty">
        <Uncertainty draws={result.draws} />
      </PhoneFold>
      {result.catchment.length > 0 ? (
        <PhoneFold title={`Neighbors (${result.catchment.length})`}>
          <Neighbours vertical={market.vertical} neighbours={result.catchment} />
        </PhoneFold>
      ) : null}
      <PhoneFold title="Assumptions and notes">
        <Assumptions texts={[...result.assumptions, ...result.notes, result.attribution]} />
      </PhoneFold>
    </div>
  );
}

function Assumptions({ texts }: { texts: readonly string[] }) {
  return (
    <section aria-label="Assumptions" className="text-[0.8125rem] text-muted-foreground">
      <h3 className="mb-1 font-semibold text-foreground">Assumptions and notes</h3>
      <ul className="grid gap-1">
        {texts.map((text) => (
          <li key={text}>{readable(text)}</li>
        ))}
      </ul>
    </section>
  );
}
