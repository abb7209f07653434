import { type ReactNode, useEffect, useState } from 'react';
import type { Crawl, CrawlReport } from '@/api/crawls';
import { EmptyPanel } from '@/components/states/panels';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Select } from '@/components/ui/field';
import { Fold } from '@/components/ui/fold';
import { useUrlState } from '@/hooks/use-url-state';
import { plural } from '@/lib/format';
import { oneOf } from '@/lib/one-of';
import { CATEGORIES, categoryName, countOf, isCompared, SEVERITIES, severityWord } from './crawl-words';
import { byCategory, type CountedIssue, filtered, fixedIssues } from './issue-groups';
import { IssueRow } from './issue-row';

const DEFAULTS = { severity: '', category: '', issue: '' };

interface Shown {
  crawl: Crawl;
  report: CrawlReport;
  issues: readonly CountedIssue[];
}

/** Issues by severity and category, and those that were fixed. */
export function IssuesCard({ crawl, report, issues, onPage }: Shown & { onPage: (no: number) => void }) {
  const [url, setUrl] = useUrlState(DEFAULTS);
  const severity = oneOf(SEVERITIES, url.severity);
  const category = oneOf(CATEGORIES, url.category);
  const shown = filtered(issues, { severity, category });
  const isFiltered = severity !== undefined || category !== undefined;
  const clear = () => setUrl({ severity: '', category: '' });
  const open = (key: string) => setUrl({ issue: key === url.issue ? '' : key });
  const worst = SEVERITIES.find((each) => countOf(shown, each).total > 0);
  const none = shown.every(({ pages, fixed }) => pages === 0 && fixed === 0);
  return (
    <Card aria-label="Issues" className="overflow-clip">
      <CardHeader
        title="Issues"
        description="An issue counts once per page. Open one for its reason, its fix and its pages."
        actions={<Filters issues={issues} url={url} onChange={setUrl} onClear={isFiltered ? clear : null} />}
        className="pb-4"
      />
      {none ? (
        <EmptyPanel
          title={isFiltered ? 'No issues with this filter' : 'No issues found'}
          text={isFiltered ? undefined : 'The audit found nothing to fix on these pages.'}
          className="border-t border-border py-8"
        />
      ) : null}
      {SEVERITIES.map((each) => (
        <SeverityGroup
          key={each}
          severity={each}
          issues={shown}
          isOpen={
            isFiltered || each === worst || shown.some(({ key, severity }) => key === url.issue && severity === each)
          }
        >
          {(issue) => (
            <IssueRow
              key={issue.key}
              crawl={crawl}
              issue={issue}
              isCompared={isCompared(report)}
              isOpen={issue.key === url.issue}
              onToggle={() => open(issue.key)}
              onPage={onPage}
            />
          )}
        </SeverityGroup>
      ))}
      <FixedGroup issues={fixedIssues(shown)} />
    </Card>
  );
}

function Filters({
  issues,
  url,
  onChange,
  onClear,
}: {
  issues: readonly CountedIssue[];
  url: typeof DEFAULTS;
  onChange: (change: Partial<typeof DEFAULTS>) => void;
  onClear: (() => void) | null;
}) {
  const categories = CATEGORIES.filter((category) => issues.some((issue) => issue.category === category));
  return (
    <search
      aria-label="Filter issues"
      className="grid grid-cols-2 items-center gap-2 max-sm:w-full sm:flex sm:flex-wrap"
    >
      {onClear ? (
        <Button variant="ghost" size="sm" onClick={onClear}>
          Clear filters
        </Button>
      ) : null}
      <Select
        aria-label="Severity"
        className="h-9 w-full min-w-0 sm:w-auto"
        value={oneOf(SEVERITIES, url.severity) ?? ''}
        onChange={(event) => onChange({ severity: event.target.value })}
      >
        <option value="">All severities</option>
        {SEVERITIES.map((severity) => (
          <option key={severity} value={severity}>
            {severityWord(severity).many}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Category"
        className="h-9 w-full min-w-0 sm:w-auto"
        value={oneOf(CATEGORIES, url.category) ?? ''}
        onChange={(event) => onChange({ category: event.target.value })}
      >
        <option value="">All categories</option>
        {categories.map((category) => (
          <option key={category} value={category}>
            {categoryName(category)}
          </option>
        ))}
      </Select>
    </search>
  );
}

function SeverityGroup({
  severity,
  issues,
  isOpen,
  children,
}: {
  severity: (typeof SEVERITIES)[number];
  issues: readonly CountedIssue[];
  /** Whether the group is unfolded at first, or becomes so. */
  isOpen: boolean;
  children: (issue: CountedIssue) => ReactNode;
}) {
  const groups = byCategory(issues, severity, CATEGORIES);
  const [open, setOpen] = useState(isOpen);
  // A group opens by itself, but never closes under the reader's finger.
  useEffect(() => {
    if (isOpen) setOpen(true);
  }, [isOpen]);
  if (groups.length === 0) return null;
  const { total } = countOf(issues, severity);
  const word = severityWord(severity);
  return (
    <section aria-label={word.many} className="border-t border-border">
      <Fold
        look="card"
        open={open}
        onToggle={setOpen}
        title={
          <>
            <h3 className="font-semibold">{word.many}</h3>
            <Badge tone={word.tone} dot>
              {plural(total, word.one)}
            </Badge>
          </>
        }
      >
        {groups.map((group) => (
          <div key={group.category} className="pb-2">
            <h4 className="px-5 py-1.5 text-xs text-muted-foreground">{categoryName(group.category)}</h4>
            <ul>{group.issues.map(children)}</ul>
          </div>
        ))}
      </Fold>
    </section>
  );
}

function FixedGroup({ issues }: { issues: readonly CountedIssue[] }) {
  if (issues.length === 0) return null;
  return (
    <section aria-label="Fixed since the previous crawl" className="border-t border-border">
      <Fold
        look="card"
        title={
          <>
            <h3 className="font-semibold">Fixed since the previous crawl</h3>
            <Badge tone="success" dot>
              {plural(issues.length, 'kind')}
            </Badge>
          </>
        }
      >
        <ul className="pb-3">
          {issues.map((issue) => (
            <li key={issue.key} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-5 py-2">
              <span>{issue.title}</span>
              <span className="tabular flex flex-wrap items-center gap-2 text-[0.8125rem] text-muted-foreground">
                <Badge tone="success">fixed on {plural(issue.fixed, 'page')}</Badge>
                {issue.pages === 0 ? 'on no page now' : `still on ${plural(issue.pages, 'page')}`}
              </span>
            </li>
          ))}
        </ul>
      </Fold>
    </section>
  );
}
