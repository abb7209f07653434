import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { crawlApi } from '@/api/crawls';
import { errorText } from '@/api/errors';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';

/** Ways to begin without an export: connect Search Console, or crawl the website now. */
export function OtherWays({
  websiteId,
  busy,
  onConnect,
  onCrawl,
}: {
  /** Empty without a website, which a crawl needs. */
  websiteId: string;
  busy: boolean;
  onConnect: () => void;
  onCrawl: (crawlId: string) => void;
}) {
  const crawl = useMutation({
    mutationFn: () => crawlApi.create({ websiteId }),
    onSuccess: ({ crawl: { id } }) => onCrawl(id),
  });
  return (
    <section aria-label="Other ways to begin" className="mt-4 grid gap-3">
      <Way
        title="Connect Search Console"
        text="Search data arrive every day. Ends these steps and opens the connections."
      >
        <Button variant="outline" size="sm" busy={busy} needsNetwork onClick={onConnect}>
          Connect
        </Button>
      </Way>
      {websiteId === '' ? null : (
        <Way title="Crawl now" text="Reads the pages of your website and lists technical issues.">
          <Button variant="outline" size="sm" busy={crawl.isPending} needsNetwork onClick={() => crawl.mutate()}>
            Crawl now
          </Button>
        </Way>
      )}
      {crawl.isError ? <Callout tone="danger" title={errorText(crawl.error, 'Failed to start the crawl.')} /> : null}
    </section>
  );
}

function Way({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-lg border border-border px-4 py-3">
      <p className="min-w-0 text-[0.8125rem]">
        <span className="font-medium">{title}.</span> <span className="text-muted-foreground">{text}</span>
      </p>
      {children}
    </div>
  );
}
