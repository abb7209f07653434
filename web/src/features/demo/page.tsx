import type { Demo } from '@/api/types';
import { InsightItem } from '@/components/insights/insight-item';
import { DemoFrame, MarketLine, YourOwn } from './demo-frame';
import { EnginesCard } from './engines-card';
import { FiguresRow } from './figures-row';
import { ForecastCard } from './forecast-card';
import { KeywordsCard } from './keywords-card';
import { NextActionsCard } from './next-actions-card';
import { Section } from './section';
import { useFirst } from './use-first';

/** Public demo: the hub on simulated sample data, read-only. */
export default function DemoPage() {
  return (
    <DemoFrame
      title="Intelligence hub"
      description="Demo on sample data: key metrics, engine results and findings. Read-only."
      other={{ label: 'Accuracy test', to: '/demo/accuracy' }}
    >
      {(demo) => <Hub demo={demo} />}
    </DemoFrame>
  );
}

/** Insights shown at first. */
const FIRST = 10;

function Hub({ demo }: { demo: Demo }) {
  const [insights, more] = useFirst(demo.insights, FIRST);
  return (
    <>
      <FiguresRow demo={demo} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <ForecastCard forecast={demo.forecast} />
        <NextActionsCard insights={demo.insights} />
      </div>
      <EnginesCard engines={demo.engines} />
      <Section title="Insights" description="The most important findings of each engine with their evidence.">
        <ul className="divide-y divide-border">
          {insights.map((insight) => (
            <InsightItem key={insight.id} insight={insight} plannable={false} />
          ))}
        </ul>
        {more}
      </Section>
      <KeywordsCard keywords={demo.keywords} market={demo.market} />
      <MarketLine market={demo.market} />
      <YourOwn />
    </>
  );
}
