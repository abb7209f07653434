import { useQuery } from '@tanstack/react-query';
import { type ComingPage, type Site, type SiteGrowth, siteQueries } from '@/api/sites';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { formatNumber, plural } from '@/lib/format';
import { ComingPages } from './coming-pages';
import { publicPlace } from './site-address';

/** States what resuming the growth of a site approves, before a person does it. */
export function ResumeGrowthDialog({
  site,
  growth,
  pages,
  open,
  busy,
  onClose,
  onResume,
}: {
  site: Site;
  growth: SiteGrowth;
  pages: ComingPage[];
  open: boolean;
  busy: boolean;
  onClose: () => void;
  onResume: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Resume growth?"
      description={`You approve the ${plural(growth.laterPages, 'page')} that ${growth.laterPages === 1 ? 'is' : 'are'} planned and not written yet. The approval is recorded with your name.`}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button needsNetwork busy={busy} onClick={onResume}>
            Resume growth
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Consequences site={site} growth={growth} />
        <ComingPages pages={pages} />
      </div>
    </Dialog>
  );
}

function Consequences({ site, growth }: { site: Site; growth: SiteGrowth }) {
  const { data: release } = useQuery({
    ...siteQueries.release(site.latestRelease?.id ?? ''),
    enabled: site.latestRelease !== null,
  });
  return (
    <ul className="grid list-disc gap-2 pl-5">
      <li>{paceText(growth)}</li>
      <li>The gate checks each step. A step with a blocking finding is not published and waits for you.</li>
      {release?.needsReview ? (
        <li>
          This trade is regulated: {release.gate.review ?? 'a qualified person'} must review the new pages. Each step
          waits for the name of this person before it is public.
        </li>
      ) : (
        <li>
          New pages become public {publicPlace(site)} under this approval, without another question. If anything else of
          the live pages differs, the release waits for you.
        </li>
      )}
      <li>You can pause the growth at any time. Pages that are live stay live.</li>
    </ul>
  );
}

/** How many pages follow on a day, and for how long. */
function paceText({ laterPages, pagesPerDay }: SiteGrowth): string {
  if (pagesPerDay === 0)
    return 'This installation allows no new pages of live sites, so none follow until its operator changes that.';
  const days = Math.ceil(laterPages / pagesPerDay);
  return `At most ${formatNumber(pagesPerDay, 0)} pages a day are written and added: ${plural(laterPages, 'page')} need at least ${plural(days, 'day')}.`;
}
