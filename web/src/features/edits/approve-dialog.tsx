import { useQuery } from '@tanstack/react-query';
import { accessQueries } from '@/api/access';
import type { Edit } from '@/api/edits';
import { accessPlace } from '@/components/edits/access-kinds';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { plural } from '@/lib/format';

/** Files that the dialog names. */
const NAMED = 8;

/** States what an approval writes and where, before a person gives it. */
export function ApproveDialog({
  edit,
  open,
  busy,
  onClose,
  onApprove,
}: {
  edit: Edit;
  open: boolean;
  busy: boolean;
  onClose: () => void;
  onApprove: () => void;
}) {
  const isByPerson = edit.way === 'person';
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={isByPerson ? 'Take on this edit?' : 'Approve this edit?'}
      description={
        isByPerson
          ? 'The edit then waits until the pages show its changes.'
          : 'The approval is recorded with your name.'
      }
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button needsNetwork busy={busy} onClick={onApprove}>
            {isByPerson ? 'Take on the edit' : 'Approve and apply'}
          </Button>
        </>
      }
    >
      {open ? <What edit={edit} /> : null}
    </Dialog>
  );
}

function What({ edit }: { edit: Edit }) {
  if (edit.way === 'release') {
    return (
      <ul className="grid list-disc gap-2 pl-5">
        <li>
          {plural(edit.changes.length, 'change')} of {edit.websiteName} are kept over its rendered pages.
        </li>
        <li>A new release is built and checked by the gate. It is deployed only if the gate passes.</li>
        <li>The public pages are fetched back and compared. You can undo the edit afterwards.</li>
      </ul>
    );
  }
  if (edit.way === 'access') return <Access edit={edit} />;
  return (
    <ul className="grid list-disc gap-2 pl-5">
      <li>Nothing is written by this server: you make {plural(edit.changes.length, 'change')} in your system.</li>
      <li>Download the patch, or copy each change from the list.</li>
      <li>Then check the pages: they are fetched and compared with the changes.</li>
    </ul>
  );
}

function Access({ edit }: { edit: Edit }) {
  const access = useQuery(accessQueries.detail(edit.websiteId));
  const stored = access.data?.access;
  const place = stored ? accessPlace(stored) : null;
  const { files = [] } = edit.preview;
  return (
    <div className="grid gap-3">
      <p>
        {plural(files.length, 'file')} {files.length === 1 ? 'is' : 'are'} written
        {place ? ` to ${place}` : ''}:
      </p>
      <ul className="grid list-disc gap-1 pl-5">
        {files.slice(0, NAMED).map(({ path }) => (
          <li key={path} className="wrap-anywhere">
            {path}
          </li>
        ))}
        {files.length > NAMED ? <li>and {plural(files.length - NAMED, 'other file')}</li> : null}
      </ul>
      <ul className="grid list-disc gap-2 pl-5">
        <li>
          {trialOf(edit)} verified at the public address. If a page does not show its changes, everything written is
          restored.
        </li>
        <li>A file that changed since the preview stops the edit.</li>
        {edit.isMeasured ? <li>An experiment of 28 days then measures the effect on clicks.</li> : null}
      </ul>
    </div>
  );
}

/** How the first files are verified, up to the word "verified". */
function trialOf({ canary }: Edit): string {
  if (canary === null) return 'They are';
  if (canary.of === 1) return 'It is';
  return `${plural(canary.pages, 'file')} of ${canary.of} ${canary.pages === 1 ? 'is' : 'are'} written first, and`;
}
