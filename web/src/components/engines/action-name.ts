import { humanise } from '@/lib/words';

/** Names that are spelled differently from the action's id. */
const NAMES: Record<string, string> = { analyse: 'Analyze' };

/** Returns the name of an action. */
export function actionName(action: string): string {
  return NAMES[action] ?? humanise(action);
}
