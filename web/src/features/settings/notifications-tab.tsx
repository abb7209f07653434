import { useMutation } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { userApi } from '@/api/user';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Switch } from '@/components/ui/switch';
import { useAuth } from '@/hooks/use-auth';
import { isQuiet, NOTIFICATION_KINDS, QUIET } from '@/lib/live/quiet';
import { failures } from '@/lib/strings';
import { showToast } from '@/lib/toast';

export default function NotificationsTab() {
  const { user } = useAuth();
  const choice = useQuietChoice();
  return (
    <Card>
      <CardHeader
        title="Notifications"
        description="All of them stand in the list behind the bell. Those switched on are also shown as they come. Kept in your account."
      />
      <CardBody className="grid gap-5">
        {NOTIFICATION_KINDS.map(({ type, title, hint }) => (
          <Switch
            key={type}
            label={title}
            hint={hint}
            checked={!isQuiet(user?.preferences, type)}
            onChange={(isShown) => choice(type, !isShown)}
          />
        ))}
      </CardBody>
    </Card>
  );
}

/** Changes the switch at once, keeps it in the account, and goes back when the server refuses. */
function useQuietChoice(): (type: string, isQuiet: boolean) => void {
  const { user, setUser } = useAuth();
  const save = useMutation({
    // Null takes a member away: shown is what everybody begins with.
    mutationFn: ({ type, quiet }: { type: string; quiet: boolean }) =>
      userApi.updatePreferences({ [QUIET]: { [type]: quiet || null } }),
    onSuccess: ({ preferences }) => user && setUser({ ...user, preferences }),
    onError: (error, { type, quiet }) => {
      if (user) setUser({ ...user, preferences: withChoice(user.preferences, type, !quiet) });
      showToast({ title: failures.updatePreferences, description: errorText(error), variant: 'destructive' });
    },
  });
  return (type, quiet) => {
    if (user) setUser({ ...user, preferences: withChoice(user.preferences, type, quiet) });
    save.mutate({ type, quiet });
  };
}

function withChoice(preferences: Record<string, unknown> | undefined, type: string, quiet: boolean) {
  const chosen = preferences?.[QUIET];
  return { ...preferences, [QUIET]: { ...(typeof chosen === 'object' ? chosen : {}), [type]: quiet } };
}
