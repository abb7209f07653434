import type { DeploymentLimits } from '@/api/deployments';
import type { PipelineMarket } from '@/api/pipeline';
import { formatMoney, formatNumber, plural } from '@/lib/format';

/** What happens when the deployment is started, in order. */
export function DeploySummary({
  markets,
  limits,
}: {
  markets: readonly PipelineMarket[];
  limits: DeploymentLimits | undefined;
}) {
  if (markets.length === 0) return null;
  const days = limits ? Math.ceil(markets.length / limits.newSitesPerDay) : 1;
  return (
    <section aria-label="What will happen" className="rounded-md bg-muted/60 px-4 py-3.5 text-[0.8125rem]">
      <h3 className="font-semibold">What will happen</h3>
      <ol className="mt-2 grid list-decimal gap-1.5 pl-5">
        <li>
          {plural(markets.length, 'site is', 'sites are')} built, one for each market.
          {limits ? ` Each has at most ${plural(limits.pagesAtLaunch, 'page')}.` : ''} Nothing is public yet.
        </li>
        <li>The gate checks every page. A site with a blocking finding waits until you have fixed it.</li>
        <li>You look at the previews and approve the sites. Without your approval none is deployed.</li>
        <li>
          The approved sites are uploaded and verified.
          {limits
            ? ` At most ${plural(limits.newSitesPerDay, 'new site')} go live on a day${days > 1 ? `, so this takes ${formatNumber(days, 0)} days` : ''}.`
            : ''}
        </li>
      </ol>
      <p className="mt-2.5 text-muted-foreground">{costText(markets)}</p>
      <p className="mt-1 text-muted-foreground">{profitText(markets)}</p>
    </section>
  );
}

/** Sum of the expected profits, by currency. */
export function profitText(markets: readonly PipelineMarket[]): string {
  const sums = new Map<string, number>();
  for (const { profitCents, currency } of markets) {
    if (profitCents !== null) sums.set(currency, (sums.get(currency) ?? 0) + profitCents);
  }
  const unknown = markets.filter(({ profitCents }) => profitCents === null).length;
  const known = [...sums].map(([currency, cents]) => formatMoney(cents, currency)).join(' and ');
  if (known === '') return 'The expected profit of these markets is unknown.';
  const rest = unknown > 0 ? ` ${plural(unknown, 'market has', 'markets have')} no known profit.` : '';
  return `Expected profit of all together: ${known} a month.${rest}`;
}

/** Modelled cost of a site and of all together, by currency: what the model takes from revenue to get the profit. */
export function costText(markets: readonly PipelineMarket[]): string {
  const costs = new Map<string, number[]>();
  let unknown = 0;
  for (const { revenueCents, profitCents, currency } of markets) {
    if (revenueCents === null || profitCents === null) unknown += 1;
    else costs.set(currency, [...(costs.get(currency) ?? []), revenueCents - profitCents]);
  }
  if (costs.size === 0) return 'The modelled cost of these sites is unknown.';
  const known = [...costs].map(([currency, each]) => costOf(each, currency)).join(' and ');
  const rest = unknown > 0 ? ` ${plural(unknown, 'site has', 'sites have')} no known cost.` : '';
  return `Modelled cost to run the sites: ${known} a month, after the one-time cost to build them.${rest}`;
}

/** "$15 for each, $30 together". */
function costOf(each: readonly number[], currency: string): string {
  const money = (cents: number) => formatMoney(cents, currency);
  const [least, most] = [Math.min(...each), Math.max(...each)];
  const one = least === most ? money(least) : `${money(least)} to ${money(most)}`;
  const sum = each.reduce((total, cents) => total + cents, 0);
  return each.length === 1 ? one : `${one} for each, ${money(sum)} together`;
}
