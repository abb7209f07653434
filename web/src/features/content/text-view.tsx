import { Bot, RefreshCw } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { cn } from '@/lib/cn';
import {
  type Block,
  beginsSection,
  type Draft,
  type Path,
  pathsOfBlock,
  positionOf,
  type Sentence,
  type ShownFact,
  sectionAt,
  sentenceAt,
  withText,
} from './draft';
import { SentenceEdit } from './sentence-edit';
import { type SentenceActions, SentencePanel } from './sentence-panel';
import { SentenceSpan } from './sentence-span';
import type { Sentences } from './use-sentences';

/** Part of a document that is written again. */
export type Part =
  | { scope: 'page' }
  | { scope: 'section'; blocks: { from: number; to: number } }
  | { scope: 'sentence'; sentence: { block: number; sentence: number } };

export interface TextProps {
  draft: Draft;
  facts: ReadonlyMap<string, ShownFact>;
  sentences: Sentences;
  canChange: boolean;
  onEdit: (change: (draft: Draft) => Draft) => void;
  /** Null while nothing can be composed. */
  onRewrite: ((part: Part) => void) | null;
  /** Asks for a language model; null if it cannot write now. */
  onDraft: ((part: Part) => void) | null;
}

/** The draft as a readable page. Each sentence shows its facts on hover and focus. */
export function TextView(props: TextProps) {
  const { draft, sentences } = props;
  const blocks = draft.blocks ?? [];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape hides the facts of the sentence that has the focus
    <div
      className="mx-auto grid max-w-[44rem] grid-cols-[minmax(0,1fr)] text-base leading-7"
      onKeyDown={(event) => event.key === 'Escape' && sentences.hide()}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) sentences.hide();
      }}
    >
      <SearchPreview {...props} />
      {groupsOf(blocks).map((group) => (
        <Group key={group[0]} group={group} {...props} />
      ))}
    </div>
  );
}

/** Neighboring items and steps form a list. */
function groupsOf(blocks: readonly Block[]): number[][] {
  const groups: number[][] = [];
  for (const [index, { kind }] of blocks.entries()) {
    const isListed = kind === 'item' || kind === 'step';
    const last = groups.at(-1);
    if (last && isListed && blocks[last[0] ?? 0]?.kind === kind) last.push(index);
    else groups.push([index]);
  }
  return groups;
}

function Group({ group, ...props }: TextProps & { group: number[] }) {
  const blocks = props.draft.blocks ?? [];
  const index = group[0] ?? 0;
  const block = blocks[index] ?? {};
  if (block.kind === 'heading') return <Heading {...props} block={block} index={index} />;
  if (block.kind === 'table') return <TableBlock {...props} block={block} index={index} />;
  if (block.kind === 'item' || block.kind === 'step') {
    const List = block.kind === 'step' ? 'ol' : 'ul';
    return (
      <List className={cn('mb-4 grid gap-1.5 pl-6', block.kind === 'step' ? 'list-decimal' : 'list-disc')}>
        {group.map((at) => (
          <li key={at}>
            <BlockText {...props} index={at} />
          </li>
        ))}
      </List>
    );
  }
  return (
    <div className="mb-4">
      <BlockText {...props} index={index} />
    </div>
  );
}

const HEADINGS: Record<number, string> = {
  1: 'mt-6 mb-4 text-3xl leading-9 font-bold tracking-tight',
  2: 'mt-8 mb-3 text-xl leading-7 font-semibold',
};

function Heading({ block, index, ...props }: TextProps & { block: Block; index: number }) {
  // The heading of the screen is the only one of level 1.
  const level = Math.min(6, (block.level ?? 2) + 1);
  const Tag = `h${level}` as 'h2';
  const { onRewrite, onDraft, draft } = props;
  const name = (block.sentences ?? []).map(({ text }) => text).join(' ');
  const section: Part = { scope: 'section', blocks: sectionAt(draft, index) };
  const canWrite = beginsSection(block);
  return (
    <div className="group flex items-start justify-between gap-3">
      <Tag className={cn('min-w-0 flex-1', HEADINGS[block.level ?? 2] ?? 'mt-6 mb-2 text-lg leading-7 font-semibold')}>
        <BlockText {...props} index={index} />
      </Tag>
      {canWrite && (onRewrite || onDraft) ? (
        <span className="mt-7 flex shrink-0 text-muted-foreground">
          {onRewrite ? (
            <Button
              variant="ghost"
              size="icon-sm"
              needsNetwork
              title="Rewrite section"
              aria-label={`Rewrite section ${name}`}
              onClick={() => onRewrite(section)}
            >
              <RefreshCw size={14} aria-hidden="true" />
            </Button>
          ) : null}
          {onDraft ? (
            <Button
              variant="ghost"
              size="icon-sm"
              needsNetwork
              title="Rewrite section with a model"
              aria-label={`Rewrite section ${name} with a model`}
              onClick={() => onDraft(section)}
            >
              <Bot size={14} aria-hidden="true" />
            </Button>
          ) : null}
        </span>
      ) : null}
    </div>
  );
}

