import type { DocumentDiff, SentenceDiff } from '@/api/documents';
import { InOrder } from '@/components/ui/in-order';
import { cn } from '@/lib/cn';

type BlockDiff = DocumentDiff['blocks'][number];

const KINDS: Record<string, string> = {
  heading: 'a heading',
  paragraph: 'a paragraph',
  item: 'a list item',
  step: 'a step',
  table: 'a table',
};

/** Blocks of a comparison as they read: lists, numbered steps and tables with their changes. */
export function DiffBlocks({ blocks }: { blocks: readonly BlockDiff[] }) {
  return groupsOf(blocks).map((group) => <Group key={group.at} blocks={group.blocks} />);
}

/** Neighboring items and steps form a list. */
function groupsOf(blocks: readonly BlockDiff[]): { at: number; blocks: BlockDiff[] }[] {
  const groups: { at: number; blocks: BlockDiff[] }[] = [];
  for (const [at, block] of blocks.entries()) {
    const last = groups.at(-1);
    const isListed = block.kind === 'item' || block.kind === 'step';
    if (last && isListed && last.blocks[0]?.kind === block.kind) last.blocks.push(block);
    else groups.push({ at, blocks: [block] });
  }
  return groups;
}

function Group({ blocks }: { blocks: readonly BlockDiff[] }) {
  const [first] = blocks;
  if (!first) return null;
  if (first.kind === 'table') return <TableDiff block={first} />;
  if (first.kind === 'item' || first.kind === 'step') {
    const List = first.kind === 'step' ? 'ol' : 'ul';
    return (
      <List className={cn('grid gap-1 pl-6', first.kind === 'step' ? 'list-decimal' : 'list-disc')}>
        <InOrder items={blocks}>
          {(block) => (
            <li>
              <BlockText block={block} />
            </li>
          )}
        </InOrder>
      </List>
    );
  }
  return (
    <p className={cn(first.kind === 'heading' && 'font-semibold', first.level === 1 && 'text-lg')}>
      <BlockText block={first} />
    </p>
  );
}

function BlockText({ block: { label, sentences, previousKind } }: { block: BlockDiff }) {
  return (
    <>
      {label ? (
        <strong>
          <Changed sentence={label} />
        </strong>
      ) : null}
      <Sentences all={sentences} />
      {previousKind ? (
        <span className="text-[0.8125rem] text-muted-foreground">(was {KINDS[previousKind] ?? previousKind})</span>
      ) : null}
    </>
  );
}

const ROWS = { same: undefined, changed: undefined, added: 'Added', removed: 'Removed' } as const;

function TableDiff({ block: { header, rows, sentences, label } }: { block: BlockDiff }) {
  const hasWhole = rows.some(({ change }) => ROWS[change]);
  return (
    <div className="overflow-x-auto">
      {label || sentences.length > 0 ? (
        <p>
          {label ? <Changed sentence={label} /> : null}
          <Sentences all={sentences} />
        </p>
      ) : null}
      <table className="w-full border-collapse text-left text-sm">
        <thead>
          <tr>
            <InOrder items={header}>
              {(sentence) => (
                <th scope="col" className="border-b border-border py-1.5 pr-4 font-semibold">
                  <Changed sentence={sentence} />
                </th>
              )}
            </InOrder>
            {hasWhole ? (
              <th scope="col" className="border-b border-border py-1.5 font-semibold">
                Change
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          <InOrder items={rows}>
            {({ change, cells }) => (
              <tr>
                <InOrder items={cells}>
                  {(cell) => (
                    <td className="border-b border-border py-1.5 pr-4 align-top">
                      <Sentences all={cell.sentences} />
                    </td>
                  )}
                </InOrder>
                {hasWhole ? (
                  <td className="border-b border-border py-1.5 align-top text-muted-foreground">
                    {ROWS[change] ?? ''}
                  </td>
                ) : null}
              </tr>
            )}
          </InOrder>
        </tbody>
      </table>
    </div>
  );
}

function Sentences({ all }: { all: readonly SentenceDiff[] }) {
  return <InOrder items={all}>{(sentence) => <Changed sentence={sentence} />}</InOrder>;
}

/** A sentence with its added and removed words. */
export function Changed({ sentence }: { sentence: SentenceDiff }) {
  const { change, before, after, spans } = sentence;
  if (change === 'same') return <span>{after ?? before} </span>;
  return (
    <>
      <InOrder items={spans}>{(span) => <Words span={span} />}</InOrder>{' '}
    </>
  );
}

function Words({ span: { change, text } }: { span: SentenceDiff['spans'][number] }) {
  if (change === 'same') return <span>{text}</span>;
  const Tag = change === 'added' ? 'ins' : 'del';
  const look = change === 'added' ? 'bg-success-soft text-success' : 'bg-destructive-soft text-destructive';
  return <Tag className={cn('rounded-sm', look)}>{text}</Tag>;
}
