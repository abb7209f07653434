import { LineFigure } from '@/components/charts/line-figure';
import { formatNumber, formatPercent } from '@/lib/format';
import { fileName } from '../file-name';
import type { PlotProps } from './plot-props';

const percent = (value: number) => formatPercent(value, 0);

/** Share of correct claims compared with their confidence. */
export function ReportPlots({ result, run }: PlotProps<'learning.report'>) {
  const scores = result.probabilities;
  const bins = scores?.table.filter((bin) => bin.count > 0) ?? [];
  if (result.learning === 'off') {
    return <p>Not enough outcomes yet. Results appear here after the first due dates.</p>;
  }
  if (bins.length === 0) return null;
  const forecasts = bins.map((bin) => bin.forecast);
  return (
    <LineFigure
      title="Calibration"
      description={`A well calibrated engine follows the dashed line. Brier score ${formatNumber(scores?.brier, 3)}.`}
      fileName={`${fileName(run)}-calibration`}
      xs={forecasts}
      xText={(index) => percent(forecasts[index] ?? 0)}
      xTitle="Predicted"
      yText={percent}
      zero
      lines={[
        { name: 'Correct', values: bins.map((bin) => bin.cameTrue), tone: 1 },
        { name: 'Perfect calibration', values: forecasts, tone: 8, dashed: true },
      ]}
      bands={[{ name: '95% interval', low: bins.map((bin) => bin.low), high: bins.map((bin) => bin.high), tone: 1 }]}
    />
  );
}

/** Stated and corrected probabilities. */
export function CalibratePlots({ result }: PlotProps<'learning.calibrate'>) {
  const { calibrated, brierBefore, brierAfter } = result;
  return (
    <p>
      Calibrated: {calibrated.map((value) => formatPercent(value)).join(', ')}. Brier score{' '}
      {formatNumber(brierBefore, 3)} before{brierAfter == null ? '' : `, ${formatNumber(brierAfter, 3)} after`}; lower
      is better.
    </p>
  );
}

/** CTR by position of each site compared with the published curve. */
export function CurvePlots({ result, run }: PlotProps<'learning.curves'>) {
  return result.clicks.map(({ site, bucket, ratio, points }) => {
    const name = [site, bucket].filter(Boolean).join(', ');
    return (
      <LineFigure
        key={name}
        title={`Clicks by position: ${name}`}
        description={`Total: ${formatNumber(ratio, 2)} times the published CTR.`}
        fileName={`${fileName(run)}-curve`}
        xs={points.map((point) => point.position)}
        xText={(index) => String(points[index]?.position ?? '')}
        xTitle="Position"
        yText={(value) => formatPercent(value, 1)}
        zero
        lines={[
          { name: 'Learned', values: points.map((point) => point.share), tone: 1 },
          { name: 'Published', values: points.map((point) => point.prior), tone: 8, dashed: true },
        ]}
        bands={[
          {
            name: '80% interval',
            low: points.map((point) => point.low),
            high: points.map((point) => point.high),
            tone: 1,
          },
        ]}
      />
    );
  });
}
