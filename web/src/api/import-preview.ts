import type { Import, Schemas } from './types';

/** Which part of the search market an export covers. */
export type ImportMarket = Schemas['ImportMarket'];

/** What the first look at an import found beside its files. */
export function previewOf({ preview, market, suggestedUrl }: Import) {
  return { market, suggestedUrl, warnings: preview?.warnings ?? [] };
}
