import type { Crawl, CrawlSchedule, NewCrawl } from '@/api/crawls';
import type { Website } from '@/api/types';

export interface Values {
  url: string;
  maxPages: string;
  maxDepth: string;
  maxMinutes: string;
  maxMegabytes: string;
  delayMs: string;
  maxPerPattern: string;
  subdomains: boolean;
  render: boolean;
  renderPages: string;
  /** Regular expressions, one per line. */
  include: string;
  exclude: string;
  /** Cron expression of a schedule; empty for none. */
  cron: string;
}

/** Ranges that the server accepts. */
export const LIMITS = {
  maxPages: { min: 1, max: 1_000_000 },
  maxDepth: { min: 0, max: 10_000 },
  maxMinutes: { min: 1, max: 1_200 },
  maxMegabytes: { min: 1, max: 100_000 },
  delayMs: { min: 0, max: 60_000 },
  maxPerPattern: { min: 0, max: 10_000_000 },
  renderPages: { min: 1, max: 10_000 },
} as const;

/** Default settings of a new crawl, the same as on the server. */
const DEFAULTS = { maxPages: '1000', maxDepth: '1000', delayMs: '250', maxPerPattern: '500', renderPages: '50' };

/** In seconds. */
const MINUTE = 60;
/** In bytes. */
const MEGABYTE = 1_000_000;

/** A stored number as a whole number of larger units, `most` at most. */
function inUnits(value: unknown, unit: number, most: number, otherwise: string): string {
  return typeof value === 'number' ? String(Math.min(Math.ceil(value / unit), most)) : otherwise;
}

/** First values of the form: the settings of `model`, or the defaults. */
export function valuesOf(website: Website, model: Crawl | CrawlSchedule | null): Values {
  const settings = settingsOf(model);
  const text = (name: keyof typeof DEFAULTS) => {
    const value = settings[name];
    return typeof value === 'number' ? String(value) : DEFAULTS[name];
  };
  return {
    url: model?.url ?? website.url,
    maxPages: text('maxPages'),
    maxDepth: text('maxDepth'),
    maxMinutes: inUnits(settings.maxSeconds, MINUTE, LIMITS.maxMinutes.max, '360'),
    maxMegabytes: inUnits(settings.maxBytes, MEGABYTE, LIMITS.maxMegabytes.max, '10000'),
    delayMs: text('delayMs'),
    maxPerPattern: text('maxPerPattern'),
    subdomains: settings.scope === 'subdomains',
    render: settings.render === 'sample' || settings.render === 'all',
    renderPages: text('renderPages'),
    include: linesOf(settings.include),
    exclude: linesOf(settings.exclude),
    cron: model && 'cron' in model ? model.cron : '',
  };
}

function settingsOf(model: Crawl | CrawlSchedule | null): Record<string, unknown> {
  const settings = model?.settings;
  return typeof settings === 'object' && settings !== null ? { ...settings } : {};
}

function linesOf(patterns: unknown): string {
  return Array.isArray(patterns) ? patterns.join('\n') : '';
}

export function bodyOf(values: Values, websiteId: string): NewCrawl {
  const lines = (text: string) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  return {
    websiteId,
    url: values.url.trim(),
    maxPages: Number(values.maxPages),
    maxDepth: Number(values.maxDepth),
    maxSeconds: Number(values.maxMinutes) * MINUTE,
    maxBytes: Number(values.maxMegabytes) * MEGABYTE,
    delayMs: Number(values.delayMs),
    maxPerPattern: Number(values.maxPerPattern),
    subdomains: values.subdomains,
    render: values.render ? 'sample' : 'none',
    ...(values.render ? { renderPages: Number(values.renderPages) } : {}),
    include: lines(values.include),
    exclude: lines(values.exclude),
  };
}
