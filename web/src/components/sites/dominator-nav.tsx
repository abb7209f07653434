import { useRef } from 'react';
import { NavLink } from 'react-router';
import { useActiveInView } from '@/hooks/use-active-in-view';
import { cn } from '@/lib/cn';

const SCREENS = [
  { label: 'Board', to: '/dominator' },
  { label: 'Markets', to: '/dominator/opportunity-discovery' },
  { label: 'Deployment', to: '/dominator/goldmine-deployment' },
  { label: 'Auto deployment', to: '/dominator/auto-deployment' },
  { label: 'Sites', to: '/dominator/sites' },
  { label: 'Analysis', to: '/dominator/analysis' },
  { label: 'Targets', to: '/dominator/targets' },
  { label: 'Operator', to: '/dominator/operator' },
] as const;

/** Screens of the pipeline, from a market to its site. */
export function DominatorNav() {
  const ref = useRef<HTMLElement>(null);
  useActiveInView(ref);
  return (
    <nav
      ref={ref}
      aria-label="Pipeline"
      className="mb-6 flex gap-1 overflow-x-auto border-b border-border [scrollbar-width:none]"
    >
      {SCREENS.map(({ label, to }) => (
        <NavLink
          key={to}
          to={to}
          end={to === '/dominator'}
          className={({ isActive }) =>
            cn(
              'border-b-2 px-3 py-2.5 text-[0.8125rem] font-medium whitespace-nowrap -outline-offset-2',
              isActive
                ? 'border-primary text-foreground'
                : 'border-transparent text-muted-foreground hover:text-foreground',
            )
          }
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
