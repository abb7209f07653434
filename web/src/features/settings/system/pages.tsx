import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { Card, CardHeader } from '@/components/ui/card';
import { LoadMore } from '@/components/ui/load-more';
import { usePhoneRows } from '@/components/ui/use-phone-rows';

/** A card with a paged list. */
export function PagedCard<Item>({
  title,
  description,
  query,
  empty,
  tools,
  children,
}: {
  title: string;
  description: string;
  query: UseInfiniteQueryResult<Item[]>;
  empty: string;
  /** Content above the list, e.g. a search field. */
  tools?: ReactNode;
  children: (items: Item[]) => ReactNode;
}) {
  const [shown, more] = usePhoneRows(query.data ?? [], query);
  return (
    <Card>
      <CardHeader
        title={title}
        description={description}
        actions={<UpdatedStamp at={query.dataUpdatedAt} busy={query.isFetching} onRefresh={() => query.refetch()} />}
      />
      {tools ? <div className="px-5 pt-4">{tools}</div> : null}
      <div className="p-2 pt-3">
        <QueryPanel
          query={query}
          fallback={`Failed to load the ${title.toLowerCase()}.`}
          isEmpty={(items) => items.length === 0}
          empty={<EmptyPanel title={empty} />}
        >
          {() => children([...shown])}
        </QueryPanel>
        <LoadMore query={more} label="Show more" />
      </div>
    </Card>
  );
}
