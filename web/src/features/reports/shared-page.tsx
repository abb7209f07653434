import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { ApiError } from '@/api/errors';
import { reportApi, reportQueries } from '@/api/reports';
import { ErrorPanel, LoadingRows } from '@/components/states/panels';
import { ReportDocument } from './report-document';

/** A shared report for readers without an account: the brand of its sender, nothing of the app. */
export default function SharedReportPage() {
  const { token = '' } = useParams();
  const query = useQuery(reportQueries.shared(token));
  const content = query.data?.content;
  const isGone = query.error instanceof ApiError && query.error.status === 404;
  const name = content ? `${content.title} · ${content.brand.name}` : isGone ? 'Report not found' : 'Report';
  useEffect(() => {
    document.title = name;
  }, [name]);
  const logo = content?.brand.logo;
  useEffect(() => {
    if (logo) showIcon(logo);
  }, [logo]);
  return (
    // Always light, as paper: the app's theme is the choice of its users, not of these readers.
    <div className="light min-h-dvh bg-background text-foreground">
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-6xl px-4 py-6 sm:px-6 sm:py-10">
        {content ? (
          <>
            <ReportDocument content={content} isPublic />
            <p className="mt-6 text-center text-[0.8125rem] print:hidden">
              <a className="underline underline-offset-4" href={reportApi.sharedPdfPath(token)}>
                Download PDF
              </a>
            </p>
          </>
        ) : isGone ? (
          <>
            <h1 className="text-xl font-semibold">Report not found</h1>
            <p className="mt-2 text-muted-foreground">
              This link has ended or is incomplete. Ask its sender for a new one.
            </p>
          </>
        ) : query.isError ? (
          <ErrorPanel error={query.error} fallback="Failed to load the report." onRetry={() => query.refetch()} />
        ) : (
          <LoadingRows />
        )}
      </main>
    </div>
  );
}

/** The logo of the sender in the tab of the browser. */
function showIcon(logo: string): void {
  const known = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const link = known ?? document.head.appendChild(document.createElement('link'));
  link.rel = 'icon';
  link.removeAttribute('type');
  link.href = logo;
}
