import { Archive, EllipsisVertical, Pencil, Settings, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Website } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { DeleteWebsiteDialog } from './delete-website-dialog';
import { RenameWebsiteDialog } from './rename-website-dialog';
import { useWebsiteActions } from './use-website-actions';

/** Menu of a website: rename, settings, archive, delete. */
export function WebsiteMenu({ website }: { website: Website }) {
  const navigate = useNavigate();
  const actions = useWebsiteActions();
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <Menu
        label={`Actions for ${website.name}`}
        trigger={
          <Button variant="ghost" size="icon" aria-label={`Actions for ${website.name}`}>
            <EllipsisVertical size={16} aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem onSelect={() => setDialog('rename')}>
          <Pencil size={16} aria-hidden="true" />
          Rename
        </MenuItem>
        <MenuItem onSelect={() => navigate(`/projects/${website.id}?tab=settings`)}>
          <Settings size={16} aria-hidden="true" />
          Settings
        </MenuItem>
        <MenuItem onSelect={() => actions.archive.mutate(website)}>
          <Archive size={16} aria-hidden="true" />
          Archive
        </MenuItem>
        <MenuSeparator />
        <MenuItem className="text-destructive" onSelect={() => setDialog('delete')}>
          <Trash2 size={16} aria-hidden="true" />
          Delete
        </MenuItem>
      </Menu>
      {dialog === 'rename' ? <RenameWebsiteDialog website={website} open onClose={close} /> : null}
      <DeleteWebsiteDialog
        website={website}
        open={dialog === 'delete'}
        busy={actions.remove.isPending}
        onClose={close}
        onConfirm={() => actions.remove.mutate(website, { onSettled: close })}
      />
    </>
  );
}
