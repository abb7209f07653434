import type { Conversion, VisitCounts, VisitReport } from '@/api/visits';

/** Records of visits as sent by the server, for tests. */

export function visitCounts(change: Partial<VisitCounts> = {}): VisitCounts {
  return { visits: 0, views: 0, engaged: 0, contacts: 0, conversions: 0, valueCents: 0, ...change };
}

const TOTALS = visitCounts({
  visits: 312,
  views: 700,
  engaged: 156,
  contacts: 39,
  conversions: 9,
  valueCents: 108_000,
});

/** A month with 312 visits and nine conversions. */
export function aVisitReport(change: Partial<VisitReport> = {}): VisitReport {
  const group = (name: string, counts: Partial<VisitCounts>) => ({ name, channel: null, ...visitCounts(counts) });
  return {
    success: true,
    from: '2026-10-27',
    to: '2026-11-23',
    totals: TOTALS,
    conversionRate: { value: 9 / 312, low: 0.015_249, high: 0.053_904 },
    previous: visitCounts({ visits: 400, views: 700, engaged: 100, contacts: 20, conversions: 5 }),
    days: [{ day: '2026-11-20', ...TOTALS }],
    channels: [
      group('search', { visits: 300, contacts: 30, conversions: 6 }),
      group('ai', { visits: 12, contacts: 9, conversions: 3 }),
    ],
    sources: [
      { ...group('bing.com', { visits: 300, contacts: 30, conversions: 6 }), channel: 'search' },
      { ...group('', { visits: 12, contacts: 9, conversions: 3 }), channel: 'direct' },
    ],
    entryPages: [group('/', TOTALS)],
    devices: [group('mobile', TOTALS)],
    pages: [{ page: '/quote, "fast"', views: 700, conversions: 9 }],
    bots: 14,
    countingSince: '2026-01-05',
    lastEventAt: '2026-11-23T11:58:00Z',
    ...change,
  };
}

/** A report of a website whose pages have never reported. */
export function noVisits(change: Partial<VisitReport> = {}): VisitReport {
  const [totals, previous] = [visitCounts(), visitCounts()];
  const groups = { channels: [], sources: [], entryPages: [], devices: [], pages: [], days: [] };
  return aVisitReport({
    totals,
    previous,
    ...groups,
    conversionRate: null,
    bots: 0,
    lastEventAt: null,
    countingSince: null,
    ...change,
  });
}

export function aConversion(change: Partial<Conversion> = {}): Conversion {
  return {
    id: 'c1',
    at: '2026-11-23T10:00:00Z',
    name: 'Quote',
    page: '/contact',
    entryPage: '/',
    channel: 'ai',
    source: 'chatgpt.com',
    device: 'mobile',
    valueCents: 12_000,
    ...change,
  };
}
