import type { AnswerPrice } from '@/api/answers';
import { formatDate, formatUnitPrice } from '@/lib/format';

/** Where the price of an answer comes from. */
export function AnswerPriceNote({ price }: { price: AnswerPrice }) {
  const { micros, isOwn, sourceUrl, notedOn, isConfirmed } = price;
  const page = (
    <a href={sourceUrl} target="_blank" rel="noreferrer" className="wrap-anywhere text-brand underline">
      {new URL(sourceUrl).host}
    </a>
  );
  return (
    <span className="block text-xs text-muted-foreground">
      {isOwn ? (
        <>Price of an answer: {formatUnitPrice(micros)}, entered by an administrator.</>
      ) : isConfirmed ? (
        <>
          Price of an answer: {formatUnitPrice(micros)}, from {page} on {formatDate(notedOn)}.
        </>
      ) : (
        <>
          Price of an answer: {formatUnitPrice(micros)}, noted on {formatDate(notedOn)} from another source. Compare it
          with your plan on {page}.
        </>
      )}
    </span>
  );
}
