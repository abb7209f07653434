import type { MarketFigure } from '@/api/market-data';
import { BOUNDS, figureText, originText } from '@/components/markets/market-words';

/** A figure with its range and origin; unknown figures say so. */
export function FigureCell({
  figure,
  format,
  unit,
  hasBound = false,
}: {
  figure: MarketFigure | null | undefined;
  format: (value: number) => string;
  unit?: string;
  /** Whether the bound is shown, for demand. */
  hasBound?: boolean;
}) {
  const { typical, range } = figureText(figure, format);
  if (!figure) return <span className="text-muted-foreground">{typical}</span>;
  const bound = hasBound ? BOUNDS[figure.bound] : undefined;
  return (
    <span className="block" title={bound ? `${originText(figure)}. ${bound.text}` : originText(figure)}>
      <span className="font-medium md:whitespace-nowrap">
        {bound ? `${bound.label} ` : null}
        {typical}
        {unit ? <span className="font-normal text-muted-foreground"> {unit}</span> : null}
      </span>
      {range ? <span className="block text-xs whitespace-nowrap text-muted-foreground">{range}</span> : null}
      <span className="block text-xs text-muted-foreground max-md:truncate">
        {shortOrigin(figure)}
        {figure.sources[0] ? (
          <span className="max-md:before:content-[',_'] md:ml-auto md:block md:max-w-56 md:truncate">
            {figure.sources[0].title}
          </span>
        ) : null}
      </span>
    </span>
  );
}

/** Year and grade, or that the value is the workspace's. */
function shortOrigin(figure: MarketFigure): string {
  if (figure.evidence === 'own') return 'Your value';
  const kind = figure.evidence === 'category' ? 'of the category' : figure.evidence === 'weak' ? 'weak' : null;
  const parts = [kind, figure.year, figure.grade ? `grade ${figure.grade}` : null];
  return parts.filter(Boolean).join(', ');
}
