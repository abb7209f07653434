import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field, Input } from '@/components/ui/field';
import { Segmented } from '@/components/ui/segmented';
import { shownScheme, useTheme } from '@/lib/theme';
import { safeCss } from '@/lib/themes/safe-css';
import { saveTheme } from '@/lib/themes/store';
import type { Scheme, Theme, ThemeColours } from '@/lib/themes/theme';
import { snapshotOf } from '@/lib/themes/variables';
import { showToast } from '@/lib/toast';
import { UnsavedChanges } from '../unsaved-changes';
import { ColourFields } from './colour-fields';
import { ContrastReport } from './contrast-report';
import { CssField } from './css-field';
import { StyleFields } from './style-fields';

const SCHEMES = [
  { value: 'dark', label: 'Dark set' },
  { value: 'light', label: 'Light set' },
] as const;

/** Editor of a custom theme. The whole page is the preview. */
export function ThemeEditor({ theme, onClose }: { theme: Theme; onClose: () => void }) {
  const [draft, setDraft] = useState(theme);
  const [scheme, setScheme] = useState<Scheme>(shownScheme);
  usePreview(draft, scheme);
  const change = (part: Partial<Theme>) => setDraft({ ...draft, ...part });
  const setColours = (colours: ThemeColours) => change({ colors: { ...draft.colors, [scheme]: colours } });
  const { problems } = safeCss(draft.customCSS ?? '');
  const form = useRef<HTMLFormElement>(null);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(theme);

  const save = (event: React.FormEvent) => {
    event.preventDefault();
    saveTheme(draft, new Date());
    showToast({ title: 'Theme saved' });
    onClose();
  };

  return (
    <form ref={form} onSubmit={save}>
      <UnsavedChanges isDirty={isDirty} form={form} />
      <Card>
        <CardHeader
          title={`Edit ${theme.name}`}
          description="Changes are previewed at once and applied when you save."
        />
        <CardBody className="grid gap-8">
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="Name">
              {(control) => (
                <Input
                  {...control}
                  required
                  maxLength={80}
                  value={draft.name}
                  onChange={(event) => change({ name: event.target.value })}
                />
              )}
            </Field>
            <Field label="Description">
              {(control) => (
                <Input
                  {...control}
                  maxLength={300}
                  value={draft.description}
                  onChange={(event) => change({ description: event.target.value })}
                />
              )}
            </Field>
          </div>
          <div className="grid gap-4">
            <Segmented
              label="Set"
              value={scheme}
              options={SCHEMES}
              onChange={setScheme}
              className="justify-self-start"
            />
            <ContrastReport colours={draft.colors[scheme]} onMend={setColours} />
            <ColourFields colours={draft.colors[scheme]} onChange={setColours} />
          </div>
          <StyleFields theme={draft} onChange={change} />
          <CssField value={draft.customCSS ?? ''} problems={problems} onChange={(customCSS) => change({ customCSS })} />
        </CardBody>
        <div className="sticky bottom-0 flex justify-end gap-2 rounded-b-lg border-t border-border bg-card px-5 py-4">
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={problems.length > 0}>
            Save theme
          </Button>
        </div>
      </Card>
    </form>
  );
}

/** Previews the draft on the whole page while it is edited. */
function usePreview(draft: Theme, scheme: Scheme): void {
  useEffect(() => {
    useTheme.getState().setPreview({ snapshot: snapshotOf(draft), scheme });
  }, [draft, scheme]);
  useEffect(() => () => useTheme.getState().setPreview(null), []);
}
