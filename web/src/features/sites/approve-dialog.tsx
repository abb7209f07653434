import type { GateReport, Site } from '@/api/sites';
import { countFindings } from '@/components/sites/site-words';
import { useTargetName } from '@/components/sites/use-targets';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { plural } from '@/lib/format';
import { hostOf } from './site-address';

/** States what an approval does, before a person gives it. */
export function ApproveDialog({
  site,
  number,
  gate,
  open,
  busy,
  onClose,
  onApprove,
}: {
  site: Site;
  number: number;
  gate: GateReport | undefined;
  open: boolean;
  busy: boolean;
  onClose: () => void;
  onApprove: () => void;
}) {
  const target = useTargetName()(site.targetId);
  const { warnings } = countFindings(gate);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Approve release ${number}?`}
      description="Look at the preview first. The approval is recorded with your name."
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button needsNetwork busy={busy} onClick={onApprove}>
            Approve and deploy
          </Button>
        </>
      }
    >
      <ul className="grid list-disc gap-2 pl-5">
        <li>
          {plural(site.pages, 'page')} become public at {hostOf(site.url)}.
        </li>
        <li>The files are uploaded to {target}, then fetched back and compared.</li>
        {site.liveRelease ? (
          <li>They replace release {site.liveRelease.number}, which you can deploy again at any time.</li>
        ) : null}
        {warnings > 0 ? (
          <li>{plural(warnings, 'warning')} of the gate remain. They do not stop the deployment.</li>
        ) : null}
      </ul>
    </Dialog>
  );
}
