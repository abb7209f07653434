import { ClipboardCheck, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePlanThis } from '@/components/plans/use-plan-this';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Drawer } from '@/components/ui/dialog';
import { InOrder } from '@/components/ui/in-order';
import { cn } from '@/lib/cn';
import { formatNumber, formatPosition, plural } from '@/lib/format';
import { VIEWER_REASON } from '../words';
import { changeWord, type PageAudit, type PageChange, pathOf, planOf, rangeText, verdictWord } from './audit-words';
import { diffLines } from './line-diff';

/** Reason, changes and comparison of a page; closed without one. */
export function AuditDrawer({
  page,
  websiteId,
  canChange,
  onClose,
}: {
  page: PageAudit | null;
  websiteId: string;
  canChange: boolean;
  onClose: () => void;
}) {
  return (
    <Drawer
      open={page !== null}
      onClose={onClose}
      title={page ? (page.title ?? pathOf(page.url)) : 'Page'}
      className="w-[min(40rem,100vw)]"
      footer={
        page && page.tasks.length > 0 ? <Plan page={page} websiteId={websiteId} canChange={canChange} /> : undefined
      }
    >
      {page ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 text-[0.8125rem]">
          <About page={page} />
          <Figures page={page} />
          <Changes changes={page.changes} />
          <MissingQueries page={page} />
          <Comparison page={page} />
        </div>
      ) : null}
    </Drawer>
  );
}

function Plan({ page, websiteId, canChange }: { page: PageAudit; websiteId: string; canChange: boolean }) {
  const create = usePlanThis();
  return (
    <Button
      needsNetwork
      busy={create.isPending}
      disabled={!canChange}
      title={canChange ? undefined : VIEWER_REASON}
      onClick={() => create.mutate(planOf(page, websiteId))}
    >
      <ClipboardCheck size={16} aria-hidden="true" />
      Create a plan
    </Button>
  );
}

/** A link for web addresses only: the address comes from a crawled page. */
function Address({ url }: { url: string }) {
  if (!/^https?:\/\//.test(url)) return <span className="wrap-anywhere">{url}</span>;
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer noopener"
      className="inline-flex max-w-full items-center gap-1.5 text-brand hover:underline"
    >
      <span className="wrap-anywhere">{url}</span>
      <ExternalLink size={12} aria-hidden="true" className="shrink-0" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

function About({ page }: { page: PageAudit }) {
  const { label, tone } = verdictWord(page.verdict);
  return (
    <span className="grid gap-2">
      <Address url={page.url} />
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{label}</Badge>
        {page.target ? (
          <>
            <span className="text-[0.8125rem]">into</span> <Address url={page.target} />
          </>
        ) : null}
      </span>
      <span className="text-[0.8125rem] wrap-anywhere">{page.reason}</span>
    </span>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Figures({ page }: { page: PageAudit }) {
  const extra = rangeText(page.extraClicks);
  const figures: [string, string][] = [
    ['Clicks', formatNumber(page.clicks, 0)],
    ['Impressions', formatNumber(page.impressions, 0)],
    ['Position', formatPosition(page.position)],
    ['Links to it', formatNumber(page.linksIn, 0)],
    ['Words', formatNumber(page.words, 0)],
    ...(extra ? [['Extra clicks a month', extra] as [string, string]] : []),
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      {figures.map(([name, text]) => (
        <div key={name}>
          <dt className="text-muted-foreground">{name}</dt>
          <dd className="font-medium tabular">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Changes({ changes }: { changes: readonly PageChange[] }) {
  if (changes.length === 0) return null;
  return (
    <Part title={plural(changes.length, 'change')}>
      <ol className="grid gap-3">
        <InOrder items={changes}>
          {(change) => (
            <li className="rounded-md border border-border p-3">
              <p className="font-medium">{changeWord(change.kind)}</p>
              <p className="wrap-anywhere text-muted-foreground">{change.reason}</p>
              <ChangeText change={change} />
            </li>
          )}
        </InOrder>
      </ol>
    </Part>
  );
}

function ChangeText({ change }: { change: PageChange }) {
  const isReplaced = change.kind !== 'add_link';
  return (
    <div className="mt-2 grid gap-1 wrap-anywhere">
      {change.heading ? <p className="font-semibold">{change.heading}</p> : null}
      {change.before ? (
        <p>
          {isReplaced ? (
            <del className="rounded-sm bg-destructive-soft text-destructive">{change.before}</del>
          ) : (
            change.before
          )}
        </p>
      ) : null}
      {change.after ? (
        <p>
          <ins className="rounded-sm bg-success-soft text-success">{change.after}</ins>
        </p>
      ) : null}
      {change.target ? <p>To {change.target}</p> : null}
      {change.queries.length > 0 ? <p className="text-muted-foreground">Queries: {change.queries.join(', ')}</p> : null}
      {change.source ? <p className="text-muted-foreground">Source: {change.source}</p> : null}
      {change.pages.length > 0 ? (
        <p className="text-muted-foreground">On {change.pages.map(pathOf).join(', ')}</p>
      ) : null}
    </div>
  );
}

function MissingQueries({ page }: { page: PageAudit }) {
  if (page.missingQueries.length === 0) return null;
  return (
    <Part title="Queries that the page does not mention">
      <ul className="grid gap-1.5">
        {page.missingQueries.map(({ query, impressions, position, isInTitle, isInText }) => (
          <li key={query} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-medium wrap-anywhere">{query}</span>
            <span className="text-muted-foreground">
              {formatNumber(impressions, 0)} impressions, position {formatPosition(position)}, missing in{' '}
              {[isInTitle ? null : 'title', isInText ? null : 'text'].filter(Boolean).join(' and ')}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Comparison({ page }: { page: PageAudit }) {
  const lines = diffLines(page.before, page.after);
  if (lines.every(({ change }) => change === 'same')) return null;
  return (
    <Part title="Before and after">
      <div className="grid gap-0.5 rounded-md border border-border p-3 leading-6" data-testid="diff">
        {lines.map(({ change, text }, index) => {
          const Tag = change === 'added' ? 'ins' : change === 'removed' ? 'del' : 'span';
          const look = {
            added: 'bg-success-soft text-success',
            removed: 'bg-destructive-soft text-destructive',
            same: 'text-muted-foreground',
          }[change];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a comparison have no identity and never move
            <p key={index} className="wrap-anywhere">
              <Tag className={cn('rounded-sm', look)}>{text}</Tag>
            </p>
          );
        })}
      </div>
    </Part>
  );
}
