import type { ActionKey, ActionResult } from '@/api/engine-results';
import type { Run, Website } from '@/api/types';
import type { OwnValues } from '../input/own-field';

/** Props of the plots of an action. */
export interface PlotProps<Key extends ActionKey> {
  run: Run;
  result: ActionResult<Key>;
  website: Website | null;
  /** Opens another action of the engine with filled fields. */
  onAsk: (action: string, given: OwnValues) => void;
}
