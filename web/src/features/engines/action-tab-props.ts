import type { Engine, Website } from '@/api/types';
import type { OwnValues } from './input/own-field';

/** What an action's tab and its cards show. */
export interface ActionTabProps {
  engine: Engine;
  action: string;
  website: Website | null;
  /** Run whose result is shown; empty for the newest. */
  runId: string;
  /** Run to compare it with; empty for none. */
  compareId: string;
  given: OwnValues;
  onShow: (runId: string) => void;
  onCompare: (runId: string) => void;
  /** Opens another action with fields filled in. */
  onAsk: (action: string, given: OwnValues) => void;
}
