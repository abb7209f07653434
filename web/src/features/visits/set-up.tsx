import type { ReactNode } from 'react';
import type { Website } from '@/api/types';
import { type VisitReport, WAITING_MS } from '@/api/visits';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';
import { Fold } from '@/components/ui/fold';
import { RelativeTime } from '@/components/ui/relative-time';
import { Spinner } from '@/components/ui/spinner';
import { plural } from '@/lib/format';
import { originProblem } from './visit-words';

/** Set-up of a website whose pages have not reported yet: what the page will show, and the line to paste. */
export function SetUpCard({ website, report }: { website: Website; report: VisitReport }) {
  return (
    <Card aria-label="Set-up">
      <CardHeader
        title={`Count the visits of ${website.host}`}
        description="Paste one line into your pages. You then see visits, their sources, how far they went, and which of them became a contact or a conversion."
      />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {website.simulated ? (
          <Callout tone="warning" title="This is the sample website">
            <p>It has no pages that could report visits. Choose or add your own website.</p>
          </Callout>
        ) : null}
        <p role="status" className="flex items-center gap-2.5 text-[0.8125rem] text-muted-foreground">
          <Spinner />
          No report yet. This page checks every {WAITING_MS / 1000} seconds.
        </p>
        <Steps website={website} bots={report.bots} />
      </CardBody>
    </Card>
  );
}

/** Set-up and the time of the last report, closed at first. */
export function SetUpDetails({ website, report }: { website: Website; report: VisitReport }) {
  return (
    <Card aria-label="Set-up">
      <Fold
        look="card"
        titleClassName="flex-wrap gap-x-3 gap-y-1 rounded-lg"
        title={
          <>
            <h2 className="text-[0.9375rem] font-semibold">Set-up</h2>
            <span className="text-[0.8125rem] text-muted-foreground">
              {report.lastEventAt === null ? (
                'No report lately'
              ) : (
                <>
                  Last report <RelativeTime at={report.lastEventAt} />
                </>
              )}
            </span>
          </>
        }
      >
        <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-6 pt-1">
          <Steps website={website} bots={report.bots} />
        </CardBody>
      </Fold>
    </Card>
  );
}

/** How to report visits and conversions, and what is stored. */
function Steps({ website, bots }: { website: Website; bots: number }) {
  const { origin } = window.location;
  const problem = originProblem(origin, website.url);
  const script = `<script async src="${origin}/t.js" data-site="${website.id}"></script>`;
  const picture = `<noscript><img src="${origin}/t?site=${website.id}" alt="" width="1" height="1" referrerpolicy="no-referrer-when-downgrade"></noscript>`;
  return (
    <>
      <Part title="Paste this line into every page">
        <p>
          Put it before the end of the head, for example in the template of your theme. It works on {website.host} and
          its subdomains. A page with a Content-Security-Policy must allow {origin} in script-src and connect-src.
        </p>
        <Code text={script} copy="Copy script" />
        {problem ? (
          <Callout tone="warning" title="Visitors cannot load this script">
            <p>{problem}</p>
          </Callout>
        ) : null}
      </Part>
      <Part title="Count browsers without scripts, too (optional)">
        <p>
          This picture reports a page view where scripts are off. For pages that allow no script, paste only the img.
        </p>
        <Code text={picture} copy="Copy picture" />
      </Part>
      <Part title="Report your own conversions (optional)">
        <p>
          Forms with a field for an email address, a telephone number or a message are counted when they are sent. For
          anything else, such as a booking or a sale, call this function with a name and a value in the currency of the
          website.
        </p>
        <Code text={'motherlode("Quote", 120)'} copy="Copy call" />
      </Part>
      <Privacy bots={bots} />
    </>
  );
}

function Privacy({ bots }: { bots: number }) {
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <Part title="What is stored">
        <ul className="grid list-disc gap-1 pl-5">
          <li>Counts per day by first page, source and device, and each conversion with its page and time.</li>
          <li>No cookie, no address, no name of a browser, and nothing that a visitor types.</li>
          <li>
            A visitor is a keyed hash of one day. The key is deleted after the day, so nobody is recognised on the next
            day or on another website.
          </li>
        </ul>
      </Part>
      <Part title="What is filtered">
        <ul className="grid list-disc gap-1 pl-5">
          <li>
            Programs such as crawlers, previews and monitors are in no figure.{' '}
            {bots > 0 ? `They sent ${plural(bots, 'report')} in this period.` : ''}
          </li>
          <li>Reports of pages on other hosts are refused.</li>
          <li>Visitors with a content blocker may not be counted.</li>
        </ul>
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] content-start gap-2 text-[0.8125rem] text-pretty [&>p]:max-w-3xl">
      <h3 className="text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Code({ text, copy }: { text: string; copy: string }) {
  return (
    <div className="flex flex-wrap items-start gap-2">
      <code className="min-w-0 flex-1 basis-72 rounded-md bg-muted px-3 py-2 font-mono text-[0.8125rem] break-all select-all">
        {text}
      </code>
      <CopyButton text={text} label={copy} />
    </div>
  );
}
