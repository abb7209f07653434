import { useQuery } from '@tanstack/react-query';
import { type DocumentDiff, documentQueries, type SentenceDiff } from '@/api/documents';
import { QueryPanel } from '@/components/states/query-panel';
import { Dialog } from '@/components/ui/dialog';
import { ScrollBox } from '@/components/ui/scroll-box';
import { cn } from '@/lib/cn';
import { formatNumber } from '@/lib/format';

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
      {diff.blocks.map(({ kind, level, sentences }, index) => (
        <p
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a comparison have no identity and never move
          key={index}
          className={cn(kind === 'heading' && 'font-semibold', kind === 'item' && 'pl-4', level === 1 && 'text-lg')}
        >
          {sentences.map((sentence, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sentences of a comparison have no identity and never move
            <Changed key={position} sentence={sentence} />
          ))}
        </p>
      ))}
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

function Changed({ sentence }: { sentence: SentenceDiff }) {
  const { change, before, after, spans } = sentence;
  if (change === 'same') return <span>{after ?? before} </span>;
  return (
    <>
      {spans.map(({ change: part, text }, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: words of a comparison have no identity and never move
        if (part === 'same') return <span key={index}>{text}</span>;
        const Tag = part === 'added' ? 'ins' : 'del';
        const look = part === 'added' ? 'bg-success-soft text-success' : 'bg-destructive-soft text-destructive';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: words of a comparison have no identity and never move
          <Tag key={index} className={cn('rounded-sm', look)}>
            {text}
          </Tag>
        );
      })}{' '}
    </>
  );
}
