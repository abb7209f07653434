import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type ConnectionRecommendation, connectionQueries } from '@/api/connections';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { CardBody } from '@/components/ui/card';
import { FoldingCard } from '@/components/ui/folding-card';
import { formatNumber } from '@/lib/format';

const SHOWN = 3;
/** Most reasons of each that are shown. */
const REASONS = 2;

/** Connections that would give the engines most of the data that they lack. */
export function ConnectionAdvice({ websiteId }: { websiteId: string }) {
  const query = useQuery(connectionQueries.recommendations(websiteId));
  if (query.isSuccess ? query.data.length === 0 : !query.isError) return null;
  return (
    <FoldingCard
      title="Recommended connections"
      summary={query.data ? formatNumber(query.data.length, 0) : undefined}
      description="Data that your engines lack."
      actions={
        <Link to="/settings?tab=connections" className="text-[0.8125rem] text-brand underline-offset-4 hover:underline">
          Connect a provider
        </Link>
      }
    >
      <CardBody className="py-2">
        <QueryPanel query={query} fallback="Failed to load the recommended connections." loading={null}>
          {(data) => (
            <ol>
              {withNewReasons(data.slice(0, SHOWN)).map(({ advice, reasons }) => (
                <Advice key={advice.provider} advice={advice} reasons={reasons} />
              ))}
            </ol>
          )}
        </QueryPanel>
      </CardBody>
    </FoldingCard>
  );
}

/** The first reasons of each that no previous one has, shown or not: providers of the same data share their reasons. */
function withNewReasons(list: readonly ConnectionRecommendation[]) {
  const stated = new Set<string>();
  return list.map((advice) => {
    const reasons = advice.reasons.filter((reason) => !stated.has(reason)).slice(0, REASONS);
    for (const reason of advice.reasons) stated.add(reason);
    return { advice, reasons };
  });
}

function Advice({ advice, reasons }: { advice: ConnectionRecommendation; reasons: readonly string[] }) {
  const unlocked = advice.engines.filter(({ unlocks }) => unlocks.length > 0);
  const improved = advice.engines.filter(({ unlocks }) => unlocks.length === 0);
  return (
    <li className="border-b border-border py-3 last:border-b-0">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {advice.providerName}
        <Badge tone={advice.isFree ? 'success' : 'neutral'}>{advice.isFree ? 'Free' : 'Paid'}</Badge>
      </p>
      <p className="mt-1 text-[0.8125rem]">{reasons.length > 0 ? reasons.join(' ') : 'The same data as above.'}</p>
      <Line label="Makes possible" engines={unlocked} />
      <Line label="Improves" engines={improved} />
    </li>
  );
}

function Line({ label, engines }: { label: string; engines: ConnectionRecommendation['engines'] }) {
  if (engines.length === 0) return null;
  return (
    <p className="mt-0.5 text-[0.8125rem] text-muted-foreground">
      {label}: {engines.map(({ engineName }) => engineName).join(', ')}
    </p>
  );
}
