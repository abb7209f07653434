import type { PackChange, PackConditions } from '@/api/packs';

export const VIEWER_REASON = 'Viewers cannot change packs. Ask an owner of this workspace.';

const ACTIONS: Record<PackChange['change'], string> = {
  edited: 'Edited',
  imported: 'Imported',
  restored: 'Restored',
  removed: 'Removed',
};

export const actionName = (action: PackChange['change']) => ACTIONS[action] ?? action;

const NAMES: Record<keyof PackConditions, string> = {
  climate: 'Climate',
  housing: 'Housing',
  season: 'Season',
  area: 'Area',
  state: 'State',
  intent: 'Intent',
};

/** Where and when a statement holds, as short labels. */
export function conditionWords(conditions: PackConditions): string[] {
  const keys = Object.keys(NAMES) as (keyof PackConditions)[];
  return keys
    .filter((key) => conditions[key].length > 0)
    .map((key) => `${NAMES[key]}: ${conditions[key].map((word) => word.replaceAll(/[_-]/g, ' ')).join(', ')}`);
}
