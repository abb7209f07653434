import { cn } from '@/lib/cn';

const WIDTH = 1200;
const HEIGHT = 640;
const LAYERS = 22;

/** Height of layer `layer` at `x`: layers follow one another and fold more, the deeper they lie. */
function depth(layer: number, x: number): number {
  const share = x / WIDTH;
  const base = 40 + (layer / (LAYERS - 1)) * (HEIGHT - 80);
  const fold = Math.sin(share * Math.PI * 2.1 + layer * 0.16) * (10 + layer * 1.6);
  const ripple = Math.sin(share * Math.PI * 5.3 - layer * 0.31) * 5;
  return base + fold + ripple;
}

function line(height: (x: number) => number): string {
  const points: string[] = [];
  for (let x = 0; x <= WIDTH; x += 20) points.push(`${x} ${height(x).toFixed(1)}`);
  return `M${points.join('L')}`;
}

const STRATA = Array.from({ length: LAYERS }, (_, layer) => line((x) => depth(layer, x)));
/** The lode cuts across the layers and rises: from the deep to near the surface. */
const rise = (x: number) => depth(17 - (x / WIDTH) * 13, x);
const LODE = line(rise);

/** Decoration: layers of rock with a lode running through them. */
export function Strata({ className }: { className?: string }) {
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      aria-hidden="true"
      className={cn('pointer-events-none', className)}
    >
      {STRATA.map((path, layer) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the layers never change their order
        <path key={layer} d={path} className="stroke-foreground" strokeOpacity={0.06 + layer * 0.005} />
      ))}
      <path d={LODE} className="stroke-primary" strokeWidth="10" strokeOpacity="0.1" strokeLinecap="round" />
      <path d={LODE} className="stroke-primary" strokeWidth="2.25" strokeLinecap="round" />
      {[300, 560, 860].map((x) => (
        <circle key={x} cx={x} cy={rise(x)} r="4.5" className="fill-background stroke-primary" strokeWidth="2.25" />
      ))}
    </svg>
  );
}
