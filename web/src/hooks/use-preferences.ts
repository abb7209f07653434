import { useMutation } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { userApi } from '@/api/user';
import { failures } from '@/lib/strings';
import { showToast } from '@/lib/toast';
import { useAuth } from './use-auth';

type Preferences = Record<string, unknown>;

/**
 * The account's preferences, and the way to change members of one of them: shown at once, kept in the account, taken back
 * when the server refuses. Null takes a member away.
 */
export function usePreferences(name: string): [Preferences | undefined, (change: Preferences) => void] {
  const { user, setUser } = useAuth();
  const save = useMutation({
    mutationFn: ({ change }: { change: Preferences; before: Preferences | undefined }) =>
      userApi.updatePreferences({ [name]: change }),
    onSuccess: ({ preferences }) => user && setUser({ ...user, preferences }),
    onError: (error, { before }) => {
      if (user) setUser({ ...user, preferences: before ?? {} });
      showToast({ title: failures.updatePreferences, description: errorText(error), variant: 'destructive' });
    },
  });
  const change = (change: Preferences) => {
    if (!user) return;
    const before = user.preferences;
    setUser({ ...user, preferences: { ...before, [name]: { ...Object(before?.[name]), ...change } } });
    save.mutate({ change, before });
  };
  return [user?.preferences, change];
}
