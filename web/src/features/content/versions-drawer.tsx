import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type ContentDocument, documentApi, documentQueries, type VersionInfo } from '@/api/documents';
import { errorText } from '@/api/errors';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Drawer } from '@/components/ui/dialog';
import { LoadMore } from '@/components/ui/load-more';
import { RelativeTime } from '@/components/ui/relative-time';
import { toastFailure } from '@/lib/failed';
import { formatMoney, formatNumber, plural } from '@/lib/format';
import { showToast } from '@/lib/toast';
import { DiffDialog } from './diff-dialog';
import { ModelRecord } from './model-record';
import { originName, VIEWER_REASON } from './words';

const SAVE_FIRST = 'Save or undo your edits first.';

/** Versions of a document, newest first: who or what wrote them, what changed, and restore. */
export function VersionsDrawer({
  document,
  canChange,
  isDirty,
  open,
  onClose,
  onRestored,
}: {
  document: ContentDocument;
  canChange: boolean;
  isDirty: boolean;
  open: boolean;
  onClose: () => void;
  onRestored: () => unknown;
}) {
  const query = useInfiniteQuery({ ...documentQueries.versions(document.id), enabled: open });
  const [compared, setCompared] = useState<{ a: number; b: number } | null>(null);
  const restore = useMutation({
    mutationFn: (number: number) => documentApi.restore(document.id, number, document.version),
    onSuccess: ({ version }) => {
      onRestored();
      showToast({ title: `Restored as version ${version.number}`, description: 'The versions between remain.' });
    },
    onError: (error) => toastFailure('The version was not restored', errorText(error)),
  });
  const reason = canChange ? (isDirty ? SAVE_FIRST : undefined) : VIEWER_REASON;
  return (
    <>
      <Drawer open={open} onClose={onClose} title="Versions" description="Every saved text, with its author.">
        <QueryPanel query={query} fallback="Failed to load the versions.">
          {(data) => (
            <ol aria-label="Versions" className="-mx-5 divide-y divide-border border-y border-border">
              {data.pages
                .flatMap(({ versions }) => versions)
                .map((version) => (
                  <VersionRow
                    key={version.number}
                    documentId={document.id}
                    version={version}
                    current={document.version}
                    reason={reason}
                    busy={restore.isPending && restore.variables === version.number}
                    onCompare={(a, b) => setCompared({ a, b })}
                    onRestore={() => restore.mutate(version.number)}
                  />
                ))}
            </ol>
          )}
        </QueryPanel>
        <LoadMore query={query} />
      </Drawer>
      <DiffDialog documentId={document.id} compared={compared} onClose={() => setCompared(null)} />
    </>
  );
}

function VersionRow({
  documentId,
  version,
  current,
  reason,
  busy,
  onCompare,
  onRestore,
}: {
  documentId: string;
  version: VersionInfo;
  current: number;
  /** Why it cannot be restored now. */
  reason: string | undefined;
  busy: boolean;
  onCompare: (a: number, b: number) => void;
  onRestore: () => void;
}) {
  const { number, model } = version;
  const [hasDetails, setHasDetails] = useState(false);
  const isCurrent = number === current;
  return (
    <li className="grid gap-1.5 px-5 py-3 text-[0.8125rem]">
      <VersionFacts version={version} isCurrent={isCurrent} />
      <div className="flex flex-wrap gap-2">
        {model === null ? null : (
          <Button
            variant="outline"
            size="sm"
            aria-expanded={hasDetails}
            aria-label={`Details of version ${number}`}
            onClick={() => setHasDetails(!hasDetails)}
          >
            Details
          </Button>
        )}
        {number > 1 ? (
          <Button
            variant="outline"
            size="sm"
            aria-label={`Changes of version ${number}`}
            onClick={() => onCompare(number - 1, number)}
          >
            Changes
          </Button>
        ) : null}
        {isCurrent ? null : (
          <>
            <Button
              variant="outline"
              size="sm"
              aria-label={`Compare version ${number} with the current one`}
              onClick={() => onCompare(number, current)}
            >
              Compare
            </Button>
            <Button
              variant="outline"
              size="sm"
              needsNetwork
              busy={busy}
              disabled={reason !== undefined}
              title={reason}
              aria-label={`Restore version ${number}`}
              onClick={onRestore}
            >
              Restore
            </Button>
          </>
        )}
      </div>
      {hasDetails ? <ModelRecord documentId={documentId} version={version} /> : null}
    </li>
  );
}

/** Who or what wrote a version, its size, score and note. */
function VersionFacts({ version, isCurrent }: { version: VersionInfo; isCurrent: boolean }) {
  const { number, origin, userName, model, costMicros, words, score, note, createdAt } = version;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <strong>Version {number}</strong>
        <Badge tone={origin === 'generated' ? 'brand' : 'neutral'}>{originName(origin)}</Badge>
        {isCurrent ? <Badge tone="success">Current</Badge> : null}
      </p>
      <p className="text-muted-foreground">
        {userName ?? 'Deleted account'}, <RelativeTime at={createdAt} />. {plural(words, 'word')}
        {score ? `, score ${formatNumber(score.score, 0)}` : ''}.
      </p>
      {model ? (
        <p className="text-muted-foreground">
          {model}, {formatMoney(costMicros / 10_000)}
        </p>
      ) : null}
      {note ? <p className="wrap-anywhere">{note}</p> : null}
    </>
  );
}
