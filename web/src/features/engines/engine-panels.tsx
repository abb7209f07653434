import type { ReactNode } from 'react';
import type { Website } from '@/api/types';
import { actionWords } from '@/components/engines/action-words';
import type { ResultPanel } from '@/components/engines/result/result-view';
import { InsightFeed } from '@/components/insights/insight-feed';
import { PHONE, useMedia } from '@/hooks/use-media';
import type { ActionTabProps } from './action-tab-props';
import { HistoryCard } from './history-card';
import { Inputs } from './inputs-card';
import { Record } from './record';
import type { useActionRuns } from './use-action-runs';
import { VersionsCard } from './versions-card';

/** Insights that are shown at once, on a phone fewer; more on request. */
const INSIGHTS = 5;
const PHONE_INSIGHTS = 3;

/** Tabs about an engine: insights, history, data and versions. `hasInputs`: whether its required data are among them. */
export function enginePanels(
  props: ActionTabProps & { runs: ReturnType<typeof useActionRuns>; shownId: string; hasInputs: boolean },
): ResultPanel[] {
  const { engine, action, website, severalWebsites, hasInputs } = props;
  const words = actionWords(engine.id, action);
  const missing = engine.needs.length;
  return [
    {
      id: 'insights',
      label: 'Insights',
      content: (
        <Flat>
          <Insights engineId={engine.id} website={severalWebsites ? website : null} />
        </Flat>
      ),
    },
    {
      id: 'history',
      label: 'History',
      content: (
        <Flat>
          <HistoryCard {...props} />
        </Flat>
      ),
    },
    {
      id: 'data',
      label: hasInputs && missing > 0 ? `Data (${missing} missing)` : 'Data',
      content: (
        <>
          {words ? <p className="max-w-prose">Data used: {words.reads}</p> : null}
          <Flat className="grid sm:grid-cols-2">
            {hasInputs ? <Inputs engine={engine} website={website} /> : null}
            <Record engine={engine} />
          </Flat>
        </>
      ),
    },
    {
      id: 'versions',
      label: 'Versions',
      content: (
        <Flat>
          <VersionsCard engine={engine} />
        </Flat>
      ),
    },
  ];
}

function Insights({ engineId, website }: { engineId: string; website: Website | null }) {
  const step = useMedia(PHONE) ? PHONE_INSIGHTS : INSIGHTS;
  return <InsightFeed engineId={engineId} website={website} step={step} />;
}

/** Cards in a tab of a card: without borders of their own, aligned with its text. */
function Flat({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <div className={`-mx-5 -mb-5 [&>section]:border-0 [&>section]:bg-transparent [&>section]:shadow-none ${className}`}>
      {children}
    </div>
  );
}
