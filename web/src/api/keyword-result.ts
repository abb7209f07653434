import type { Money, Schemas } from './types';

/** 10 %, 50 % and 90 % points of an estimate. */
export type Interval = Schemas['Estimate'];

/** One factor of the product behind every amount. */
export interface Factor {
  name: string;
  label: string;
  distribution: string;
  interval: Interval;
  source: string;
  observedAt: string | null;
  /** Taken for granted, not measured. */
  isAssumption: boolean;
  /** The parameter that overrides it. */
  parameter: string;
}

export interface CurvePoint {
  position: number;
  /** Share of clicks, 0 to 1, after the site's own clicks moved it. */
  ctr: number;
  /** Share of clicks of the published curve. */
  prior: number;
  clicks: number;
  impressions: number;
}

export interface KeywordTotals {
  queries: number;
  clusters: number;
  clicks: number;
  impressions: number;
  brandClicks?: number;
  volume: number | null;
  volumeUpperBound: number | null;
  abstained?: number;
  value: Money | null;
  valueBasis?: string | null;
}

/** What the keyword engine answers beside its tables. Every part may be missing in a result of an older version. */
export interface KeywordResult {
  totals?: KeywordTotals;
  curve?: { points: CurvePoint[]; source: string; isFitted: boolean };
  factors?: Factor[];
  needs?: { kind: string; label: string }[];
  notes?: string[];
  assumptions?: string[];
  method?: string;
  methodVersion?: string;
}
