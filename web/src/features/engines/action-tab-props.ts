import type { Engine, Website } from '@/api/types';
import type { OwnValues } from './input/own-field';

/** Props of an action's tab and its cards. */
export interface ActionTabProps {
  engine: Engine;
  action: string;
  website: Website | null;
  /** Run of the shown result; empty for the latest. */
  runId: string;
  /** Run to compare it with; empty for none. */
  compareId: string;
  /** Open tab below the result; empty for the first. */
  panel: string;
  /** Whether insights must be filtered by website. */
  severalWebsites: boolean;
  given: OwnValues;
  onShow: (runId: string) => void;
  onCompare: (runId: string) => void;
  onPanel: (panel: string) => void;
  /** Opens another action with filled fields. */
  onAsk: (action: string, given: OwnValues) => void;
}
