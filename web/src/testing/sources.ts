import type { DataSource, WebVitals } from '@/api/sources';

export function aSource(change: Partial<DataSource> = {}): DataSource {
  return {
    connectionId: 'k1',
    provider: 'search_console',
    providerName: 'Google Search Console',
    name: 'Search Console',
    status: 'connected',
    message: null,
    property: 'sc-domain:northwind.example',
    firstDay: '2025-07-24',
    lastDay: '2026-11-23',
    lastFinalDay: '2026-11-21',
    wantedFrom: '2025-07-24',
    rows: 48_210,
    syncedAt: '2026-11-24T10:00:00Z',
    nextAt: '2026-11-25T10:00:00Z',
    error: null,
    run: null,
    importId: 'i1',
    ...change,
  };
}

export function aVital(change: Partial<WebVitals> = {}): WebVitals {
  return {
    url: 'https://northwind.example',
    isOrigin: true,
    firstDay: '2026-10-25',
    day: '2026-11-21',
    lcp: 2300,
    inp: 240,
    cls: 0.3,
    fcp: 1500,
    ttfb: null,
    ...change,
  };
}
