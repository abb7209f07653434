import { createContext, createElement, type ReactNode, useContext, useMemo } from 'react';
import { Link } from 'react-router';
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
        {blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a fixed text never move
          <BlockView key={index} block={block} level={level} />
        ))}
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
    block.items.map((item, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: items of a fixed text never move
      <li key={index}>
        <Words words={item} />
      </li>
    )),
  );
}

function TableView({ block }: { block: Extract<Block, { kind: 'table' }> }) {
  const label = block.header.map(textOf).join(', ');
  return (
    <Table stacked className="stacked-flush" label={`Table: ${label}`}>
      <thead>
        <tr>
          {block.header.map((cell, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns of a fixed text never move
            <Th key={index} className="whitespace-normal">
              <Words words={cell} />
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {block.rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a fixed text never move
          <tr key={index}>
            {row.map((cell, column) => (
              <Td
                // biome-ignore lint/suspicious/noArrayIndexKey: cells of a fixed text never move
                key={column}
                stack={column === 0 ? 'title' : 'line'}
                label={column === 0 ? undefined : textOf(block.header[column])}
                className="align-top max-sm:first:font-medium"
              >
                <Words words={cell} />
              </Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const textOf = (cell: readonly Inline[] = []) => cell.map(({ text }) => text).join('');

function Words({ words }: { words: readonly Inline[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: words of a fixed text never move
  return words.map((word, index) => <Word key={index} word={word} />);
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
