import { useQuery } from '@tanstack/react-query';
import { importedQueries, type Observation, type SummarisedTable } from '@/api/imported';
import { Figures } from '@/components/records/records-card';
import { QueryPanel } from '@/components/states/query-panel';
import { formatDateTime, plural } from '@/lib/format';
import { humanise } from '@/lib/words';

/** A field of an observation as text; null if it has none. */
export function textOf({ seen }: Observation, field: string): string | null {
  const value = seen[field];
  if (Array.isArray(value)) return value.map((one) => humanise(String(one))).join(', ');
  return typeof value === 'string' ? value : null;
}

export function numberOf({ seen }: Observation, field: string): number | null {
  const value = seen[field];
  return typeof value === 'number' ? value : null;
}

/** How many rows are stored, and when the latest were imported. */
export function ObservationFreshness({ websiteId, table }: { websiteId: string; table: SummarisedTable }) {
  const query = useQuery(importedQueries.observationSummary(websiteId));
  return (
    <QueryPanel query={query} fallback="Failed to load the number of stored rows." loading={null}>
      {({ tables }) => (
        <Figures
          label="Stored rows"
          figures={tables
            .filter((one) => one.table === table)
            .map(({ rows, importedAt }) => ({
              name: `Stored${importedAt ? `, updated ${formatDateTime(importedAt)}` : ''}`,
              text: plural(rows, 'row'),
            }))}
        />
      )}
    </QueryPanel>
  );
}
