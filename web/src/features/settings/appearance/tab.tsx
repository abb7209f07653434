import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, errorText, isUnreachable } from '@/api/errors';
import { userApi } from '@/api/user';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Segmented } from '@/components/ui/segmented';
import { useAuth } from '@/hooks/use-auth';
import { failures } from '@/lib/strings';
import { type ThemeMode, useTheme } from '@/lib/theme';
import type { Theme } from '@/lib/themes/theme';
import { showToast } from '@/lib/toast';
import { ThemeEditor } from './editor';
import { PreviewBar } from './preview-bar';
import { ThemeList } from './theme-list';
import { ThemeSources } from './theme-sources';

const MODES = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
  { value: 'system', label: 'System' },
] as const;

export default function AppearanceTab() {
  const mode = useTheme((state) => state.mode);
  const choose = useModeChoice();
  const [edited, setEdited] = useState<Theme | null>(null);
  useEffect(() => () => useTheme.getState().setPreview(null), []);
  return (
    <div className="grid grid-cols-1 gap-6">
      <Card>
        <CardHeader title="Appearance" description="Choose Dark, Light or System, which follows your device." />
        <CardBody>
          <Segmented label="Theme" value={mode} options={MODES} onChange={choose} />
        </CardBody>
      </Card>
      {edited ? (
        <ThemeEditor key={edited.id} theme={edited} onClose={() => setEdited(null)} />
      ) : (
        <>
          <ThemeList onEdit={setEdited} />
          <ThemeSources onMade={setEdited} />
          <PreviewBar />
        </>
      )}
    </div>
  );
}

/**
 * Changes the mode at once, stores it in the account, and reverts it if the server returns an error. Without a response it
 * is kept in this browser, so that leaving the page during the call does not revert it.
 */
function useModeChoice(): (mode: ThemeMode) => void {
  const { user, setUser } = useAuth();
  const setMode = useTheme((state) => state.setMode);
  const save = useMutation({
    mutationFn: ({ next }: { next: ThemeMode; before: ThemeMode }) => userApi.updatePreferences({ theme: next }),
    onSuccess: ({ preferences }) => user && setUser({ ...user, preferences }),
    onError: (error, { before }) => {
      // Leaving the page can cut off the call or its answer, and the server may have stored the choice.
      if (!(error instanceof ApiError) || isUnreachable(error)) return;
      setMode(before);
      showToast({ title: failures.updatePreferences, description: errorText(error), variant: 'destructive' });
    },
  });
  return (next) => {
    const before = useTheme.getState().mode;
    setMode(next);
    save.mutate({ next, before });
  };
}
