import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Brand } from '@/components/ui/brand';
import { ButtonLink } from '@/components/ui/button';
import { useAuth } from '@/hooks/use-auth';
import { landing, navigation } from '@/lib/strings';

const FOOTER = [
  { to: '/privacy', label: 'Privacy' },
  { to: '/terms', label: 'Terms' },
  { to: '/contact', label: 'Contact' },
];

/** Header and footer of public pages. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="fixed top-2 left-2 z-70 -translate-y-20 rounded-md bg-primary px-4 py-2 font-medium text-primary-foreground focus:translate-y-0"
      >
        {navigation.skip}
      </a>
      <header className="relative z-10 border-b border-border">
        <div className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-2 px-4 sm:gap-4 sm:px-6">
          <Link to="/" className="flex rounded-md">
            <Brand nameClassName="max-[26rem]:sr-only" />
          </Link>
          <nav aria-label="Account" className="flex items-center gap-1 sm:gap-2">
            <AccountLinks />
          </nav>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <footer className="border-t border-border">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-4 px-4 py-8 text-[0.8125rem] text-muted-foreground sm:px-6">
          <p>Motherlode is self-hosted. Your data stays on your own server.</p>
          <nav aria-label="About this site" className="flex gap-5">
            {FOOTER.map(({ to, label }) => (
              <Link
                key={to}
                to={to}
                className="rounded-sm py-1 underline-offset-4 hover:text-foreground hover:underline"
              >
                {label}
              </Link>
            ))}
          </nav>
        </div>
      </footer>
    </div>
  );
}

/** Three links and the logo fit into 320 px. */
const TIGHT = 'max-sm:px-2';

function AccountLinks() {
  const { isAuthenticated } = useAuth();
  if (isAuthenticated) {
    return (
      <ButtonLink to="/dashboard" size="sm">
        {navigation.dashboard}
      </ButtonLink>
    );
  }
  return (
    <>
      <ButtonLink to="/demo" variant="ghost" size="sm" className={TIGHT}>
        {landing.viewDemo}
      </ButtonLink>
      <ButtonLink to="/login" variant="ghost" size="sm" className={TIGHT}>
        {landing.login}
      </ButtonLink>
      <ButtonLink to="/register" size="sm" className={TIGHT}>
        {landing.getStarted}
      </ButtonLink>
    </>
  );
}

/** A readable text page: title, then prose. */
export function Prose({ children }: { children: ReactNode }) {
  return (
    <article className="mx-auto max-w-2xl px-4 py-14 text-[0.9375rem] leading-relaxed sm:px-6 [&_a]:text-brand [&_a]:underline [&_a]:underline-offset-4 [&_code]:rounded-sm [&_code]:bg-muted [&_code]:px-1.5 [&_code]:py-0.5 [&_code]:font-mono [&_code]:text-[0.8125rem] [&_h2]:mt-9 [&_h2]:mb-2 [&_h2]:text-lg [&_h2]:font-semibold [&_li]:mt-1.5 [&_p]:mt-3 [&_ul]:mt-3 [&_ul]:list-disc [&_ul]:pl-5">
      {children}
    </article>
  );
}
