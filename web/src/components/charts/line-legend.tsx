import { Fold } from '@/components/ui/fold';
import type { Band, Line, Mark } from './line-plot';
import { toneColour } from './line-plot';

/** Legend of the lines and bands; empty for a single one. */
export function LineLegend({ lines, bands }: { lines: readonly Line[]; bands: readonly Band[] }) {
  if (lines.length + bands.length < 2) return null;
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted-foreground">
      {lines.map((line) => (
        <li key={line.name} className="flex items-center gap-2">
          <LineKey colour={toneColour(line.tone)} dashed={line.dashed} />
          {line.name}
        </li>
      ))}
      {bands.map((band) => (
        <li key={band.name} className="flex items-center gap-2">
          <svg width="22" height="10" aria-hidden="true">
            <rect width="22" height="10" rx="2" fill={toneColour(band.tone)} fillOpacity={0.25} />
          </svg>
          {band.name}
        </li>
      ))}
    </ul>
  );
}

/** Marks that are listed without being asked for. */
const MOST_MARKS = 4;

/** Texts of marks that are numbers in the chart. */
export function MarkLegend({ numbered, xText }: { numbered: readonly Mark[]; xText: (at: number) => string }) {
  if (numbered.length === 0) return null;
  const list = (
    <ol className="grid list-inside list-decimal gap-x-5 gap-y-0.5 text-xs text-muted-foreground sm:grid-cols-2">
      {numbered.map(({ at, text }) => (
        <li key={`${at}-${text}`} className="wrap-anywhere">
          <span className="text-foreground">{text}</span>, {xText(at)}
        </li>
      ))}
    </ol>
  );
  if (numbered.length <= MOST_MARKS) return list;
  return (
    <Fold look="quiet" title={`${numbered.length} marks`}>
      {list}
    </Fold>
  );
}

/** Sample of a line; dashes are the second cue in addition to colour. */
export function LineKey({ colour, dashed }: { colour: string; dashed?: boolean }) {
  return (
    <svg width="22" height="8" aria-hidden="true">
      <line x1="0" x2="22" y1="4" y2="4" strokeWidth="2" strokeDasharray={dashed ? '5 4' : undefined} stroke={colour} />
    </svg>
  );
}
