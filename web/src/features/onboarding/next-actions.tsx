import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { opportunityQueries } from '@/api/opportunities';
import { Card, CardHeader } from '@/components/ui/card';
import { withWebsite } from '@/hooks/use-current-website';
import { readableTitle } from '@/lib/readable';
import { type NextAction, nextActions } from './next-action-list';

/** Three actions to go on with. Choosing one ends the onboarding. */
export function NextActions({
  websiteId,
  crawlId,
  busy,
  onChoose,
}: {
  /** Empty without a website. */
  websiteId: string;
  /** Empty without a crawl. */
  crawlId: string;
  busy: boolean;
  onChoose: (to: string) => void;
}) {
  const { data } = useQuery({
    ...opportunityQueries.list({ websiteId }),
    enabled: websiteId !== '',
  });
  const opportunity = data?.opportunities[0];
  const actions = nextActions({
    websiteId,
    crawlId,
    opportunity: opportunity ? readableTitle(opportunity.title) : null,
  });
  return (
    <Card aria-label="Next actions" className="mb-6">
      <CardHeader
        title="Next actions"
        description="Three ways to go on. All of them are also in the command palette."
      />
      <ol className="divide-y divide-border px-5 py-2">
        {actions.map((action) => (
          <Action
            key={action.to}
            action={action}
            busy={busy}
            onChoose={() => onChoose(withWebsite(action.to, websiteId))}
          />
        ))}
      </ol>
    </Card>
  );
}

function Action({ action, busy, onChoose }: { action: NextAction; busy: boolean; onChoose: () => void }) {
  return (
    <li>
      <button
        type="button"
        disabled={busy}
        onClick={onChoose}
        className="-mx-2 flex min-h-11 w-[calc(100%+1rem)] items-center justify-between gap-3 rounded-md p-2 text-left hover:bg-accent"
      >
        <span className="min-w-0">
          <span className="font-medium">{action.title}</span>
          <span className="block text-[0.8125rem] text-pretty wrap-anywhere text-muted-foreground">{action.text}</span>
        </span>
        <ArrowRight size={16} aria-hidden="true" className="shrink-0 text-muted-foreground" />
      </button>
    </li>
  );
}
