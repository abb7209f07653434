import { useQuery } from '@tanstack/react-query';
import { type ListedRelease, type Site, siteQueries } from '@/api/sites';
import { ApprovalDialog } from '@/components/sites/approval-dialog';
import { countFindings } from '@/components/sites/site-words';
import { useTargetName } from '@/components/sites/use-targets';
import { plural } from '@/lib/format';
import { publicPlace } from './site-address';
import { useSiteActions } from './use-site-actions';

/** States what an approval does, before a person gives it, and asks for the review that it needs. */
export function ApproveDialog({
  site,
  release: asked,
  open,
  onClose,
}: {
  site: Site;
  release: Pick<ListedRelease, 'id' | 'number'> | null;
  open: boolean;
  onClose: () => void;
}) {
  const target = useTargetName()(site.targetId);
  const { approve } = useSiteActions(site);
  const id = asked?.id ?? '';
  const { data: release } = useQuery({ ...siteQueries.release(id), enabled: open && asked !== null });
  const { warnings } = countFindings(release?.gate);
  return (
    <ApprovalDialog
      open={open}
      onClose={onClose}
      title={`Approve release ${asked?.number ?? ''}?`}
      description="Look at the preview first. The approval is recorded with your name."
      needsReview={release?.needsReview === true && release.review === null}
      who={release?.gate.review}
      busy={approve.isPending}
      approve={(review) => approve.mutateAsync({ releaseId: id, review })}
    >
      <ul className="grid list-disc gap-2 pl-5">
        <li>
          {plural(release?.pages ?? site.pages, 'page')} become public {publicPlace(site)}.
        </li>
        <li>The files are uploaded to {target}, then fetched back and compared.</li>
        {site.liveRelease ? (
          <li>They replace release {site.liveRelease.number}, which you can deploy again at any time.</li>
        ) : null}
        {site.growth && site.growth.laterPages > 0 && site.liveRelease === null ? (
          <li>
            {plural(site.growth.laterPages, 'more page')} follow afterwards, at most {site.growth.pagesPerDay} a day.
            This approval covers them as long as nothing else changes; you can pause them.
          </li>
        ) : null}
        {warnings > 0 ? (
          <li>{plural(warnings, 'warning')} of the gate remain. They do not stop the deployment.</li>
        ) : null}
      </ul>
    </ApprovalDialog>
  );
}
