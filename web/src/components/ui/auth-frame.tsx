import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Brand } from '@/components/ui/brand';
import { Strata } from '@/components/ui/strata';
import { login } from '@/lib/strings';

/** Frame of the sign-in area: the form on the left, the logo on the right in wide windows. */
export function AuthFrame({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="flex flex-col px-5 py-6 sm:px-10">
        <div className="flex items-center justify-between">
          <Link
            to="/"
            className="-ml-2 inline-flex min-h-11 items-center gap-2 rounded-md px-2 text-muted-foreground hover:text-foreground"
          >
            <ArrowLeft size={16} aria-hidden="true" />
            Back
          </Link>
          <span className="lg:hidden">
            <Brand />
          </span>
        </div>
        <main className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center py-10">
          <div className="mb-6 lg:hidden">
            <p className="text-[0.8125rem] font-medium text-brand">{login.tagline}</p>
            <div className="mt-1 font-medium text-balance">{aside}</div>
          </div>
          {children}
        </main>
      </div>
      <aside className="relative hidden overflow-hidden border-l border-border bg-card lg:flex lg:flex-col lg:justify-between">
        <Strata className="absolute inset-0 h-full w-full" />
        <div className="relative p-10">
          <Brand />
        </div>
        <div className="relative bg-linear-to-t from-card via-card/90 to-transparent p-10 pt-24">
          <p className="text-[0.8125rem] font-medium text-brand">{login.tagline}</p>
          <div className="mt-2 max-w-md text-xl leading-snug font-semibold tracking-tight text-balance">{aside}</div>
        </div>
      </aside>
    </div>
  );
}
