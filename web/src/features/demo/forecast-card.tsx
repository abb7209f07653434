import type { Demo } from '@/api/types';
import { LineFigure } from '@/components/charts/line-figure';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { SimulatedBadge } from '@/components/websites/simulated-badge';
import { formatDate, formatNumber } from '@/lib/format';

/** The model without the weights of its parts: "combination of 12: theta 0.10, ..." is "combination of 12". */
function modelName(model: string): string {
  return model.split(':')[0] ?? model;
}

/** Clicks of the site: observed, forecast with interval, and actual. */
export function ForecastCard({ forecast }: { forecast: Demo['forecast'] }) {
  const { observed, ahead, total } = forecast;
  const days = [...observed, ...ahead].map((day) => day.date);
  const before = observed.map(() => null);
  const after = ahead.map(() => null);
  return (
    <Card aria-label="Forecast">
      <CardHeader
        title="Forecast"
        description={`The last ${ahead.length} days were withheld. Forecast: ${formatNumber(total.mean, 0)} clicks (80% interval ${formatNumber(total.low, 0)} to ${formatNumber(total.high, 0)}). Actual: ${formatNumber(forecast.came, 0)}. Naive forecast: ${formatNumber(forecast.naive, 0)}.`}
        actions={<SimulatedBadge />}
      />
      <CardBody>
        <LineFigure
          title="Clicks per day"
          description={`Model: ${modelName(forecast.model)}`}
          fileName="simulated-forecast"
          xs={days.map((_, index) => index)}
          xText={(index) => formatDate(days[index])}
          yText={(value) => formatNumber(value, 0)}
          lines={[
            { name: 'Observed', values: [...observed.map((day) => day.clicks), ...after], tone: 1 },
            { name: 'Forecast', values: [...before, ...ahead.map((day) => day.p50)], tone: 2 },
            { name: 'Actual', values: [...before, ...ahead.map((day) => day.came)], tone: 3, dashed: true },
          ]}
          bands={[
            {
              name: '80% interval',
              low: [...before, ...ahead.map((day) => day.p10)],
              high: [...before, ...ahead.map((day) => day.p90)],
              tone: 2,
            },
          ]}
          zero
        />
      </CardBody>
    </Card>
  );
}
