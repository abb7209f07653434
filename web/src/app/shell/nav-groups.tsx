import { Link, useLocation } from 'react-router';
import { cn } from '@/lib/cn';
import { PLACE_GROUPS } from './places';

/** Links to all pages by subject. */
export function NavGroups({ onChosen, className }: { onChosen: () => void; className?: string }) {
  const { pathname, search } = useLocation();
  return (
    <div className={className}>
      {PLACE_GROUPS.map(({ title, places }) => (
        <section key={title} aria-label={title}>
          <h2 className="px-3 pt-3 pb-1 text-xs font-medium text-muted-foreground">{title}</h2>
          <ul>
            {places.map(({ label, to }) => {
              const isHere = to === pathname + search || to === pathname;
              return (
                <li key={to}>
                  <Link
                    to={to}
                    onClick={onChosen}
                    aria-current={isHere ? 'page' : undefined}
                    className={cn(
                      'flex min-h-9 items-center rounded-md px-3 text-[0.8125rem]',
                      isHere
                        ? 'bg-accent text-foreground'
                        : 'text-muted-foreground hover:bg-accent hover:text-foreground',
                    )}
                  >
                    {label}
                  </Link>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </div>
  );
}
