import type { Website } from '@/api/types';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';

/** Asks for the host before a website is deleted permanently. */
export function DeleteWebsiteDialog({
  website,
  open,
  busy,
  onClose,
  onConfirm,
}: {
  website: Website;
  open: boolean;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}) {
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={onConfirm}
      busy={busy}
      title={`Delete ${website.host}?`}
      text="Its imports, findings, forecasts, opportunities, plans, experiments, notes and runs are deleted for good. To keep the data, archive the website instead."
      action="Delete website"
      phrase={website.host}
    />
  );
}
