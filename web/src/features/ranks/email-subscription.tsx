import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import type { RankAlertSubscription } from '@/api/ranks';
import { Button } from '@/components/ui/button';
import { toastFailure } from '@/lib/failed';
import { plural } from '@/lib/format';
import { showToast } from '@/lib/toast';

/** Whether you get emails about ranks, and the button that changes it. */
export function EmailSubscription({
  subscription: { isSubscribed, subscribers, obstacle },
  words: { it, started, ended },
  change,
  queryKey,
}: {
  subscription: Pick<RankAlertSubscription, 'isSubscribed' | 'subscribers' | 'obstacle'>;
  /** `it` or `them`, and the messages after a change. */
  words: { it: string; started: string; ended: string };
  change: (isSubscribed: boolean) => Promise<unknown>;
  /** Refetched after a change. */
  queryKey: readonly unknown[];
}) {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: change,
    onSuccess: (_, isNowSubscribed) => {
      showToast({ title: isNowSubscribed ? started : ended });
      queries.invalidateQueries({ queryKey });
    },
    onError: (error) => toastFailure('Your subscription was not changed', errorText(error)),
  });
  const others = subscribers - (isSubscribed ? 1 : 0);
  const who = isSubscribed ? `You get ${it} by email` : `You do not get ${it} by email`;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p>
        {who}
        {others > 0 ? `; ${plural(others, 'other member')} ${others === 1 ? 'does' : 'do'}.` : '.'}
      </p>
      {obstacle && !isSubscribed ? (
        <p className="text-muted-foreground">{obstacle}</p>
      ) : (
        <Button
          variant="outline"
          size="sm"
          needsNetwork
          busy={mutation.isPending}
          onClick={() => mutation.mutate(!isSubscribed)}
        >
          {isSubscribed ? 'Unsubscribe' : `Email ${it} to me`}
        </Button>
      )}
    </div>
  );
}
