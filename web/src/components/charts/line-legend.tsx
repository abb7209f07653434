import type { Band, Line } from './line-plot';
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

/** Sample of a line; dashes are the second cue in addition to colour. */
export function LineKey({ colour, dashed }: { colour: string; dashed?: boolean }) {
  return (
    <svg width="22" height="8" aria-hidden="true">
      <line x1="0" x2="22" y1="4" y2="4" strokeWidth="2" strokeDasharray={dashed ? '5 4' : undefined} stroke={colour} />
    </svg>
  );
}
