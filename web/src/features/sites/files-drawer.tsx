import { useQuery } from '@tanstack/react-query';
import { type ListedRelease, siteQueries } from '@/api/sites';
import { LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Drawer } from '@/components/ui/dialog';
import { formatBytes, plural } from '@/lib/format';

/** Files of a release with their sizes. */
export function FilesDrawer({ release, onClose }: { release: ListedRelease | null; onClose: () => void }) {
  return (
    <Drawer open={release !== null} onClose={onClose} title={`Files of release ${release?.number ?? ''}`}>
      {release ? <Files id={release.id} /> : null}
    </Drawer>
  );
}

function Files({ id }: { id: string }) {
  const query = useQuery(siteQueries.release(id));
  return (
    <QueryPanel query={query} fallback="Failed to load the files." loading={<LoadingRows rows={8} className="p-0" />}>
      {({ files }) => (
        <>
          <p className="text-[0.8125rem] text-muted-foreground">
            {plural(files.length, 'file')}, {formatBytes(files.reduce((sum, { size }) => sum + size, 0))}
          </p>
          <ul className="mt-3 divide-y divide-border text-[0.8125rem]">
            {files.map((file) => (
              <li key={file.path} className="flex items-baseline justify-between gap-4 py-2">
                <span className="min-w-0 font-mono text-xs wrap-anywhere">{file.path}</span>
                <span className="tabular shrink-0 text-xs text-muted-foreground">{formatBytes(file.size)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </QueryPanel>
  );
}
