import { useInfiniteQuery } from '@tanstack/react-query';
import type { Website } from '@/api/types';
import { type Conversion, visitQueries } from '@/api/visits';
import { EmptyPanel, ErrorPanel, LoadingRows } from '@/components/states/panels';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import { Table, Td, Th } from '@/components/ui/table';
import { formatMoney, NO_VALUE } from '@/lib/format';
import { humanise } from '@/lib/words';
import { conversionSource, currencyOf, groupName } from './visit-words';

/** Conversions of a website, newest first. */
export function ConversionsCard({ website }: { website: Website }) {
  const query = useInfiniteQuery(visitQueries.conversions(website.id));
  const rows = query.data?.pages.flatMap((page) => page.conversions) ?? [];
  return (
    <Card aria-label="Latest conversions">
      <CardHeader title="Latest conversions" description="Newest first, of all periods." />
      <div className="p-2 pt-3">
        {query.isPending ? <LoadingRows rows={3} /> : null}
        {query.isError ? (
          <ErrorPanel error={query.error} fallback="Failed to load the conversions." onRetry={() => query.refetch()} />
        ) : null}
        {query.isSuccess && rows.length === 0 ? (
          <EmptyPanel
            title="No conversions yet"
            text="A form that is sent, or a conversion that your own script reports, appears here."
            className="py-6"
          />
        ) : null}
        {rows.length > 0 ? <Conversions rows={rows} currency={currencyOf(website)} /> : null}
        {query.hasNextPage ? (
          <div className="p-3 text-center">
            <Button
              needsNetwork
              variant="outline"
              size="sm"
              busy={query.isFetchingNextPage}
              onClick={() => query.fetchNextPage()}
            >
              Load more
            </Button>
          </div>
        ) : null}
      </div>
    </Card>
  );
}

function Conversions({ rows, currency }: { rows: readonly Conversion[]; currency: string }) {
  return (
    <Table stacked label="Conversions">
      <thead>
        <tr>
          <Th>Time</Th>
          <Th>Name</Th>
          <Th>Page</Th>
          <Th>First page</Th>
          <Th>Source</Th>
          <Th>Device</Th>
          <Th numeric>Value</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <Td stack="end" className="whitespace-nowrap max-sm:text-muted-foreground">
              <RelativeTime at={row.at} />
            </Td>
            <Td stack="title" className="wrap-anywhere max-sm:font-medium sm:min-w-28">
              {row.name === '' ? 'Unnamed' : row.name}
            </Td>
            <Td label="Page" className="wrap-anywhere sm:min-w-52">
              {groupName(row.page)}
            </Td>
            <Td label="First page" className="wrap-anywhere sm:min-w-52">
              {groupName(row.entryPage)}
            </Td>
            <Td label="Source" className="wrap-anywhere sm:min-w-36">
              {conversionSource(row)}
            </Td>
            <Td label="Device">{humanise(row.device)}</Td>
            <Td numeric stack="corner" className="whitespace-nowrap">
              {row.valueCents === null ? NO_VALUE : formatMoney(row.valueCents, currency)}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
