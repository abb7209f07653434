import { Link } from 'react-router';
import type { Campaign } from '@/api/campaigns';
import { Badge } from '@/components/ui/badge';
import { RelativeTime } from '@/components/ui/relative-time';
import { formatNumber, formatPercent, NO_VALUE } from '@/lib/format';
import { BudgetGauge } from './budget-gauge';
import { CampaignButtons } from './campaign-buttons';
import { campaignState, dollars, goalText } from './campaign-words';
import { StageBars } from './stage-bars';

/** A campaign of a list: stages, budget, money, and what a person can do. */
export function CampaignItem({ campaign, canChange }: { campaign: Campaign; canChange: boolean }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 px-5 py-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2.5">
            <Link
              to={`/campaigns/${campaign.id}`}
              className="inline-flex min-h-6 items-center font-medium wrap-anywhere underline-offset-4 hover:underline"
            >
              {campaign.name}
            </Link>
            <CampaignBadge campaign={campaign} />
          </p>
          <p className="mt-0.5 text-xs text-muted-foreground">
            Goal: {goalText(campaign.goal)}. <NextStep campaign={campaign} />
          </p>
        </div>
        {canChange ? <CampaignButtons campaign={campaign} /> : null}
      </div>
      <div className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <StageBars campaign={campaign} />
        <BudgetGauge campaign={campaign} />
      </div>
      <CampaignMoney campaign={campaign} />
    </li>
  );
}

export function CampaignBadge({ campaign: { status } }: { campaign: Pick<Campaign, 'status'> }) {
  const state = campaignState(status);
  return (
    <Badge tone={state.tone} dot>
      {state.label}
    </Badge>
  );
}

/** Why it is held back, or when its next step is. */
export function NextStep({ campaign: { status, pauseReason, nextStepAt, killSwitchIsOn } }: { campaign: Campaign }) {
  if (pauseReason) return <span>{pauseReason}</span>;
  if (status === 'draft') return <span>Not launched yet.</span>;
  if (status !== 'active') return null;
  if (killSwitchIsOn) return <span>The kill switch delays its next step.</span>;
  if (nextStepAt === null) return <span>A step is at work.</span>;
  return (
    <span>
      Next step <RelativeTime at={nextStepAt} />.
    </span>
  );
}

/** What it spent and earned. */
export function CampaignMoney({ campaign: { spentCents, revenueCents, roi, leads } }: { campaign: Campaign }) {
  const figures: [string, string][] = [
    ['Spent', dollars(spentCents)],
    ['Revenue', dollars(revenueCents)],
    ['ROI', roi === null ? NO_VALUE : formatPercent(roi, 0)],
    ['Leads', formatNumber(leads, 0)],
  ];
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-[0.8125rem]">
      {figures.map(([name, text]) => (
        <div key={name} className="flex items-baseline gap-1.5">
          <dt className="text-muted-foreground">{name}</dt>
          <dd className="tabular font-medium">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
