import { Menu as MenuIcon, Search } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { Brand } from '@/components/ui/brand';
import { useScrolled } from '@/hooks/use-scrolled';
import { cn } from '@/lib/cn';
import { AllPages } from './all-pages';
import { ConnectionChip } from './connection-chip';
import { ariaCurrent, isActive, NAV_ITEMS } from './nav-items';
import { NotificationBell } from './notification-bell';
import { askForPalette } from './palette-door';
import { UserMenu } from './user-menu';

/** The fixed bar: brand, entries, state of the live connection, inbox, account. */
export function TopBar({ onMenu }: { onMenu: () => void }) {
  const scrolled = useScrolled();
  return (
    <header
      data-scrolled={scrolled || undefined}
      className={cn(
        'fixed inset-x-0 top-0 z-40 border-b transition-colors duration-150',
        scrolled ? 'border-border bg-background/95 shadow-pop backdrop-blur' : 'border-transparent bg-background',
      )}
    >
      <div className="mx-auto flex h-16 max-w-[90rem] items-center gap-2 px-3 sm:px-6 lg:px-8">
        <button
          type="button"
          aria-label="Open navigation"
          onClick={onMenu}
          className="grid size-11 place-items-center rounded-md hover:bg-accent lg:hidden"
        >
          <MenuIcon size={20} aria-hidden="true" />
        </button>
        <Link to="/" className="mr-4 flex rounded-md lg:max-xl:mr-1">
          <Brand />
        </Link>
        <Entries />
        <AllPages />
        <div className="ml-auto flex items-center gap-1 sm:gap-2">
          <button
            type="button"
            aria-label="Command palette"
            onClick={askForPalette}
            className="grid size-10 place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground"
          >
            <Search size={18} aria-hidden="true" />
          </button>
          <ConnectionChip />
          <NotificationBell />
          <UserMenu />
        </div>
      </div>
    </header>
  );
}

function Entries() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Main" className="hidden lg:block">
      <ul className="flex items-center gap-0.5">
        {NAV_ITEMS.map(({ label, to, hint }) => (
          <li key={to}>
            <Link
              to={to}
              title={hint}
              aria-current={ariaCurrent(to, pathname)}
              className={cn(
                'relative block rounded-md px-2.5 py-2 text-[0.8125rem] font-medium whitespace-nowrap transition-colors lg:max-xl:px-1.5 xl:px-3',
                isActive(to, pathname)
                  ? 'text-foreground after:absolute after:inset-x-3 after:-bottom-[0.8rem] after:h-0.5 after:rounded-full after:bg-primary'
                  : 'text-muted-foreground hover:text-foreground',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
