import type { ReactNode } from 'react';
import type { ReportContent, ReportSection } from '@/api/reports';
import { ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { formatDate } from '@/lib/format';
import { ReportCover } from './report-cover';
import { ActionsPart, ChangesPart, IssuesPart, RanksPart, RevenuePart, SearchPart, VisitsPart } from './report-parts';
import { SECTION_NAMES } from './report-words';

/** A made report: cover, then a section for each choice. It never changes. */
export function ReportDocument({ content, isPublic = false }: { content: ReportContent; isPublic?: boolean }) {
  const { period, previous } = content;
  const isMissing = (section: ReportSection) => content.missing.some((one) => one.section === section);
  // Readers of a link cannot connect data.
  const sections = isPublic ? content.sections.filter((section) => !isMissing(section)) : content.sections;
  return (
    <article className="mx-auto grid w-full max-w-5xl grid-cols-[minmax(0,1fr)] gap-6 print:max-w-none">
      <ReportCover
        brand={content.brand}
        title={content.title}
        as={isPublic ? 'h1' : 'h2'}
        about={content.website === content.host ? content.host : `${content.website} (${content.host})`}
        period={`${formatDate(period.from)} to ${formatDate(period.to)}, compared with ${formatDate(previous.from)} to ${formatDate(previous.to)}. Made on ${formatDate(content.madeAt)}.`}
      />
      {sections.length === 0 ? <p className="text-muted-foreground">There are no figures for this period.</p> : null}
      {sections.map((section) => (
        <Section key={section} section={section} content={content} />
      ))}
    </article>
  );
}

function Section({ section, content }: { section: ReportSection; content: ReportContent }) {
  const missing = content.missing.find((one) => one.section === section);
  const { source, body } = partOf(section, content);
  const id = `section-${section}`;
  return (
    <section aria-labelledby={id}>
      <Card className="p-5 sm:p-6">
        <h2 id={id} className="text-lg font-semibold">
          {SECTION_NAMES[section]}
        </h2>
        {source ? (
          <p className="mt-1 text-xs text-muted-foreground">
            Source: {source.name}, as of {formatDate(source.asOf)}
          </p>
        ) : null}
        {missing ? (
          <div className="mt-3 flex flex-wrap items-center justify-between gap-3 text-muted-foreground">
            <p>{missing.text}</p>
            <ButtonLink variant="outline" size="sm" to={missing.path} className="print:hidden">
              Connect data<span className="sr-only"> for {SECTION_NAMES[section]}</span>
            </ButtonLink>
          </div>
        ) : null}
        {body ? <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-6">{body}</div> : null}
      </Card>
    </section>
  );
}

interface Part {
  source?: { name: string; asOf: string };
  body?: ReactNode;
}

function partOf(section: ReportSection, content: ReportContent): Part {
  const { search, visits, ranks, issues, changes, revenue, actions } = content;
  const parts: Record<ReportSection, Part> = {
    search: search ? { source: search.source, body: <SearchPart part={search} /> } : {},
    visits: visits ? { source: visits.source, body: <VisitsPart part={visits} /> } : {},
    ranks: ranks ? { source: ranks.source, body: <RanksPart part={ranks} /> } : {},
    issues: issues ? { source: issues.source, body: <IssuesPart part={issues} /> } : {},
    changes: changes ? { source: changes.source, body: <ChangesPart part={changes} /> } : {},
    revenue: revenue ? { source: revenue.source, body: <RevenuePart part={revenue} /> } : {},
    actions: actions ? { source: actions.source, body: <ActionsPart part={actions} /> } : {},
  };
  return parts[section];
}
