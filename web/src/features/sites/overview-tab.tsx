import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { siteQueries } from '@/api/sites';
import { EmptyPanel, LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Card, CardHeader } from '@/components/ui/card';
import type { SiteTabProps } from './detail-page';
import { GateCard } from './gate-card';
import { PreviewCard } from './preview-card';

/** Preview of the latest release next to its gate report. */
export function OverviewTab({ site, pages }: SiteTabProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
      <PreviewCard site={site} pages={pages} />
      {site.latestRelease ? <Gate releaseId={site.latestRelease.id} pages={pages} /> : <NoGate />}
    </div>
  );
}

function Gate({ releaseId, pages }: { releaseId: string; pages: SiteTabProps['pages'] }) {
  const query = useQuery(siteQueries.release(releaseId));
  return (
    <Card aria-label="Gate report">
      <QueryPanel query={query} fallback="Failed to load the gate report." loading={<LoadingRows rows={8} />}>
        {(release) => <GateCard release={release} pages={pages} />}
      </QueryPanel>
    </Card>
  );
}

function NoGate() {
  return (
    <Card aria-label="Gate report">
      <CardHeader title="Gate report" />
      <EmptyPanel
        icon={ShieldCheck}
        title="Not checked yet"
        text="Each release is checked before it can be approved: near-duplicate pages, sources of claims, consent, disclosure and more."
        className="py-8"
      />
    </Card>
  );
}
