import { FileDiff } from 'lucide-react';
import type { Edit, EditHunk, EditPreviewFile, PageFacts } from '@/api/edits';
import { EmptyPanel } from '@/components/states/panels';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { ScrollBox } from '@/components/ui/scroll-box';
import { cn } from '@/lib/cn';
import { NO_VALUE, plural } from '@/lib/format';

/** The differences of each file, and the pages as search results before and after. */
export function PreviewCard({ edit }: { edit: Edit }) {
  const { files = [], problems = [] } = edit.preview;
  return (
    <Card aria-label="Preview">
      <CardHeader
        title="Preview"
        description={
          files.length > 0 ? `${plural(files.length, 'file')} ${files.length === 1 ? 'changes' : 'change'}.` : undefined
        }
      />
      {files.length === 0 && problems.length === 0 ? (
        <EmptyPanel
          icon={FileDiff}
          title="No preview yet"
          text="Prepare the edit. The differences of each page appear here before anything is written."
        />
      ) : (
        <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-8">
          <Problems problems={problems} />
          {files.map((file) => (
            <File key={file.path} file={file} />
          ))}
        </CardBody>
      )}
    </Card>
  );
}

function Problems({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <Callout tone="warning" title="It cannot be applied yet">
      <ul className="mt-1 grid list-disc gap-1 pl-5">
        {problems.map((problem) => (
          <li key={problem} className="wrap-anywhere">
            {problem}
          </li>
        ))}
      </ul>
    </Callout>
  );
}

function File({ file }: { file: EditPreviewFile }) {
  const { notes = [] } = file;
  return (
    <section aria-label={file.path} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="min-w-0">
        <h3 className="font-medium wrap-anywhere">{file.path}</h3>
        {file.url ? <p className="text-xs wrap-anywhere text-muted-foreground">{file.url}</p> : null}
      </header>
      {file.before && file.after ? (
        <div className="grid gap-4 md:grid-cols-2">
          <SearchResult label="Search result before" facts={file.before} url={file.url} />
          <SearchResult label="Search result after" facts={file.after} url={file.url} />
        </div>
      ) : null}
      {notes.length > 0 ? (
        <ul className="grid list-disc gap-1 pl-5 text-[0.8125rem] text-muted-foreground">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
      {file.hunks.map((hunk) => (
        <Hunk key={`${hunk.beforeStart}-${hunk.afterStart}`} hunk={hunk} path={file.path} />
      ))}
    </section>
  );
}

/** A page as search engines may show it. */
function SearchResult({ label, facts, url }: { label: string; facts: PageFacts; url: string | null }) {
  return (
    <figure className="min-w-0 rounded-md border border-border p-4">
      <figcaption className="mb-2 text-xs text-muted-foreground">{label}</figcaption>
      {url ? <p className="truncate text-xs text-muted-foreground">{url}</p> : null}
      <p className="mt-0.5 truncate text-base text-brand">{facts.title ?? 'No title'}</p>
      <p className="mt-0.5 line-clamp-2 text-[0.8125rem] text-muted-foreground">
        {facts.description ?? 'No meta description: search engines choose a passage.'}
      </p>
      <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-1 text-xs">
        <Fact label="First heading" value={facts.heading ?? NO_VALUE} />
        <Fact label="Canonical address" value={facts.canonical ?? NO_VALUE} />
        <Fact
          label="Structured data"
          value={facts.structuredDataTypes.length > 0 ? facts.structuredDataTypes.join(', ') : NO_VALUE}
        />
      </dl>
    </figure>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="wrap-anywhere">{value}</dd>
    </div>
  );
}

const MARKS = { context: ' ', added: '+', removed: '-' } as const;
const SPOKEN = { context: '', added: 'Added: ', removed: 'Removed: ' } as const;

/** Consecutive lines that differ. The sign is the second cue beside the colour. */
function Hunk({ hunk, path }: { hunk: EditHunk; path: string }) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-xs text-muted-foreground">
        Lines {hunk.beforeStart} to {hunk.beforeStart + Math.max(0, hunk.beforeLines - 1)}
      </figcaption>
      <ScrollBox
        label={`Differences of ${path} at line ${hunk.beforeStart}`}
        className="max-h-96 overflow-auto rounded-md border border-border py-1 font-mono text-xs"
      >
        {hunk.lines.map((line, at) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and never move
            key={at}
            className={cn(
              'grid w-max min-w-full grid-cols-[1.5rem_auto] whitespace-pre',
              line.kind === 'added' && 'bg-success-soft',
              line.kind === 'removed' && 'bg-destructive-soft',
            )}
          >
            <span aria-hidden="true" className="text-center select-none">
              {MARKS[line.kind]}
            </span>
            <span>
              {line.kind === 'context' ? null : <span className="sr-only">{SPOKEN[line.kind]}</span>}
              {line.text || ' '}
            </span>
          </div>
        ))}
      </ScrollBox>
      {hunk.isClipped ? (
        <p className="mt-1 text-xs text-muted-foreground">Only the first 500 lines are shown. The patch has all.</p>
      ) : null}
    </figure>
  );
}
