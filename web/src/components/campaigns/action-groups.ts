import type { CampaignAction } from '@/api/campaigns';

/** Decisions without a site that a step made for one reason, or one decision. */
export interface ActionGroup {
  first: CampaignAction;
  actions: readonly CampaignAction[];
}

/** Puts decisions of the same day and reason together, in the order of the first of each. A started site stays on its own. */
export function groupActions(actions: readonly CampaignAction[]): ActionGroup[] {
  const groups = new Map<string, CampaignAction[]>();
  for (const action of actions) {
    const key = keyOf(action);
    const known = groups.get(key);
    if (known) known.push(action);
    else groups.set(key, [action]);
  }
  return [...groups.values()].flatMap((members) => (members[0] ? [{ first: members[0], actions: members }] : []));
}

function keyOf({ id, siteId, decision, day, reason }: CampaignAction): string {
  return siteId !== null || decision === 'deployed' ? id : `${day} ${decision} ${reason}`;
}

/** Least and greatest known score of a group; null without any. */
export function scoresOf({ actions }: ActionGroup): [number, number] | null {
  const known = actions.flatMap(({ score }) => (score === null ? [] : [score]));
  return known.length === 0 ? null : [Math.min(...known), Math.max(...known)];
}
