import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { importedQueries } from '@/api/imported';
import { Failed } from '@/components/states/failed';
import { ButtonLink } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { withWebsite } from '@/hooks/use-current-website';
import { plural } from '@/lib/format';

/** Says that ranks of a website were imported, and leads to them; nothing without any. */
export function ImportedRanksNote({ websiteId }: { websiteId: string }) {
  const query = useQuery(importedQueries.observationSummary(websiteId));
  if (query.isError) return <FailedNote what="Imported ranks" query={query} />;
  const ranks = query.data?.tables.find(({ table }) => table === 'rankings');
  // Without an import the rows are checks of keywords that are no longer tracked.
  if (!ranks?.importedAt) return null;
  return (
    <Note title={plural(ranks.rows, 'imported rank')} websiteId={websiteId} tab="ranks">
      They are past positions from files. Add the keywords whose ranks should be checked from now on.
    </Note>
  );
}

/** Says that sessions of a website were imported, and leads to them; nothing without any. */
export function ImportedSessionsNote({ websiteId }: { websiteId: string }) {
  const query = useQuery(importedQueries.sessionSummary(websiteId));
  if (query.isError) return <FailedNote what="Imported sessions" query={query} />;
  if (!query.data || query.data.groups.length === 0) return null;
  return (
    <Note title="Sessions of Google Analytics are imported" websiteId={websiteId} tab="sessions">
      Google counts them. Visits on this page come from the line below, so the two numbers differ.
    </Note>
  );
}

function FailedNote(failure: ComponentProps<typeof Failed>) {
  return (
    <p className="text-[0.8125rem] text-muted-foreground">
      {failure.what} <Failed {...failure} />
    </p>
  );
}

function Note({
  title,
  websiteId,
  tab,
  children,
}: {
  title: string;
  websiteId: string;
  tab: 'ranks' | 'sessions';
  children: string;
}) {
  return (
    <Callout
      tone="info"
      title={title}
      action={
        <ButtonLink to={withWebsite(`/imported?tab=${tab}`, websiteId)} size="sm" variant="outline">
          Show imported {tab}
        </ButtonLink>
      }
    >
      <p>{children}</p>
    </Callout>
  );
}
