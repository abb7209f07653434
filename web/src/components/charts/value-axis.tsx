/** Horizontal lines of a drawing with their values at the left. */
export function ValueAxis({
  ticks,
  y,
  left,
  right,
  text,
}: {
  ticks: readonly number[];
  y: (value: number) => number;
  left: number;
  right: number;
  text: (value: number) => string;
}) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line x1={left} x2={right} y1={y(tick)} y2={y(tick)} className="stroke-border" />
      <text x={left - 8} y={y(tick) + 4} textAnchor="end" className="fill-muted-foreground">
        {text(tick)}
      </text>
    </g>
  ));
}
