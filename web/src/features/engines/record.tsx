import type { ReactNode } from 'react';
import type { Engine } from '@/api/types';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import { formatDuration, formatNumber, formatPercent } from '@/lib/format';

/** Accuracy of the engine so far. */
export function Record({ engine }: { engine: Engine }) {
  return (
    <Card aria-label="Run statistics">
      <CardHeader title="Run statistics" />
      <CardBody className="pt-2">
        <dl className="divide-y divide-border">
          <Line name="Last run">{engine.lastRunAt ? <RelativeTime at={engine.lastRunAt} /> : 'never'}</Line>
          <Line name="Duration">{formatDuration(engine.lastDurationMs)}</Line>
          <Line name="Median duration">{formatDuration(engine.medianDurationMs)}</Line>
          {engine.nextRunAt ? (
            <Line name="Next run">
              <RelativeTime at={engine.nextRunAt} />
            </Line>
          ) : null}
          <Line name="Runs">{formatNumber(engine.runs, 0)}</Line>
          <Line name="Failed">{formatNumber(engine.failures, 0)}</Line>
          <Line name="Insights">{formatNumber(engine.insights, 0)}</Line>
          <Line name="Calibration">{calibrationText(engine)}</Line>
        </dl>
      </CardBody>
    </Card>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="tabular text-right">{children}</dd>
    </div>
  );
}

/** Share of correct claims compared with the predicted share. */
function calibrationText({ calibration }: Engine): string {
  if (!calibration) return 'unknown: no outcomes yet';
  const { claimed, observed, n } = calibration;
  return `stated ${formatPercent(claimed, 0)}, correct ${formatPercent(observed, 0)} (n=${formatNumber(n, 0)})`;
}
