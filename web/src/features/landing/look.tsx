import { usePainted } from '@/hooks/use-painted';
import { cn } from '@/lib/cn';
import dark from './look-dark.webp';
import light from './look-light.webp';

const TEXT = 'The intelligence hub: key figures, clicks with their forecast, the best opportunities, and the engines';

/**
 * Screenshot of the product on the sample data. Only the image of the active theme is loaded, after the text, because
 * both share the connection.
 */
export function Look() {
  const isPainted = usePainted();
  return (
    <figure className="lg:-mr-32">
      <div className="aspect-square overflow-hidden rounded-xl border border-border bg-card shadow-pop sm:aspect-[8/5]">
        {isPainted ? (
          <>
            <Picture src={dark} className="in-[.light]:hidden" />
            <Picture src={light} className="hidden in-[.light]:block" />
          </>
        ) : null}
      </div>
      <figcaption className="mt-3 text-[0.8125rem] text-muted-foreground">
        The intelligence hub with simulated sample data and a value of $120 per lead.
      </figcaption>
    </figure>
  );
}

function Picture({ src, className }: { src: string; className: string }) {
  return (
    <img
      src={src}
      alt={TEXT}
      width={1440}
      height={900}
      loading="lazy"
      decoding="async"
      className={cn('h-full w-full object-cover object-left-top', className)}
    />
  );
}
