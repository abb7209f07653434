import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Website } from '@/api/types';
import { SlowPagesTable } from '@/components/engines/result/slow-pages';
import { EmptyPanel } from '@/components/states/panels';
import { Answer } from '@/components/ui/answer';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Select } from '@/components/ui/field';
import { FoldingCard } from '@/components/ui/folding-card';
import { TypedFilter } from '@/components/ui/typed-filter';
import { PHONE, useMedia } from '@/hooks/use-media';
import { useUrlState } from '@/hooks/use-url-state';
import { formatNumber, plural } from '@/lib/format';
import { saveText } from '@/lib/save-file';
import { AuditDrawer } from './audit-drawer';
import { AuditTable } from './audit-table';
import { type Audit, csvOf, isListed, type PageAudit, rangeText, VERDICTS } from './audit-words';

const DEFAULTS = { q: '', verdict: '', page: '' };
/** Rows that are shown at first, and added by the button: a row is a card on a phone. */
const AT_ONCE = 100;
const AT_ONCE_PHONE = 10;

/** Summary, table and drawer of an audit. */
export function Report({
  website,
  pages,
  summary,
  audit,
  canChange,
}: {
  website: Website;
  pages: readonly PageAudit[];
  summary: Audit['summary'];
  audit: Partial<Audit>;
  canChange: boolean;
}) {
  const [{ q, verdict, page }, setUrl] = useUrlState(DEFAULTS);
  const atOnce = useMedia(PHONE) ? AT_ONCE_PHONE : AT_ONCE;
  const [times, setTimes] = useState(1);
  const shown = times * atOnce;
  const listed = useMemo(() => pages.filter((one) => isListed(one, q, verdict)), [pages, q, verdict]);
  const open = pages.find(({ url }) => url === page) ?? null;
  const clear = () => setUrl({ q: '', verdict: '' });
  return (
    <>
      <Summary summary={summary} onVerdict={(to) => setUrl({ verdict: to })} />
      <Card aria-label="Pages" className="overflow-clip">
        <CardHeader
          title="Pages"
          description="The most clicks at stake first."
          actions={
            <Button
              variant="outline"
              size="sm"
              onClick={() => saveText(csvOf(listed), `content-audit-${website.host}.csv`, 'text/csv')}
            >
              <Download size={14} aria-hidden="true" />
              Export CSV
            </Button>
          }
        />
        <Filters q={q} verdict={verdict} onChange={setUrl} />
        <div className="min-h-60 border-t border-border">
          {listed.length === 0 ? (
            <EmptyPanel
              title="No pages with these filters"
              action={
                <Button variant="outline" size="sm" onClick={clear}>
                  Clear filters
                </Button>
              }
            />
          ) : (
            <AuditTable pages={listed.slice(0, shown)} onPage={(url) => setUrl({ page: url }, { replace: false })} />
          )}
        </div>
        {listed.length > shown ? (
          <div className="border-t border-border p-3 text-center">
            <Button variant="ghost" size="sm" onClick={() => setTimes(times + 1)}>
              Show more pages
            </Button>
          </div>
        ) : null}
      </Card>
      <Speed audit={audit} />
      <Remarks audit={audit} />
      <AuditDrawer page={open} websiteId={website.id} canChange={canChange} onClose={() => setUrl({ page: '' })} />
    </>
  );
}

function Filters({
  q,
  verdict,
  onChange,
}: {
  q: string;
  verdict: string;
  onChange: (change: { q?: string; verdict?: string }) => void;
}) {
  return (
    <search aria-label="Filter pages" className="flex flex-wrap items-center gap-2 px-4 py-3 sm:px-5">
      <TypedFilter
        label="URL, title or query contains"
        value={q}
        onChange={(text) => onChange({ q: text })}
        className="w-full sm:w-72"
        icon
      />
      <Select
        aria-label="Verdict"
        className="h-9 w-full sm:w-44"
        value={VERDICTS.some(({ value }) => value === verdict) ? verdict : ''}
        onChange={({ target }) => onChange({ verdict: target.value })}
      >
        <option value="">All verdicts</option>
        {VERDICTS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </search>
  );
}

function Summary({ summary, onVerdict }: { summary: Audit['summary']; onVerdict: (verdict: string) => void }) {
  const extra = rangeText(summary.extraClicks);
  const days = summary.periodDays ? ` in ${formatNumber(summary.periodDays, 0)} days` : '';
  return (
    <Card aria-label="Summary" className="grid gap-4 p-5">
      <Answer
        note={
          <>
            {`${formatNumber(summary.clicks, 0)} clicks from ${formatNumber(summary.impressions, 0)} impressions${days}. `}
            {summary.movedClicks > 0
              ? `${formatNumber(summary.movedClicks, 0)} clicks go to pages that should lead elsewhere. `
              : ''}
            {summary.tooLittleData > 0
              ? `${plural(summary.tooLittleData, 'page has', 'pages have')} too little data and ${summary.tooLittleData === 1 ? 'is' : 'are'} kept.`
              : ''}
          </>
        }
      >
        {extra
          ? `Improving ${plural(summary.improve, 'page')} can add ${extra} clicks a month, from one position better to three.`
          : `${plural(summary.improve, 'page')} can be improved.`}
      </Answer>
      <dl className="grid grid-cols-3 gap-2 sm:grid-cols-5 sm:gap-3">
        {VERDICTS.map(({ value, label }) => (
          <div key={value} className="rounded-md border border-border p-3">
            <dt className="text-[0.8125rem] text-muted-foreground">
              <button
                type="button"
                className="min-h-6 hover:text-brand hover:underline"
                onClick={() => onVerdict(value)}
              >
                {label}
              </button>
            </dt>
            <dd className="text-xl font-semibold tabular">{formatNumber(summary[value], 0)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Pages that fail Core Web Vitals; an audit of an earlier version has none. */
function Speed({ audit }: { audit: Partial<Audit> }) {
  if (!audit.slowPages?.length) return null;
  return (
    <Card aria-label="Core Web Vitals" className="overflow-clip">
      <CardHeader
        title="Core Web Vitals"
        description="Pages that are not good at the 75th percentile, most clicks first. The clicks are those that land on them, not a gain."
      />
      <SlowPagesTable pages={audit.slowPages} periodDays={audit.summary?.periodDays} />
    </Card>
  );
}

/** What the audit assumes, and what would improve it. */
function Remarks({ audit }: { audit: Partial<Audit> }) {
  const lists = [
    { title: 'Notes', items: audit.notes ?? [] },
    { title: 'Improve these results', items: audit.needs ?? [] },
    { title: 'Assumptions', items: audit.assumptions ?? [] },
  ].filter(({ items }) => items.length > 0);
  if (lists.length === 0) return null;
  return (
    <FoldingCard title="Notes and assumptions">
      <div className="grid gap-4 px-5 pt-3 pb-5 text-[0.8125rem] md:grid-cols-3">
        {lists.map(({ title, items }) => (
          <section key={title}>
            <h3 className="mb-1.5 font-semibold">{title}</h3>
            <ul className="grid list-disc gap-1 pl-4 text-muted-foreground">
              {items.map((item) => (
                <li key={item} className="wrap-anywhere">
                  {item}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </FoldingCard>
  );
}
