import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { type Crawl, crawlApi, crawlQueries } from '@/api/crawls';
import { errorText } from '@/api/errors';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { LoadMore, type Pages } from '@/components/ui/load-more';
import { Table, Td, Th } from '@/components/ui/table';
import { withWebsite } from '@/hooks/use-current-website';
import { toastFailure } from '@/lib/failed';
import { formatDateTime, formatNumber, NO_VALUE } from '@/lib/format';
import { showToast } from '@/lib/toast';
import { crawlState, isUnderWay } from './crawl-words';
import type { Starter } from './use-starter';

/** Crawls of the website, newest first. */
export function HistoryCard({
  query,
  crawls,
  shownId,
  starter,
}: {
  query: Pages;
  crawls: readonly Crawl[];
  /** Crawl with the result on the screen. */
  shownId: string | undefined;
  starter: Starter;
}) {
  const [asked, setAsked] = useState<Crawl | null>(null);
  return (
    <Card aria-label="Crawls" className="overflow-clip">
      <CardHeader title="Crawls" description="Newest first. Open one to see its result." className="pb-3" />
      <Table label="Crawls of the website" className="border-t border-border">
        <thead>
          <tr>
            <Th className="pl-5">Date</Th>
            <Th numeric>Pages</Th>
            <Th numeric title="URLs with status 4xx, 5xx or no response">
              Failed URLs
            </Th>
            <Th numeric>Score</Th>
            <Th className="pr-5">
              <span className="sr-only">Actions</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {crawls.map((crawl) => (
            <Row
              key={crawl.id}
              crawl={crawl}
              isShown={crawl.id === shownId}
              onDelete={starter.canChange && !isUnderWay(crawl) ? () => setAsked(crawl) : null}
            />
          ))}
        </tbody>
      </Table>
      <LoadMore query={query} />
      <DeleteDialog crawl={asked} onClose={() => setAsked(null)} />
    </Card>
  );
}

function Row({ crawl, isShown, onDelete }: { crawl: Crawl; isShown: boolean; onDelete: (() => void) | null }) {
  const { report } = crawl;
  const state = crawlState(crawl);
  const time = formatDateTime(crawl.createdAt);
  const figure = (value: number | null | undefined) => (report ? formatNumber(value, 0) : NO_VALUE);
  return (
    <tr className={isShown ? 'bg-accent/60' : 'hover:bg-accent/60'}>
      <Td className="pl-5">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link
            to={`/crawl/${crawl.id}`}
            aria-current={isShown ? 'true' : undefined}
            className="font-medium hover:text-brand hover:underline"
          >
            {time}
          </Link>
          {state ? (
            <Badge tone={state.tone} dot>
              {state.label}
            </Badge>
          ) : null}
          {isShown ? <Badge tone="brand">Shown</Badge> : null}
        </span>
      </Td>
      <Td numeric>{figure(report?.pages)}</Td>
      <Td numeric>{figure(report?.failed)}</Td>
      <Td numeric>{figure(report?.score)}</Td>
      <Td className="w-px pr-4 text-right">
        {onDelete ? (
          <Button
            variant="ghost"
            size="icon-sm"
            needsNetwork
            aria-label={`Delete the crawl of ${time}`}
            onClick={onDelete}
          >
            <Trash2 size={14} aria-hidden="true" />
          </Button>
        ) : null}
      </Td>
    </tr>
  );
}

function DeleteDialog({ crawl, onClose }: { crawl: Crawl | null; onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const remove = useMutation({
    mutationFn: ({ id }: Crawl) => crawlApi.remove(id),
    onSuccess: (_, { id, websiteId }) => {
      onClose();
      showToast({ title: 'Crawl deleted' });
      if (pathname === `/crawl/${id}`) navigate(withWebsite('/crawl', websiteId), { replace: true });
      queries.removeQueries({ queryKey: crawlQueries.detail(id).queryKey });
      queries.invalidateQueries({ queryKey: crawlQueries.all() });
    },
    onError: (error) => {
      onClose();
      toastFailure('The crawl was not deleted', errorText(error));
    },
  });
  return (
    <ConfirmDialog
      open={crawl !== null}
      onClose={onClose}
      onConfirm={() => crawl && remove.mutate(crawl)}
      busy={remove.isPending}
      title={`Delete the crawl of ${formatDateTime(crawl?.createdAt)}?`}
      text="Its pages and issues are deleted, too. The engines no longer read its pages."
      action="Delete crawl"
    />
  );
}
