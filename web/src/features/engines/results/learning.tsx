import { LineFigure } from '@/components/charts/line-figure';
import { formatNumber, formatPercent } from '@/lib/format';
import { fileName } from '../result-card';
import type { ResultProps } from './result';
import { figuresAt, numberAt, objectAt, rowsAt, textAt } from './shapes';

const percent = (value: number) => formatPercent(value, 0);

/** How often claims came true beside how sure they were. */
export function ReportPlots({ result, run }: ResultProps) {
  const scores = objectAt(result, 'probabilities');
  const bins = scores ? rowsAt(scores, 'table').filter((bin) => (numberAt(bin, 'count') ?? 0) > 0) : [];
  if (textAt(result, 'learning') === 'off') {
    return <p>Not enough outcomes yet. Results appear here after the first due dates.</p>;
  }
  if (bins.length === 0) return null;
  const at = (key: string) => bins.map((bin) => numberAt(bin, key));
  return (
    <LineFigure
      title="Calibration"
      description={`A well calibrated engine follows the dashed line. Brier score ${formatNumber(numberAt(scores, 'brier'), 3)}.`}
      fileName={`${fileName(run)}-calibration`}
      xs={bins.map((bin, index) => numberAt(bin, 'forecast') ?? index)}
      xText={(index) => percent(numberAt(bins[index] ?? null, 'forecast') ?? 0)}
      xTitle="Said"
      yText={percent}
      zero
      lines={[
        { name: 'Correct', values: at('cameTrue'), tone: 1 },
        { name: 'Perfect calibration', values: at('forecast'), tone: 8, dashed: true },
      ]}
      bands={[{ name: '95% interval', low: at('low'), high: at('high'), tone: 1 }]}
    />
  );
}

/** What each probability was corrected to. */
export function CalibratePlots({ result }: ResultProps) {
  const [before, after] = [numberAt(result, 'brierBefore'), numberAt(result, 'brierAfter')];
  const calibrated = figuresAt(result, 'calibrated');
  return (
    <p>
      Calibrated: {calibrated.map((value) => formatPercent(value)).join(', ')}. Brier score {formatNumber(before, 3)}{' '}
      before{after === null ? '' : `, ${formatNumber(after, 3)} after`}; lower is better.
    </p>
  );
}

/** Each site's share of clicks by position beside the published one. */
export function CurvePlots({ result, run }: ResultProps) {
  return rowsAt(result, 'clicks').map((curve) => {
    const points = rowsAt(curve, 'points');
    const at = (key: string) => points.map((point) => numberAt(point, key));
    const name = [textAt(curve, 'site'), textAt(curve, 'bucket')].filter(Boolean).join(', ');
    return (
      <LineFigure
        key={name}
        title={`Clicks by position: ${name}`}
        description={`Total: ${formatNumber(numberAt(curve, 'ratio'), 2)} times the published CTR.`}
        fileName={`${fileName(run)}-curve`}
        xs={points.map((point, index) => numberAt(point, 'position') ?? index)}
        xText={(index) => String(numberAt(points[index] ?? null, 'position') ?? '')}
        xTitle="Position"
        yText={(value) => formatPercent(value, 1)}
        zero
        lines={[
          { name: 'Learned', values: at('share'), tone: 1 },
          { name: 'Published', values: at('prior'), tone: 8, dashed: true },
        ]}
        bands={[{ name: '80% interval', low: at('low'), high: at('high'), tone: 1 }]}
      />
    );
  });
}
