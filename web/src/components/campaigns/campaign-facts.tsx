import type { CampaignPlan } from '@/api/campaigns';
import { kindName } from '@/components/sites/site-words';
import { THEMES } from '@/components/sites/themes';
import { useTargetName } from '@/components/sites/use-targets';
import { dollars, goalText, rulesText, targetsText } from './campaign-words';

/** What a person entered of a campaign, in sentences. */
export function CampaignFacts({
  plan,
  verticals,
}: {
  plan: CampaignPlan;
  verticals: readonly { slug: string; name: string }[];
}) {
  const targetName = useTargetName();
  const { goal, targets, site, budget } = plan;
  const verticalName = (slug: string) => verticals.find((each) => each.slug === slug)?.name ?? slug;
  const theme = THEMES.find(({ id }) => id === site.theme)?.name ?? 'different themes';
  const facts: [string, string][] = [
    ['Goal', goalText(goal)],
    ['Markets', targetsText(targets, verticalName)],
    ['Sites', `${kindName(site.kind)}, ${theme}, ${targetName(site.targetId ?? null).toLowerCase()}`],
    ['Rules', rulesText(plan)],
    [
      'Budget',
      [
        `${dollars(budget.totalCents)} in total`,
        budget.costPerSiteCents == null
          ? 'the cost of the market model for each site'
          : `${dollars(budget.costPerSiteCents)} for each site`,
        budget.providerCents ? `${dollars(budget.providerCents)} for data providers` : null,
      ]
        .filter((text) => text !== null)
        .join(', '),
    ],
  ];
  return (
    <dl className="grid gap-3 text-[0.8125rem]">
      {facts.map(([name, text]) => (
        <div key={name} className="grid gap-x-4 sm:grid-cols-[6rem_minmax(0,1fr)]">
          <dt className="text-muted-foreground">{name}</dt>
          <dd className="wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
