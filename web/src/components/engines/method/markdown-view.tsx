import { createContext, createElement, type ReactNode, useContext, useMemo } from 'react';
import { Link } from 'react-router';
import { InOrder } from '@/components/ui/in-order';
import { Table, Td, Th } from '@/components/ui/table';
import { type Block, type Inline, markdown } from '@/lib/markdown';

interface References {
  /** Returns the page of another document, or null without one. */
  document: (href: string) => string | null;
  /** Returns the address of a picture, or undefined without one. */
  picture: (href: string) => string | undefined;
}

const NONE: References = { document: () => null, picture: () => undefined };
const ReferencesContext = createContext(NONE);

/**
 * Renders Markdown as elements, never as HTML. Headings start at `level`. Links to documents without a page are only
 * their words, and pictures without an address are left out.
 */
export function MarkdownView({
  source,
  level = 3,
  document = NONE.document,
  picture = NONE.picture,
}: { source: string; level?: number } & Partial<References>) {
  const blocks = useMemo(() => markdown(source), [source]);
  const references = useMemo(() => ({ document, picture }), [document, picture]);
  return (
    <ReferencesContext value={references}>
      <div className="grid gap-3 text-[0.875rem] leading-relaxed">
        <InOrder items={blocks}>{(block) => <BlockView block={block} level={level} />}</InOrder>
      </div>
    </ReferencesContext>
  );
}

function BlockView({ block, level }: { block: Block; level: number }): ReactNode {
  switch (block.kind) {
    case 'heading':
      return createElement(
        `h${Math.min(6, level + block.level - 1)}`,
        { className: 'mt-3 font-semibold first:mt-0' },
        <Words words={block.text} />,
      );
    case 'paragraph':
      return (
        <p>
          <Words words={block.text} />
        </p>
      );
    case 'picture':
      return <PictureView block={block} />;
    case 'code':
      return <pre className="overflow-x-auto rounded-md bg-muted p-3 text-xs">{block.text}</pre>;
    case 'list':
      return <ListView block={block} />;
    case 'table':
      return <TableView block={block} />;
  }
}

function PictureView({ block }: { block: Extract<Block, { kind: 'picture' }> }) {
  const address = useContext(ReferencesContext).picture(block.href);
  if (!address) return null;
  return (
    <img
      src={address}
      alt={block.text}
      width={1280}
      height={800}
      loading="lazy"
      decoding="async"
      className="my-2 h-auto w-full rounded-lg border border-border"
    />
  );
}

function ListView({ block }: { block: Extract<Block, { kind: 'list' }> }) {
  return createElement(
    block.ordered ? 'ol' : 'ul',
    { className: `grid gap-1 pl-5 ${block.ordered ? 'list-decimal' : 'list-disc'}` },
    <InOrder items={block.items}>
      {(item) => (
        <li>
          <Words words={item} />
        </li>
      )}
    </InOrder>,
  );
}

function TableView({ block }: { block: Extract<Block, { kind: 'table' }> }) {
  const label = block.header.map(textOf).join(', ');
  return (
    <Table stacked className="stacked-flush" label={`Table: ${label}`}>
      <thead>
        <tr>
          <InOrder items={block.header}>
            {(cell) => (
              <Th className="whitespace-normal">
                <Words words={cell} />
              </Th>
            )}
          </InOrder>
        </tr>
      </thead>
      <tbody>
        <InOrder items={block.rows}>
          {(row) => (
            <tr>
              <InOrder items={row}>
                {(cell, column) => (
                  <Td
                    stack={column === 0 ? 'title' : 'line'}
                    label={column === 0 ? undefined : textOf(block.header[column])}
                    className="align-top max-sm:first:font-medium"
                  >
                    <Words words={cell} />
                  </Td>
                )}
              </InOrder>
            </tr>
          )}
        </InOrder>
      </tbody>
    </Table>
  );
}

const textOf = (cell: readonly Inline[] = []) => cell.map(({ text }) => text).join('');

function Words({ words }: { words: readonly Inline[] }) {
  return <InOrder items={words}>{(word) => <Word word={word} />}</InOrder>;
}

function Word({ word }: { word: Inline }): ReactNode {
  switch (word.kind) {
    case 'code':
      return <code className="rounded-sm bg-muted px-1 py-0.5 text-[0.85em] break-words">{word.text}</code>;
    case 'strong':
      return <strong>{word.text}</strong>;
    case 'em':
      return <em>{word.text}</em>;
    case 'document':
      return <DocumentLink words={word.text} href={word.href} />;
    case 'link':
      return (
        <a href={word.href} rel="noreferrer" target="_blank" className="text-brand underline underline-offset-4">
          {word.text}
        </a>
      );
    default:
      return word.text;
  }
}

function DocumentLink({ words, href }: { words: string; href: string }) {
  const to = useContext(ReferencesContext).document(href);
  if (to === null) return words;
  return (
    <Link to={to} className="text-brand underline underline-offset-4">
      {words}
    </Link>
  );
}
