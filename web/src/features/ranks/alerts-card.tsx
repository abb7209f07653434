import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Settings2 } from 'lucide-react';
import { useState } from 'react';
import { type RankAlert, type RankSettings, rankApi, rankQueries } from '@/api/ranks';
import type { Website } from '@/api/types';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge, type Tone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { CardBody } from '@/components/ui/card';
import { FoldingCard } from '@/components/ui/folding-card';
import { Pages } from '@/components/ui/pages';
import { useRowPages } from '@/components/ui/use-row-pages';
import { formatDate, formatDateTime, formatMoney } from '@/lib/format';
import { AlertRulesDialog } from './alert-rules-dialog';
import { EmailSubscription } from './email-subscription';
import { currencyOf } from './rank-words';

const WORDS: Record<RankAlert['kind'], string> = {
  drop: 'Drop',
  left_top: 'Left the first results',
  entered_top: 'Entered the first results',
  lost_feature: 'Lost a feature',
  cited: 'Cited',
  citation_lost: 'Citation lost',
};

const TONES: Record<RankAlert['severity'], Tone> = { info: 'success', warning: 'warning', critical: 'danger' };

/** Alerts about ranks, newest first, and their rules. */
export function AlertsCard({
  website,
  settings,
  onKeyword,
}: {
  website: Website;
  settings: RankSettings;
  onKeyword: (id: string) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const query = useInfiniteQuery(rankQueries.alerts(website.id));
  const loaded = query.data?.pages.flatMap(({ alerts }) => alerts) ?? [];
  const { rows, ...pages } = useRowPages('apage', '', loaded, query);
  return (
    <FoldingCard
      title="Alerts"
      summary={loaded[0] ? `last ${formatDate(loaded[0].createdAt)}` : undefined}
      description={rulesText(settings, currencyOf(website))}
      actions={
        <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
          <Settings2 size={14} aria-hidden="true" />
          Change rules
        </Button>
      }
    >
      <CardBody className="py-4">
        <ByEmail website={website} />
      </CardBody>
      <AlertRulesDialog website={website} settings={settings} isOpen={isOpen} onClose={() => setOpen(false)} />
      <QueryPanel
        query={query}
        fallback="Failed to load the alerts."
        isEmpty={(data) => data.pages.every(({ alerts }) => alerts.length === 0)}
        empty={
          <EmptyPanel
            title="No alerts yet"
            text="An alert appears here, as a notification, in your webhooks and in emails to subscribers when a check finds such a change."
            className="py-8"
          />
        }
      >
        {() => (
          <ul className="divide-y divide-border border-t border-border">
            {rows.map((alert) => (
              <Row key={alert.id} alert={alert} onKeyword={onKeyword} />
            ))}
          </ul>
        )}
      </QueryPanel>
      <Pages label="Pages of alerts" {...pages} />
    </FoldingCard>
  );
}

const EMAILS = {
  it: 'them',
  started: 'You get these alerts by email',
  ended: 'You no longer get these alerts by email',
};

function ByEmail({ website }: { website: Website }) {
  const options = rankQueries.alertSubscription(website.id);
  const query = useQuery(options);
  return (
    <QueryPanel query={query} fallback="Failed to load who gets the alerts.">
      {(subscription) => (
        <EmailSubscription
          subscription={subscription}
          words={EMAILS}
          change={(isSubscribed) => rankApi.subscribeAlerts(website.id, isSubscribed)}
          queryKey={options.queryKey}
        />
      )}
    </QueryPanel>
  );
}

function rulesText({ alertRules: rules }: RankSettings, currency: string): string {
  if (!rules.isOn) return 'Alerts are switched off.';
  const value = rules.minValueCents > 0 ? `, from ${formatMoney(rules.minValueCents, currency)} a month` : '';
  return `Drops beyond ${rules.sigmas} standard deviations of the keyword's own volatility, the first ${rules.top} results, features and citations${value}.`;
}

function Row({ alert, onKeyword }: { alert: RankAlert; onKeyword: (id: string) => void }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-5 py-2.5 text-[0.8125rem]">
      <Badge tone={TONES[alert.severity]}>{WORDS[alert.kind]}</Badge>
      <button
        type="button"
        className="min-h-6 min-w-0 flex-1 basis-64 text-left wrap-anywhere hover:text-brand hover:underline"
        onClick={() => onKeyword(alert.keywordId)}
      >
        {alert.message}
      </button>
      <span className="text-xs whitespace-nowrap text-muted-foreground">{formatDateTime(alert.createdAt)}</span>
    </li>
  );
}
