/** Text of a tick of the horizontal axis; the first and the last stay inside the chart. */
export function AxisText({
  x,
  y,
  index,
  count,
  text,
}: {
  x: number | string;
  y: number | string;
  index: number;
  count: number;
  text: string;
}) {
  const anchor = index === 0 ? 'start' : index === count - 1 ? 'end' : 'middle';
  return (
    <text x={x} y={Number(y) + 10} textAnchor={anchor} className="tabular fill-muted-foreground">
      {text}
    </text>
  );
}
