import { Copy, Download, Ellipsis, Eye, Pencil, Trash2 } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Menu, MenuItem } from '@/components/ui/menu';
import { cn } from '@/lib/cn';
import { toastFailure } from '@/lib/failed';
import { saveFile } from '@/lib/save-file';
import { shownScheme, useTheme } from '@/lib/theme';
import { exportTheme } from '@/lib/themes/exchange';
import { BUILT_IN_THEMES } from '@/lib/themes/presets';
import { chooseTheme, deleteTheme, duplicateTheme, saveTheme, useThemes } from '@/lib/themes/store';
import type { Theme } from '@/lib/themes/theme';
import { snapshotOf } from '@/lib/themes/variables';
import { offerUndo } from '@/lib/undo';
import { humanise } from '@/lib/words';
import { Swatch } from './swatch';

/** All themes: select, preview, copy, edit, save as a file, delete. */
export function ThemeList({ onEdit }: { onEdit: (theme: Theme) => void }) {
  const custom = useThemes((state) => state.custom);
  return (
    <Card>
      <CardHeader
        title="Themes"
        description="Saved in this browser. If a theme is unreadable, add ?theme=reset to the address."
      />
      <CardBody>
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {[...BUILT_IN_THEMES, ...custom].map((theme) => (
            <ThemeCard key={theme.id} theme={theme} onEdit={onEdit} />
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}

function ThemeCard({ theme, onEdit }: { theme: Theme; onEdit: (theme: Theme) => void }) {
  const isShown = useTheme((state) => state.themeId === theme.id);
  return (
    <li className={cn('flex flex-col overflow-hidden rounded-lg border', isShown ? 'border-primary' : 'border-border')}>
      <Swatch colours={theme.colors[shownScheme()]} />
      <div className="flex items-start justify-between gap-2 px-3 pt-3">
        <div className="min-w-0">
          <p className="font-medium break-words">{theme.name}</p>
          <p className="mt-0.5 text-[0.8125rem] text-muted-foreground">{theme.description}</p>
        </div>
        <Actions theme={theme} onEdit={onEdit} />
      </div>
      <div className="flex items-center justify-between gap-2 mt-auto p-3">
        <Badge>{humanise(theme.category)}</Badge>
        {isShown ? (
          <Badge tone="success" dot>
            In use
          </Badge>
        ) : (
          <Button size="sm" variant="outline" aria-label={`Use ${theme.name}`} onClick={() => chooseTheme(theme.id)}>
            Use
          </Button>
        )}
      </div>
    </li>
  );
}

function Actions({ theme, onEdit }: { theme: Theme; onEdit: (theme: Theme) => void }) {
  const isOwn = theme.category !== 'built-in';
  return (
    <Menu
      label={`Actions for ${theme.name}`}
      trigger={
        <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${theme.name}`} className="-mt-1 -mr-1">
          <Ellipsis size={16} aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem onSelect={() => useTheme.getState().setPreview({ snapshot: snapshotOf(theme) })}>
        <Eye size={16} aria-hidden="true" />
        Preview
      </MenuItem>
      <MenuItem onSelect={() => attempt(() => onEdit(isOwn ? theme : copyOf(theme)))}>
        <Pencil size={16} aria-hidden="true" />
        {isOwn ? 'Edit' : 'Edit a copy'}
      </MenuItem>
      <MenuItem onSelect={() => attempt(() => copyOf(theme))}>
        <Copy size={16} aria-hidden="true" />
        Duplicate
      </MenuItem>
      <MenuItem onSelect={() => attempt(() => download(theme))}>
        <Download size={16} aria-hidden="true" />
        Export
      </MenuItem>
      {isOwn ? (
        <MenuItem onSelect={() => remove(theme)}>
          <Trash2 size={16} aria-hidden="true" />
          Delete
        </MenuItem>
      ) : null}
    </Menu>
  );
}

function attempt(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    toastFailure(error instanceof Error ? error.message : String(error));
  }
}

function copyOf(theme: Theme): Theme {
  return duplicateTheme(theme.id, crypto.randomUUID(), new Date());
}

function download(theme: Theme): void {
  const name = theme.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  saveFile(new Blob([exportTheme(theme.id)], { type: 'application/json' }), `theme-${name}.json`);
}

/** Deleting can be undone while the message is shown. */
function remove(theme: Theme): void {
  const wasShown = useTheme.getState().themeId === theme.id;
  deleteTheme(theme.id);
  offerUndo({
    title: `${theme.name} is deleted`,
    altText: 'Import the theme again from its file',
    undo: () => {
      saveTheme(theme, new Date(theme.updatedAt));
      if (wasShown) chooseTheme(theme.id);
    },
  });
}
