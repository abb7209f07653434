import { Check, Minus, X } from 'lucide-react';
import type { FullPageAudit, PageReport, ScoreBar } from '@/api/page-audits';
import { Badge } from '@/components/ui/badge';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Fold } from '@/components/ui/fold';
import { RelativeTime } from '@/components/ui/relative-time';
import { formatNumber, NO_VALUE, plural } from '@/lib/format';
import { placeName, scoreName } from './words';

/** The page as it was found, and its scores as bars. */
export function ScoreCard({ audit, report }: { audit: FullPageAudit; report: PageReport }) {
  const { page } = report;
  return (
    <Card aria-label="Page and scores">
      <CardHeader
        title={page.title ?? page.url}
        description={
          <>
            {page.url}
            {' · '}
            <RelativeTime at={page.observedAt} />
          </>
        }
        actions={
          <Badge tone={page.isIndexable ? 'success' : 'danger'} dot>
            {page.isIndexable ? 'Indexable' : 'Not indexable'}
          </Badge>
        }
      />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
        <ul aria-label="Scores" className="grid content-start gap-4">
          {report.scores.map((score) => (
            <Score key={score.kind} score={score} />
          ))}
        </ul>
        <div className="grid content-start gap-5">
          <Facts report={report} />
          <Places report={report} keyword={audit.keyword} />
          <Audits report={report} />
        </div>
      </CardBody>
    </Card>
  );
}

function Score({ score }: { score: ScoreBar }) {
  const name = scoreName(score.kind);
  const value = score.value ?? null;
  return (
    <li className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <span className="font-medium">{name}</span>
        <span className="tabular font-semibold">
          {value === null ? NO_VALUE : formatNumber(value, 0)}
          {value === null ? null : <span className="font-normal text-muted-foreground"> of 100</span>}
        </span>
      </div>
      {value === null ? (
        <div aria-hidden="true" className="h-2 rounded-full border border-dashed border-border" />
      ) : (
        <>
          <meter aria-label={name} min={0} max={100} value={value} className="sr-only" />
          <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-muted">
            <div
              className="h-full rounded-full bg-chart-1"
              style={{ width: `${Math.min(100, Math.max(0, value))}%` }}
            />
          </div>
        </>
      )}
      <p className="text-xs text-muted-foreground">
        {score.detail} Source: {score.source}.
      </p>
    </li>
  );
}

function Facts({ report }: { report: PageReport }) {
  const { page } = report;
  const facts = [
    { label: 'Status', value: page.status === null ? NO_VALUE : String(page.status) },
    { label: 'Words of the main text', value: formatNumber(page.words, 0) },
    { label: 'First byte', value: page.responseMs === null ? NO_VALUE : `${formatNumber(page.responseMs, 0)} ms` },
    { label: 'Structured data', value: page.types.length === 0 ? 'None' : page.types.join(', ') },
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-[0.8125rem]">
      {facts.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-xs text-muted-foreground">{label}</dt>
          <dd className="tabular wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Places({ report, keyword }: { report: PageReport; keyword: string }) {
  if (report.places.length === 0) return null;
  return (
    <div>
      <h3 className="text-[0.8125rem] font-medium">Where the page has “{keyword}”</h3>
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1.5 text-[0.8125rem]">
        {report.places.map(({ place, isFound }) => (
          <li key={place} className="inline-flex items-center gap-1.5">
            {isFound ? (
              <Check size={14} aria-hidden="true" className="text-success" />
            ) : (
              <X size={14} aria-hidden="true" className="text-destructive" />
            )}
            {placeName(place)}
            <span className="sr-only">{isFound ? ': found' : ': not found'}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Audits({ report }: { report: PageReport }) {
  if (report.lighthouse.length === 0) return null;
  const failed = report.lighthouse.filter(({ isPassed }) => isPassed === false).length;
  return (
    <Fold
      className="text-[0.8125rem]"
      title={
        <span className="font-medium">
          Lighthouse SEO audits: {failed === 0 ? 'none failed' : `${plural(failed, 'audit')} failed`}
        </span>
      }
    >
      <ul className="mt-2 grid gap-1.5 sm:grid-cols-2">
        {report.lighthouse.map(({ id, isPassed }) => (
          <li key={id} className="inline-flex items-center gap-1.5">
            {(isPassed ?? null) === null ? (
              <Minus size={14} aria-hidden="true" className="text-muted-foreground" />
            ) : null}
            {isPassed === true ? <Check size={14} aria-hidden="true" className="text-success" /> : null}
            {isPassed === false ? <X size={14} aria-hidden="true" className="text-destructive" /> : null}
            <code className="text-xs">{id}</code>
            <span className="sr-only">
              {(isPassed ?? null) === null ? 'does not apply' : isPassed ? 'passed' : 'failed'}
            </span>
          </li>
        ))}
      </ul>
    </Fold>
  );
}
