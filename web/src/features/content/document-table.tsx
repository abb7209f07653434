import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Archive, ArchiveRestore } from 'lucide-react';
import { Link } from 'react-router';
import { type DocumentSummary, documentApi, documentQueries } from '@/api/documents';
import { errorText } from '@/api/errors';
import type { Website } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { RelativeTime } from '@/components/ui/relative-time';
import { Table, Td, Th } from '@/components/ui/table';
import { toastFailure } from '@/lib/failed';
import { formatNumber, NO_VALUE } from '@/lib/format';
import { showToast } from '@/lib/toast';
import { STATUSES, VIEWER_REASON } from './words';

/** Documents, one a row; on a phone a block of lines with title, status and score. */
export function DocumentTable({
  documents,
  websites,
  canChange,
}: {
  documents: readonly DocumentSummary[];
  websites: readonly Website[];
  canChange: boolean;
}) {
  return (
    <Table stacked label="Documents">
      <thead>
        <tr>
          <Th className="pl-5">Title</Th>
          <Th className="max-lg:hidden">Place</Th>
          <Th className="max-md:hidden">Website</Th>
          <Th>Status</Th>
          <Th numeric>Score</Th>
          <Th numeric className="max-md:hidden">
            Words
          </Th>
          <Th>Updated</Th>
          <Th className="pr-5">
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {documents.map((document) => (
          <Row
            key={document.id}
            document={document}
            host={websites.find(({ id }) => id === document.websiteId)?.host ?? null}
            canChange={canChange}
          />
        ))}
      </tbody>
    </Table>
  );
}

function Row({ document, host, canChange }: { document: DocumentSummary; host: string | null; canChange: boolean }) {
  const { id, title, query, place, status, score, words, updatedAt } = document;
  const state = STATUSES.find(({ value }) => value === status);
  return (
    <tr>
      <Td stack="title" className="pl-5 max-sm:basis-4/5! sm:min-w-40">
        <Link className="font-medium hover:underline" to={`/content-generator/${id}`}>
          {title}
        </Link>
        {query ? <span className="block text-xs text-muted-foreground">{query}</span> : null}
      </Td>
      <Td className="max-lg:hidden">{place?.name ?? NO_VALUE}</Td>
      <Td className="max-md:hidden">{host ?? NO_VALUE}</Td>
      <Td>
        <Badge tone={state?.tone} dot>
          {state?.label ?? status}
        </Badge>
      </Td>
      <Td numeric label="Score">
        {score ? formatNumber(score.score, 0) : NO_VALUE}
      </Td>
      <Td numeric className="max-md:hidden">
        {words === null ? NO_VALUE : formatNumber(words, 0)}
      </Td>
      <Td className="whitespace-nowrap max-sm:text-muted-foreground">
        <RelativeTime at={updatedAt} />
      </Td>
      <Td stack="corner" className="pr-5 text-right">
        <ArchiveButton document={document} canChange={canChange} />
      </Td>
    </tr>
  );
}

function ArchiveButton({ document, canChange }: { document: DocumentSummary; canChange: boolean }) {
  const queries = useQueryClient();
  const isArchived = document.archivedAt !== null;
  const refresh = () => queries.invalidateQueries({ queryKey: documentQueries.all() });
  const change = useMutation({
    mutationFn: () => documentApi.change(document.id, { revision: document.revision, archived: !isArchived }),
    onSuccess: () => {
      refresh();
      showToast({ title: isArchived ? 'Document restored' : 'Document archived', description: document.title });
    },
    onError: (error) => toastFailure('The document was not changed', errorText(error)),
  });
  const Icon = isArchived ? ArchiveRestore : Archive;
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      needsNetwork
      busy={change.isPending}
      disabled={!canChange}
      title={canChange ? undefined : VIEWER_REASON}
      aria-label={`${isArchived ? 'Restore' : 'Archive'} ${document.title}`}
      onClick={() => change.mutate()}
    >
      <Icon size={16} aria-hidden="true" />
    </Button>
  );
}
