import { Download } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { type ContentDocument, documentApi, type ExportFormat } from '@/api/documents';
import { downloadFile } from '@/api/download';
import { errorText } from '@/api/errors';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '@/components/ui/menu';
import { toastFailure } from '@/lib/failed';
import { copyText } from '@/lib/save-file';
import { showToast } from '@/lib/toast';
import { asMarkdown, type Draft } from './draft';
import { VIEWER_REASON } from './words';

const SiteTextDialog = lazy(() => import('./site-text-dialog'));

const FORMATS: readonly { format: ExportFormat; label: string; ending: string }[] = [
  { format: 'markdown', label: 'Markdown', ending: 'md' },
  { format: 'html', label: 'HTML', ending: 'html' },
  { format: 'docx', label: 'Word (DOCX)', ending: 'docx' },
];

const fileName = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80) || 'document';

/** Saves the current version as a file or to a site, or copies the text on the screen. */
export function ExportMenu({
  document,
  draft,
  isDirty,
  canChange,
}: {
  document: ContentDocument;
  draft: Draft;
  isDirty: boolean;
  canChange: boolean;
}) {
  // Null until it is first opened: its code is loaded then.
  const [isSaving, setSaving] = useState<boolean | null>(null);
  const save = async (format: ExportFormat, ending: string) => {
    try {
      await downloadFile(documentApi.file(document.id, format), `${fileName(document.title)}.${ending}`);
    } catch (error) {
      toastFailure('The export failed', errorText(error));
    }
  };
  const copy = async () => {
    const isCopied = await copyText(asMarkdown(draft));
    showToast(isCopied ? { title: 'Text copied' } : { title: 'The browser refused to copy', variant: 'destructive' });
  };
  return (
    <>
      <Menu
        label="Export"
        trigger={
          <Button variant="outline">
            <Download size={16} aria-hidden="true" />
            Export
          </Button>
        }
      >
        {isDirty ? (
          <MenuLabel className="max-w-64 text-xs text-muted-foreground">
            Files have version {document.version}. Save first to export your edits.
          </MenuLabel>
        ) : null}
        {FORMATS.map(({ format, label, ending }) => (
          <MenuItem key={format} onSelect={() => save(format, ending)}>
            {label}
          </MenuItem>
        ))}
        <MenuItem onSelect={copy}>Copy text</MenuItem>
        <MenuSeparator />
        <MenuItem disabled={!canChange} title={canChange ? undefined : VIEWER_REASON} onSelect={() => setSaving(true)}>
          Save to a site
        </MenuItem>
      </Menu>
      {isSaving === null ? null : (
        <Suspense fallback={null}>
          <SiteTextDialog {...{ document, isDirty }} open={isSaving} onClose={() => setSaving(false)} />
        </Suspense>
      )}
    </>
  );
}
