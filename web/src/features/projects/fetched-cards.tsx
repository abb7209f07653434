import { useQuery } from '@tanstack/react-query';
import { sourceQueries } from '@/api/sources';
import type { Website } from '@/api/types';
import { SessionsCard } from './sessions-card';
import { SpeedCard } from './speed-card';
import { VitalsCard } from './vitals-card';

/** Data of connections other than search data: each card appears once its connection exists. */
export function FetchedCards({ website }: { website: Website }) {
  const { data: sources = [] } = useQuery(sourceQueries.list(website.id));
  const has = (provider: string) => sources.some((source) => source.provider === provider);
  return (
    <>
      {has('google_analytics') ? <SessionsCard website={website} /> : null}
      {has('chrome_ux_report') ? <VitalsCard website={website} /> : null}
      {has('page_speed') ? <SpeedCard website={website} /> : null}
    </>
  );
}