function TableBlock({ block, index, ...props }: TextProps & { block: Block; index: number }) {
  const at = `blocks.${index}`;
  return (
    <div className="mb-4 overflow-x-auto">
      <table className="w-full border-collapse text-left text-sm">
        <thead>
          <tr>
            {(block.header ?? []).map((_, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
              <th key={column} scope="col" className="border-b border-border py-2 pr-4 font-semibold">
                <One {...props} path={`${at}.header.${column}`} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(block.rows ?? []).map((row, r) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place
            <tr key={r}>
              {(row.cells ?? []).map((cell, c) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its place
                <td key={c} className="border-b border-border py-2 pr-4 align-top">
                  {(cell.sentences ?? []).map((_, s) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a sentence is known by its place
                    <One key={s} {...props} path={`${at}.rows.${r}.cells.${c}.sentences.${s}`} />
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function BlockText({ index, ...props }: TextProps & { index: number }) {
  const paths = pathsOfBlock(props.draft.blocks?.[index] ?? {}, index);
  return paths.map((path) => <One key={path} {...props} path={path} />);
}

/** A sentence with its panel, or the field that edits it. */
function One({ path, ...props }: TextProps & { path: Path }) {
  const { draft, facts, sentences, canChange, onEdit } = props;
  const sentence = sentenceAt(draft, path) ?? {};
  const needsFact = needsFactAt(draft, path);
  if (sentences.editing === path) {
    return (
      <SentenceEdit
        text={sentence.text ?? ''}
        onDone={(text) => {
          if (text !== null) onEdit((now) => withText(now, path, text));
          sentences.endEdit(true);
        }}
      />
    );
  }
  const isShown = sentences.shown === path;
  return (
    <>
      <SentenceSpan
        path={path}
        sentence={sentence}
        isBold={path.endsWith('.label')}
        isUncited={needsFact && (sentence.factIds ?? []).length === 0}
        isShown={isShown}
        isCurrent={sentences.current === path}
        onFocus={() => sentences.focus(path)}
        onHover={(over) => sentences.hover(over ? path : null)}
        onEdit={canChange ? () => sentences.edit(path) : null}
      />
      {isShown ? (
        <Panel onHover={(over) => sentences.hover(over ? path : null)}>
          <SentencePanel
            sentence={sentence}
            facts={facts}
            actions={actionsOf(props, path, sentence)}
            needsFact={needsFact}
          />
        </Panel>
      ) : null}{' '}
    </>
  );
}

function needsFactAt(draft: Draft, path: Path): boolean {
  const [place, index] = path.split('.');
  if (place !== 'blocks') return false;
  return draft.blocks?.[Number(index)]?.kind !== 'heading' && !/\.(label|header)\b/.test(path);
}

function actionsOf(props: TextProps, path: Path, sentence: Sentence): SentenceActions {
  const { draft, sentences, canChange, onEdit, onRewrite, onDraft } = props;
  const position = positionOf(path);
  const block = position ? draft.blocks?.[position.block] : null;
  const isSection = block ? beginsSection(block) : false;
  const isCited = (sentence.factIds ?? []).length > 0;
  const canRewrite = onRewrite && position;
  return {
    edit: canChange ? () => sentences.edit(path) : null,
    rewrite: canRewrite && isCited && !isSection ? () => onRewrite({ scope: 'sentence', sentence: position }) : null,
    rewriteSection:
      canRewrite && isSection ? () => onRewrite({ scope: 'section', blocks: sectionAt(draft, position.block) }) : null,
    draft:
      onDraft && position && isCited && !isSection ? () => onDraft({ scope: 'sentence', sentence: position }) : null,
    remove:
      canChange && path.startsWith('blocks.') && !path.includes('.header.')
        ? () => {
            sentences.hide();
            onEdit((now) => withText(now, path, ''));
          }
        : null,
  };
}

/** Floats under its sentence, inside the text: the Tab key reaches it next. */
function Panel({ onHover, children }: { onHover: (over: boolean) => void; children: ReactNode }) {
  const ref = useRef<HTMLSpanElement>(null);
  const [left, setLeft] = useState(0);
  useLayoutEffect(() => {
    const node = ref.current?.firstElementChild;
    const over = (node?.getBoundingClientRect().right ?? 0) - (document.documentElement.clientWidth - 12);
    if (over > 0) setLeft(-over);
  }, []);
  return (
    <span ref={ref} className="relative inline-block h-0 w-0 align-baseline">
      <aside
        aria-label="Facts of the sentence"
        data-testid="facts"
        style={{ left }}
        className="absolute top-2 z-30 block w-[min(22rem,calc(100vw-2.5rem))] rounded-lg border border-border bg-popover p-3.5 text-left text-popover-foreground shadow-pop"
        onPointerEnter={() => onHover(true)}
        onPointerLeave={() => onHover(false)}
      >
        {children}
      </aside>
    </span>
  );
}

function SearchPreview(props: TextProps) {
  return (
    <section aria-label="Title and description" className="mb-2 rounded-lg border border-border bg-muted/40 p-4">
      <p className="mb-1 text-xs text-muted-foreground">In search results</p>
      <div className="text-lg leading-6 font-medium text-brand">
        <Named name="Title" path="title" {...props} />
      </div>
      <div className="mt-1 text-sm leading-6 text-muted-foreground">
        <Named name="Description" path="description" {...props} />
      </div>
    </section>
  );
}

/** The title or the description, which can be empty. */
function Named({ name, path, ...props }: TextProps & { name: string; path: Path }) {
  const isEmpty = !(sentenceAt(props.draft, path)?.text ?? '');
  if (!isEmpty || props.sentences.editing === path) return <One {...props} path={path} />;
  if (!props.canChange) return <span>{name}: none</span>;
  return (
    <Button variant="outline" size="sm" onClick={() => props.sentences.edit(path)}>
      Write the {name.toLowerCase()}
    </Button>
  );
}
