import { useQuery } from '@tanstack/react-query';
import { type DocumentDiff, documentQueries, type SentenceDiff } from '@/api/documents';
import { QueryPanel } from '@/components/states/query-panel';
import { Dialog } from '@/components/ui/dialog';
import { ScrollBox } from '@/components/ui/scroll-box';
import { formatNumber } from '@/lib/format';
import { Changed, DiffBlocks } from './diff-blocks';

/** Differences of two versions by words. */
export function DiffDialog({
  documentId,
  compared,
  onClose,
}: {
  documentId: string;
  compared: { a: number; b: number } | null;
  onClose: () => void;
}) {
  const { a, b } = compared ?? { a: 0, b: 0 };
  const query = useQuery({ ...documentQueries.diff(documentId, a, b), enabled: compared !== null });
  return (
    <Dialog
      open={compared !== null}
      onClose={onClose}
      title={`Version ${a} compared with version ${b}`}
      className="w-[min(52rem,calc(100vw-2rem))]"
    >
      <QueryPanel query={query} fallback="Failed to compare the versions.">
        {(diff) => <DiffView diff={diff} />}
      </QueryPanel>
    </Dialog>
  );
}

/** Added words underlined, removed words struck through; unchanged blocks stay readable. */
export function DiffView({ diff }: { diff: DocumentDiff }) {
  const { added, removed, changed } = diff;
  const isSame = added + removed + changed === 0 && diff.links.every(({ change }) => change === 'same');
  return (
    <ScrollBox label="Differences" className="grid gap-3 leading-6">
      <p className="text-[0.8125rem] text-muted-foreground">
        {isSame
          ? 'Both versions have the same text.'
          : `Sentences: ${formatNumber(added, 0)} added, ${formatNumber(removed, 0)} removed, ${formatNumber(changed, 0)} changed.`}
      </p>
      <Named name="Title" sentence={diff.title} />
      <Named name="Description" sentence={diff.description} />
      <DiffBlocks blocks={diff.blocks} />
    </ScrollBox>
  );
}

function Named({ name, sentence }: { name: string; sentence: SentenceDiff }) {
  if (sentence.change === 'same') return null;
  return (
    <p>
      <span className="text-[0.8125rem] text-muted-foreground">{name}: </span>
      <Changed sentence={sentence} />
    </p>
  );
}
