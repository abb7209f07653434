import type { Channel, Conversion, VisitReport } from '@/api/visits';
import { formatDate, formatMoney, formatNumber, formatPercent, plural } from '@/lib/format';
import { humanise } from '@/lib/words';
import { countedBefore, daysOf } from './period';

const CHANNELS: Record<Channel, string> = {
  direct: 'Direct',
  search: 'Search',
  ai: 'AI assistants',
  social: 'Social',
  email: 'Email',
  paid: 'Paid',
  referral: 'Referral',
};

export function channelName(channel: string): string {
  return (CHANNELS as Record<string, string>)[channel] ?? humanise(channel);
}

/** Name of a source, a page or another group. Names beyond the 5,000 of a day are counted together. */
export function groupName(name: string): string {
  if (name === '') return 'None';
  return name === '(other)' ? 'All others' : name;
}

/** Source of a conversion, after its channel where it has a name. */
export function conversionSource({ channel, source }: Pick<Conversion, 'channel' | 'source'>): string {
  return source === '' ? channelName(channel) : `${channelName(channel)}: ${groupName(source)}`;
}

/** Currency of the values that a website's pages report. */
export function currencyOf(website: { settings: { currency: string | null } }): string {
  return website.settings.currency ?? 'USD';
}

/** Number of visits and the period. */
export function answerTitle({ totals, ...report }: VisitReport): string {
  const visits = totals.visits === 0 ? 'No visits' : plural(totals.visits, 'visit');
  return `${visits} in the last ${plural(daysOf(report), 'day')}`;
}

/** Standard deviations between two counts at which their difference is unlikely to be chance. */
const UNLIKELY = 1.96;

/** True if counts of rare independent events differ so little that chance explains it. */
export function isChance(now: number, before: number): boolean {
  return Math.abs(now - before) < UNLIKELY * Math.sqrt(now + before);
}

/** Change of the number of visits compared with as many days before, as far as these were counted. */
export function changeText(report: VisitReport): string {
  const [now, before] = [report.totals.visits, report.previous.visits];
  const period = `the previous ${plural(daysOf(report), 'day')}`;
  const counted = countedBefore(report);
  if (counted === 'none') return `Not counted yet in ${period}${sinceText(report)}.`;
  if (counted === 'part') {
    return `In ${period}, ${plural(before, 'visit was', 'visits were')} counted, only since ${formatDate(report.countingSince)}.`;
  }
  if (before === 0) return `None were counted in ${period}.`;
  if (now === before) return `As many as in ${period}.`;
  const size = formatNumber(Math.abs(now - before), 0);
  const share = formatPercent(Math.abs(now - before) / before, 0);
  const [amount, direction] = now > before ? ['more', 'up'] : ['fewer', 'down'];
  const change = `${size} ${amount} than in ${period} (${formatNumber(before, 0)}, ${direction} ${share}).`;
  return isChance(now, before) ? `${change} A difference this small can be chance.` : change;
}

function sinceText({ countingSince }: VisitReport): string {
  return countingSince === null ? '' : `: counting began on ${formatDate(countingSince)}`;
}

/** Conversions with their rate and its 95 % interval; empty without visits. */
export function conversionText({ totals, conversionRate }: VisitReport): string {
  if (!conversionRate) return '';
  const { value, low, high } = conversionRate;
  const digits = high < 0.01 ? 2 : 1;
  const range = `${formatNumber(low * 100, digits)} to ${formatPercent(high, digits)}`;
  const count = `${formatNumber(totals.conversions, 0)} of ${plural(totals.visits, 'visit')} converted`;
  return `${count}: ${formatPercent(value, digits)}, likely ${range} (95% interval).`;
}

/** Sum of the reported values; empty if no conversion has one. */
export function valueText({ totals }: VisitReport, currency: string): string {
  return totals.valueCents === 0 ? '' : `Reported value: ${formatMoney(totals.valueCents, currency)}.`;
}

/** Reason why visitors of a website cannot load the script from `origin`; null if they can. */
export function originProblem(origin: string, websiteUrl: string): string | null {
  const [server, website] = [new URL(origin), URL.canParse(websiteUrl) ? new URL(websiteUrl) : null];
  if (isLocal(server) && !(website && isLocal(website))) {
    return `The internet does not reach ${server.origin}. Open Motherlode at its public address, and copy the line there.`;
  }
  if (server.protocol === 'http:' && website?.protocol === 'https:') {
    return 'Browsers do not load a script over http into a page with https. Serve Motherlode with https.';
  }
  return null;
}

/** True for addresses of this computer and of private networks (RFC 1918). */
function isLocal({ hostname }: URL): boolean {
  return (
    /^(localhost|.*\.(localhost|local|lan|internal)|\[::1\])$/.test(hostname) ||
    /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))(\.\d+)+$/.test(hostname)
  );
}
