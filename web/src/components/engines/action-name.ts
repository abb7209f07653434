import { humanise } from '@/lib/words';

/** Returns the name of an action. */
export function actionName(action: string): string {
  return humanise(action);
}
