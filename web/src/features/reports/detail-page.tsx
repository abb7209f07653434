import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { type OneReport, type ReportIssue, reportQueries } from '@/api/reports';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Callout } from '@/components/ui/callout';
import { Card } from '@/components/ui/card';
import { Select } from '@/components/ui/field';
import { LOADING_LINE, PageHeader } from '@/components/ui/page-header';
import { formatDateTime, plural } from '@/lib/format';
import { DocumentActions, ReportActionButtons } from './report-actions';
import { ReportDocument } from './report-document';
import { ReportSharing } from './report-sharing';
import { FREQUENCY_NAMES } from './report-words';

/** A report: its settings, its issues, and the chosen issue as a document. */
export default function ReportPage() {
  const { id = '' } = useParams();
  const query = useQuery(reportQueries.one(id));
  const found = query.data;
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={found?.report.settings.title ?? 'Report'}
          isUnnamed={found === undefined}
          description={found ? descriptionOf(found) : LOADING_LINE}
          actions={found ? <ReportActionButtons found={found} /> : null}
        />
      </div>
      <QueryPanel query={query} fallback="Failed to load the report.">
        {(data) => <Loaded found={data} />}
      </QueryPanel>
    </>
  );
}

function descriptionOf({ report, schedule }: OneReport): string {
  const next = schedule?.nextAt ? `, next ${formatDateTime(schedule.nextAt)}` : '';
  const { frequency, recipients } = report.settings;
  return `${report.websiteName}. ${FREQUENCY_NAMES[frequency]}${next}. ${plural(recipients.length, 'recipient')}.`;
}

function Loaded({ found }: { found: OneReport }) {
  const { report, schedule } = found;
  const issues = useQuery(reportQueries.issues(report.id));
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 print:hidden">
        {schedule?.error ? (
          <Callout tone="danger" title="The last scheduled report was not sent">
            {schedule.error}
          </Callout>
        ) : null}
        <ReportSharing report={report} />
      </div>
      <QueryPanel
        query={issues}
        fallback="Failed to load the issues of the report."
        isEmpty={(data) => data.issues.length === 0}
        empty={
          <Card>
            <EmptyPanel
              title="Not made yet"
              text="Make the report to freeze the figures of the last days. It can then be shared, printed and sent."
            />
          </Card>
        }
      >
        {({ issues: all }) => {
          const shown = all.find((issue) => issue.id === chosen) ?? all[0];
          return shown ? <Issue found={found} all={all} shown={shown} onChoose={setChosen} /> : null;
        }}
      </QueryPanel>
    </div>
  );
}

function Issue({
  found,
  all,
  shown,
  onChoose,
}: {
  found: OneReport;
  all: readonly ReportIssue[];
  shown: ReportIssue;
  onChoose: (id: string) => void;
}) {
  const query = useQuery(reportQueries.issue(found.report.id, shown.id));
  return (
    <>
      <div className="mx-auto flex w-full max-w-5xl flex-wrap items-center justify-between gap-3 print:hidden">
        <label htmlFor="issue" className="flex flex-wrap items-center gap-2 text-[0.8125rem]">
          Made on
          <Select id="issue" value={shown.id} onChange={(event) => onChoose(event.target.value)} className="w-auto">
            {all.map((issue) => (
              <option key={issue.id} value={issue.id}>
                {formatDateTime(issue.madeAt)}
              </option>
            ))}
          </Select>
        </label>
        <DocumentActions report={found.report} issue={shown} />
      </div>
      <QueryPanel query={query} fallback="Failed to load the report.">
        {({ content }) => <ReportDocument content={content} />}
      </QueryPanel>
    </>
  );
}
