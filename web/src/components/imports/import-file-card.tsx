import type { ReactNode } from 'react';
import type { ImportFile } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { Callout } from '@/components/ui/callout';
import { Fold } from '@/components/ui/fold';
import { Table, Td, Th } from '@/components/ui/table';
import { formatNumber } from '@/lib/format';
import { fileKindName, humanise } from '@/lib/words';
import { previewedText } from './row-counts';

const DELIMITERS: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' };

/** One file of an import: its kind, its columns that are read or ignored, and why. */
export function ImportFileCard({ file, children }: { file: ImportFile; children?: ReactNode }) {
  const facts = [
    previewedText(file),
    file.encoding,
    file.delimiter ? (DELIMITERS[file.delimiter] ?? file.delimiter) : null,
    file.locale,
  ].filter(Boolean);
  return (
    <article className="rounded-lg border border-border">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 pt-3">
        <h3 className="min-w-0 truncate font-medium">{file.name}</h3>
        <p className="text-[0.8125rem] text-muted-foreground">{facts.join(', ')}</p>
      </header>
      <div className="px-4 pt-1.5 pb-3">
        <Badge tone={file.kind === 'unknown' ? 'warning' : 'success'} dot>
          {fileKindName(file.kind)}
        </Badge>
      </div>
      {file.warnings.length > 0 ? (
        <Callout tone="warning" className="mx-4 mb-3">
          <ul className="grid gap-1">
            {file.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Callout>
      ) : null}
      {children}
      <Fold
        look="part"
        className="border-t border-border"
        title={`Columns: ${file.recognised.length} recognized, ${file.ignored.length} ignored`}
        open={file.kind !== 'unknown'}
      >
        <Columns file={file} />
      </Fold>
      {file.sample.length > 0 ? (
        <Fold
          look="part"
          className="border-t border-border"
          title={`First rows (${formatNumber(file.sample.length, 0)})`}
        >
          <Sample file={file} />
        </Fold>
      ) : null}
    </article>
  );
}

function Columns({ file }: { file: ImportFile }) {
  if (file.recognised.length + file.ignored.length === 0) {
    return <p className="px-4 pb-2 text-[0.8125rem] text-muted-foreground">No columns found.</p>;
  }
  return (
    <ul className="grid gap-x-6 px-4 text-[0.8125rem] sm:grid-cols-2">
      {file.recognised.map(({ header, field }) => (
        <li key={`read-${header}-${field}`} className="flex items-baseline justify-between gap-3 py-1">
          <span className="truncate">{header}</span>
          <span className="shrink-0 text-success">read as {humanise(field).toLowerCase()}</span>
        </li>
      ))}
      {file.ignored.map(({ header, reason }) => (
        <li key={`ignored-${header}`} className="flex items-baseline justify-between gap-3 py-1 text-muted-foreground">
          <span className="max-w-1/2 shrink-0 truncate">{header || '(no name)'}</span>
          <span className="min-w-0 text-right">ignored: {reason}</span>
        </li>
      ))}
    </ul>
  );
}

/** Headings of the sample's columns, if they are unambiguous. */
export function sampleHeaders(file: ImportFile): string[] | null {
  const width = file.sample[0]?.length ?? 0;
  if (width === file.recognised.length) return file.recognised.map((column) => column.header);
  return null;
}

function Sample({ file }: { file: ImportFile }) {
  const headers = sampleHeaders(file);
  return (
    <Table label={`First rows of ${file.name}`}>
      {headers ? (
        <thead>
          <tr>
            {headers.map((header) => (
              <Th key={header} className="first:pl-4">
                {header}
              </Th>
            ))}
          </tr>
        </thead>
      ) : null}
      <tbody>
        {file.sample.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a sample have no identity and never move
          <tr key={index}>
            {row.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells of a sample have no identity and never move
              <Td key={column} className="max-w-80 truncate first:pl-4">
                {cell}
              </Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
