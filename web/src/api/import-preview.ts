import type { Import } from './types';

/** Which part of the search market an export covers. All parts may be missing. */
export interface ImportMarket {
  searchType?: string | null;
  dateRange?: string | null;
  from?: string | null;
  to?: string | null;
  country?: string | null;
  device?: string | null;
  query?: string | null;
  page?: string | null;
  appearance?: string | null;
}

interface WholePreview {
  market?: ImportMarket | null;
  suggestedUrl?: string | null;
  warnings?: string[];
}

/** What the first look at an import tells beyond its files. */
export function previewOf(record: Import): {
  market: ImportMarket | null;
  suggestedUrl: string | null;
  warnings: string[];
} {
  const preview = (record.preview ?? {}) as WholePreview;
  return {
    market: preview.market ?? (record.market as ImportMarket | null | undefined) ?? null,
    suggestedUrl: preview.suggestedUrl ?? record.suggestedUrl ?? null,
    warnings: preview.warnings ?? [],
  };
}
