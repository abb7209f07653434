import { type KeyboardEvent, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Table, Td, Th } from '@/components/ui/table';
import { cn } from '@/lib/cn';
import { formatMoney, formatNumber, plural } from '@/lib/format';
import { keyOf, nameOf, type ScanMarket } from './discovery-state';
import { byState, quantileSteps, type StateFigures, stepOf } from './map-steps';
import { projectPlace } from './project-place';
import { MAP_HEIGHT, MAP_WIDTH, STATES } from './us-states';

/** Cities drawn as dots, the best first. */
const DOTS = 250;
/** Colours of the steps, from the lowest; the legend and the table repeat the values as text. */
const FILLS = ['fill-chart-1/15', 'fill-chart-1/35', 'fill-chart-1/55', 'fill-chart-1/75', 'fill-chart-1'];
const SWATCHES = ['bg-chart-1/15', 'bg-chart-1/35', 'bg-chart-1/55', 'bg-chart-1/75', 'bg-chart-1'];

interface MapProps {
  markets: readonly ScanMarket[];
  currency: string;
  /** Code of the chosen state; empty for all. */
  at: string;
  open: string;
  picked: ReadonlySet<string>;
  onState: (code: string) => void;
  onOpen: (key: string) => void;
}

/** States by their best market, and the best cities. A table with the same figures is one button away. */
export function UsMap(props: MapProps) {
  const [isTable, setTable] = useState(false);
  const figures = byState(props.markets);
  const limits = quantileSteps([...figures.values()].map(({ bestCents }) => bestCents));
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Legend limits={limits} currency={props.currency} />
        <Button variant="outline" size="sm" onClick={() => setTable(!isTable)}>
          View as {isTable ? 'map' : 'table'}
        </Button>
      </div>
      {isTable ? <StateTable {...props} figures={figures} /> : <Drawing {...props} figures={figures} limits={limits} />}
    </div>
  );
}

function Legend({ limits, currency }: { limits: readonly number[]; currency: string }) {
  return (
    <ul aria-label="Best expected monthly profit in the state" className="flex flex-wrap gap-x-3 gap-y-1 text-xs">
      {limits.map((limit, step) => (
        <li key={limit} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={cn('size-3 rounded-sm border border-border', SWATCHES[step])} />
          {formatMoney(limit, currency, { compact: true })} or more
        </li>
      ))}
    </ul>
  );
}

interface DrawingProps extends MapProps {
  figures: Map<string, StateFigures>;
  limits: readonly number[];
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

function Drawing({ figures, limits, at, currency, onState, ...props }: DrawingProps) {
  const [stop, setStop] = useState(0);
  const box = useRef<SVGSVGElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (stop + step + STATES.length) % STATES.length;
    setStop(next);
    box.current?.querySelectorAll<SVGPathElement>('[data-state]')[next]?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a set of fields
    <svg
      ref={box}
      viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`}
      className="h-auto w-full"
      role="group"
      aria-label="Map of the states. Use the arrow keys to move between states, Enter to filter by one."
      onKeyDown={move}
    >
      {STATES.map((state, index) => {
        const found = figures.get(state.code);
        const best = found ? `best ${formatMoney(found.bestCents, currency)} a month` : 'no market with a score';
        const label = `${state.name}: ${found ? `${plural(found.markets, 'market')}, ` : ''}${best}`;
        const isChosen = at === state.code;
        const choose = () => onState(isChosen ? '' : state.code);
        return (
          // biome-ignore lint/a11y/useSemanticElements: a shape of a drawing cannot be a button element
          <path
            key={state.code}
            data-state={state.code}
            d={state.path}
            role="button"
            aria-pressed={isChosen}
            aria-label={label}
            tabIndex={index === stop ? 0 : -1}
            className={cn(
              'cursor-pointer stroke-border outline-none hover:stroke-foreground focus-visible:stroke-foreground focus-visible:stroke-[3]',
              found ? FILLS[stepOf(found.bestCents, limits)] : 'fill-muted',
              isChosen && 'stroke-foreground stroke-[3]',
            )}
            onClick={choose}
            onFocus={() => setStop(index)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== ' ') return;
              event.preventDefault();
              choose();
            }}
          >
            <title>{label}</title>
          </path>
        );
      })}
      <Dots {...props} at={at} />
    </svg>
  );
}

/** The best cities. They are for the pointer: the grid has the same markets for the keyboard. */
function Dots({ markets, at, open, picked, onOpen }: Pick<MapProps, 'markets' | 'at' | 'open' | 'picked' | 'onOpen'>) {
  const shown = markets.filter((market) => at === '' || market.state === at).slice(0, DOTS);
  const marked = markets.filter((market) => keyOf(market) === open || picked.has(keyOf(market)));
  const all = [...new Set([...shown, ...marked])];
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: the dots do not take the focus
    <g aria-hidden="true">
      {all.map((market) => {
        const point = projectPlace(market.state, market.longitude ?? null, market.latitude ?? null);
        if (!point) return null;
        const key = keyOf(market);
        const isMarked = key === open || picked.has(key);
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the grid has the same markets for the keyboard
          <circle
            key={key}
            data-market={key}
            cx={point.x}
            cy={point.y}
            r={isMarked ? 8 : 3.5}
            className={cn('cursor-pointer stroke-background', isMarked ? 'fill-chart-4 stroke-2' : 'fill-foreground')}
            onClick={() => onOpen(key)}
          >
            <title>{nameOf(market)}</title>
          </circle>
        );
      })}
    </g>
  );
}

function StateTable({ figures, currency, at, onState }: MapProps & { figures: Map<string, StateFigures> }) {
  const rows = STATES.flatMap((state) => {
    const found = figures.get(state.code);
    return found ? [{ ...state, ...found }] : [];
  }).sort((one, other) => other.bestCents - one.bestCents);
  return (
    <div className="max-h-96 overflow-y-auto">
      <Table label="States">
        <thead>
          <tr>
            <Th>State</Th>
            <Th numeric>Markets</Th>
            <Th numeric>Best profit a month</Th>
            <Th>Best market</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ code, name, markets, bestCents, best }) => (
            <tr key={code}>
              <Td>
                <Button
                  variant="link"
                  size="inline"
                  className="min-h-6"
                  aria-pressed={at === code}
                  onClick={() => onState(at === code ? '' : code)}
                >
                  {name}
                </Button>
              </Td>
              <Td numeric>{formatNumber(markets, 0)}</Td>
              <Td numeric>{formatMoney(bestCents, currency)}</Td>
              <Td>{nameOf(best)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
