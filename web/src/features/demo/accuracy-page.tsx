import type { Demo } from '@/api/types';
import { ChangesCard } from './changes-card';
import { ChecksCard } from './checks-card';
import { DemoFrame, MarketLine, YourOwn } from './demo-frame';
import { ForecastCard } from './forecast-card';
import { ScoresRow } from './scores-row';

/** Accuracy test of the demo: engine results compared with the known truth of the simulated market. */
export default function AccuracyPage() {
  return (
    <DemoFrame
      title="Accuracy test"
      description="Engine results on simulated data with known effects, so that you can check their accuracy."
      other={{ label: 'Demo', to: '/demo' }}
    >
      {(demo) => (
        <>
          <Answer demo={demo} />
          <ScoresRow scores={demo.scores} />
          <ForecastCard forecast={demo.forecast} />
          <ChangesCard changes={demo.changes} scores={demo.scores} />
          <ChecksCard checks={demo.checks} />
          <YourOwn />
        </>
      )}
    </DemoFrame>
  );
}

/** How many planted changes the engines found, and the market that they were planted in. */
function Answer({ demo: { scores, market, changes } }: { demo: Demo }) {
  return (
    <div>
      <p className="text-lg font-semibold text-pretty">
        The engines found {scores.found} of {scores.planted} planted changes, with {scores.falseAlarms} false{' '}
        {scores.falseAlarms === 1 ? 'alarm' : 'alarms'} among {changes.length}.
      </p>
      <MarketLine market={market} />
    </div>
  );
}
