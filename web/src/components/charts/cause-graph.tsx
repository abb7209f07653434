import { useId } from 'react';
import { ScrollBox } from '@/components/ui/scroll-box';
import { ChartFrame } from './chart-frame';
import { layered, type Node } from './layered';

const BOX = { width: 132, height: 34, across: 190, down: 62, margin: 20 };

/** Causal graph: arrows for known directions, plain lines for unknown ones. Causes are left of their effects. */
export function CauseGraph({
  directed,
  undirected,
  fileName,
}: {
  directed: readonly (readonly [string, string])[];
  undirected: readonly (readonly [string, string])[];
  fileName: string;
}) {
  const arrow = useId();
  const nodes = layered(directed, undirected);
  const place = (node: Node) => ({
    x: BOX.margin + node.layer * BOX.across,
    y: BOX.margin + node.row * BOX.down,
  });
  const find = (name: string) => nodes.find((node) => node.name === name);
  const width = 2 * BOX.margin + Math.max(0, ...nodes.map(({ layer }) => layer)) * BOX.across + BOX.width;
  const height = 2 * BOX.margin + Math.max(0, ...nodes.map(({ row }) => row)) * BOX.down + BOX.height;
  const edge = ([from, to]: readonly [string, string], isDirected: boolean) => {
    const [a, b] = [find(from), find(to)];
    if (!a || !b) return null;
    return (
      <path
        key={`${from} ${to}`}
        d={curve(place(a), place(b))}
        fill="none"
        strokeWidth={1.75}
        strokeDasharray={isDirected ? undefined : '5 4'}
        markerEnd={isDirected ? `url(#${arrow})` : undefined}
        className={isDirected ? 'stroke-chart-1' : 'stroke-chart-8'}
      />
    );
  };
  const rows = [
    ...directed.map(([from, to]) => [from, 'drives', to]),
    ...undirected.map(([from, to]) => [from, 'is related to (direction unknown)', to]),
  ];
  return (
    <ChartFrame
      title="Causal graph"
      description="An arrow points from a cause to its effect. A dashed line joins related variables whose direction is unknown."
      table={{ headers: ['Variable', 'Relation', 'Other variable'], rows }}
      fileName={fileName}
    >
      <ScrollBox label="Causal graph; the table shows the same data" className="overflow-x-auto">
        <svg data-chart width={width} height={height} aria-hidden="true" className="text-xs">
          <defs>
            <marker id={arrow} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
              <path d="M0,0L8,4L0,8Z" className="fill-chart-1" />
            </marker>
          </defs>
          {directed.map((pair) => edge(pair, true))}
          {undirected.map((pair) => edge(pair, false))}
          {nodes.map((node) => (
            <g key={node.name}>
              <rect
                {...place(node)}
                width={BOX.width}
                height={BOX.height}
                rx={6}
                className="fill-muted stroke-border"
              />
              <text
                x={place(node).x + BOX.width / 2}
                y={place(node).y + BOX.height / 2 + 4}
                textAnchor="middle"
                className="fill-foreground"
              >
                {node.name.length > 18 ? `${node.name.slice(0, 17)}…` : node.name}
              </text>
            </g>
          ))}
        </svg>
      </ScrollBox>
    </ChartFrame>
  );
}

interface Point {
  x: number;
  y: number;
}

/** From the right side of a box to the left of another; inside of a layer, from bottom to top. */
function curve(a: Point, b: Point): string {
  if (a.x === b.x) {
    const [up, down] = a.y < b.y ? [a, b] : [b, a];
    const x = up.x + BOX.width;
    const bend = x + 30;
    const [from, to] = a === up ? [up, down] : [down, up];
    const middle = BOX.height / 2;
    return `M${x},${from.y + middle}C${bend},${from.y + middle} ${bend},${to.y + middle} ${x},${to.y + middle}`;
  }
  const isForward = a.x < b.x;
  const start = { x: isForward ? a.x + BOX.width : a.x, y: a.y + BOX.height / 2 };
  const end = { x: isForward ? b.x : b.x + BOX.width, y: b.y + BOX.height / 2 };
  const half = (start.x + end.x) / 2;
  return `M${start.x},${start.y}C${half},${start.y} ${half},${end.y} ${end.x},${end.y}`;
}
