import type { RefObject } from 'react';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { useShortcut } from '@/hooks/use-shortcut';

const SAVE = { id: 'save', keys: 'mod+s', label: 'Save changes', group: 'On this page' } as const;

/** Registers the shortcut to save. Without changes it does nothing, and also suppresses the browser's own dialog. */
export function useSaveKey(): void {
  useShortcut({ ...SAVE, run: () => {} });
}

/** In a form of the settings: asks before unsaved changes are lost, and saves them with the shortcut. */
export function UnsavedChanges({ isDirty, form }: { isDirty: boolean; form: RefObject<HTMLFormElement | null> }) {
  return (
    <>
      <LeaveGuard isDirty={isDirty} />
      {isDirty ? <SaveKey form={form} /> : null}
    </>
  );
}

/**
 * A click on the form's own button, which knows when it may not be pressed. Of several forms with changes, the one that
 * was changed last is saved: the last shortcut of an id counts.
 */
function SaveKey({ form }: { form: RefObject<HTMLFormElement | null> }) {
  useShortcut({ ...SAVE, run: () => form.current?.querySelector<HTMLElement>('[type="submit"]')?.click() });
  return null;
}
