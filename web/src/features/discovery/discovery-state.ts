import type { ActionResult } from '@/api/engine-results';
import { useUrlState } from '@/hooks/use-url-state';

export type Scan = ActionResult<'local.scan'>;
export type ScanMarket = Scan['markets'][number];

/** The whole state of the screen, in the address. */
export const DISCOVERY_DEFAULTS = {
  /** Filters of the next scan. */
  verticals: '',
  states: '',
  city: '',
  people: '',
  payout: '',
  /** The scan that is shown; the latest without it. */
  run: '',
  /** What is shown of it. */
  tier: '',
  q: '',
  at: '',
  sort: 'profit',
  order: 'desc',
  /** The open market, and the selected ones. */
  row: '',
  pick: '',
};

export type DiscoveryState = typeof DISCOVERY_DEFAULTS;
export type SetState = (change: Partial<DiscoveryState>, options?: { replace?: boolean }) => void;

export const NO_VIEW_FILTER = { tier: '', q: '', at: '' };
export const NO_SCAN_FILTER = { verticals: '', states: '', city: '', people: '', payout: '' };

export function useDiscoveryState(): [DiscoveryState, SetState] {
  return useUrlState(DISCOVERY_DEFAULTS);
}

/** Items of a list in the address. */
export function listOf(text: string): string[] {
  return [
    ...new Set(
      text
        .split(',')
        .map((each) => each.trim())
        .filter(Boolean),
    ),
  ];
}

/** A positive number in the address; null for anything else. */
export function numberOf(text: string): number | null {
  const value = Number(text);
  return text !== '' && Number.isFinite(value) && value > 0 ? value : null;
}

/** Identifies a market in the address. */
export function keyOf({ vertical, placeId }: { vertical: string; placeId: string }): string {
  return `${vertical}:${placeId}`;
}

export function nameOf({ verticalName, city, state }: { verticalName: string; city: string; state: string }): string {
  return `${verticalName} in ${city}${state ? `, ${state}` : ''}`;
}
