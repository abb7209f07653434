import { useState } from 'react';
import { ImportPanel } from '@/components/imports/import-flow';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { OtherWays } from './other-ways';

/** Import of search data: an export, or the sample. `websiteId` is empty without a website. */
export function ImportStep({
  websiteId,
  busy,
  onImported,
  onContinue,
  onConnect,
  onCrawl,
}: {
  websiteId: string;
  /** Whether the onboarding is being completed. */
  busy: boolean;
  onImported: (websiteId: string) => void;
  onContinue: (websiteId: string) => void;
  onConnect: () => void;
  onCrawl: (crawlId: string) => void;
}) {
  const [imported, setImported] = useState<string | null>(null);
  return (
    <>
      <PageHeader
        title="Import your search data"
        description="The engines analyze your queries, clicks and positions."
      />
      <ImportPanel
        websiteId={websiteId || undefined}
        onImported={(record) => {
          const target = record.websiteId ?? websiteId;
          setImported(target);
          onImported(target);
        }}
      />
      {imported === null ? (
        <>
          <OtherWays websiteId={websiteId} busy={busy} onConnect={onConnect} onCrawl={onCrawl} />
          <details className="mt-6 rounded-lg border border-border px-5 py-4 text-muted-foreground">
            <summary className="cursor-pointer font-medium text-foreground">How to export from Search Console</summary>
            <ol className="mt-3 grid list-decimal gap-1.5 pl-5">
              <li>Open Search Console, choose the property, then Performance and Search results.</li>
              <li>Choose a period of at least three months. Sixteen months are best.</li>
              <li>Press Export at the top right, and choose Download CSV or Excel.</li>
              <li>Upload the file unchanged. You do not need to unpack a ZIP.</li>
            </ol>
          </details>
        </>
      ) : (
        <Button className="mt-8" onClick={() => onContinue(imported)}>
          Continue
        </Button>
      )}
    </>
  );
}
