import type { ImportDuplicate } from '@/api/types';
import { Callout } from '@/components/ui/callout';
import { formatDate } from '@/lib/format';

/** "Queries.csv was already imported on 3 Nov 2026 as gsc-export.zip for example.com." */
export function duplicateText({ fileName, importFileName, importedAt, websiteName }: ImportDuplicate): string {
  const when = importedAt === null ? 'is being imported' : `was already imported on ${formatDate(importedAt)}`;
  const as = importFileName === fileName ? '' : ` as ${importFileName}`;
  return `${fileName} ${when}${as}${websiteName ? ` for ${websiteName}` : ''}.`;
}

/** Files that were imported before, and the effect of importing them again. */
export function Duplicates({
  duplicates,
  refusal,
}: {
  duplicates: readonly ImportDuplicate[];
  refusal: string | null;
}) {
  const texts = duplicates.length > 0 ? duplicates.map(duplicateText) : [refusal].filter((text) => text !== null);
  if (texts.length === 0) return null;
  return (
    <Callout tone="warning" title="Already imported. Import again?">
      <ul className="grid gap-1">
        {texts.map((text) => (
          <li key={text} className="break-words">
            {text}
          </li>
        ))}
      </ul>
    </Callout>
  );
}
