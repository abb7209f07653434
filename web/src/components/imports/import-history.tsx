import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { importQueries } from '@/api/imports';
import type { Import } from '@/api/types';
import { FailureText } from '@/components/states/failure-text';
import { EmptyPanel, LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { RelativeTime } from '@/components/ui/relative-time';
import { StateBadge } from '@/components/ui/state-badge';
import { formatBytes, formatNumber } from '@/lib/format';
import { LeftOut } from './left-out';
import { importedText } from './row-counts';
import { useUndoImport } from './use-undo-import';

/** Imports, newest first, with undo. Without `websiteId`: of all websites. */
export function ImportHistory({ websiteId }: { websiteId?: string }) {
  const imports = useQuery(importQueries.list());
  const shown = (records: Import[]) => records.filter((each) => !websiteId || each.websiteId === websiteId);
  return (
    <QueryPanel
      query={imports}
      fallback="Failed to load the imports."
      loading={<LoadingRows rows={1} className="px-0" />}
      isEmpty={(page) => shown(page.imports).length === 0}
      empty={
        <EmptyPanel
          className="py-8"
          title="No imports yet"
          text="Imported files appear here with their rows. You can undo each import."
        />
      }
    >
      {(page) => <Rows records={shown(page.imports)} />}
    </QueryPanel>
  );
}

/** Imports that are shown at first, and added with each press of the button. */
const STEP = 5;

function Rows({ records }: { records: readonly Import[] }) {
  const [count, setCount] = useState(STEP);
  return (
    <>
      <ul className="divide-y divide-border">
        {records.slice(0, count).map((record) => (
          <ImportRow key={record.id} record={record} />
        ))}
      </ul>
      {records.length > count ? (
        <Button variant="outline" size="sm" className="mt-2 w-full" onClick={() => setCount(count + STEP)}>
          Show more of {formatNumber(records.length, 0)} imports
        </Button>
      ) : null}
    </>
  );
}

function ImportRow({ record }: { record: Import }) {
  const undo = useUndoImport();
  const error = typeof record.error === 'string' ? record.error : null;
  return (
    <li className="grid gap-2 py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <div className="min-w-0">
          <p className="truncate font-medium">{record.fileName}</p>
          <p className="text-[0.8125rem] text-muted-foreground">
            {record.rows === null || record.status === 'previewed'
              ? formatBytes(record.sizeBytes)
              : importedText(record)}
            , <RelativeTime at={record.importedAt ?? record.createdAt} />
          </p>
        </div>
        <div className="flex items-center gap-2">
          <StateBadge state={record.status} />
          {record.status === 'imported' ? (
            <Button variant="ghost" size="sm" busy={undo.isPending} needsNetwork onClick={() => undo.mutate(record)}>
              Undo
              <span className="sr-only"> the import of {record.fileName}</span>
            </Button>
          ) : null}
        </div>
      </div>
      {error ? <FailureText text={error} /> : null}
      <LeftOut rows={record.rejected} reasons={record.rejectReasons} examples={record.rejects} />
    </li>
  );
}
