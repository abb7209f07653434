import type { ReactNode } from 'react';
import { AuthFrame } from '@/components/ui/auth-frame';
import { ButtonLink } from '@/components/ui/button';
import { useAuth } from '@/hooks/use-auth';
import { useTitle } from '@/hooks/use-title';

/** A page of the sign-in area that says what to do, with the way back. */
export function HelpPage({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  const { isAuthenticated } = useAuth();
  return (
    <AuthFrame aside="Your account lives on this installation, in the hands of its operator.">
      <h1 className="text-2xl font-semibold">{title}</h1>
      <div className="mt-4 grid gap-4 text-muted-foreground [&_code]:rounded-sm [&_code]:bg-muted [&_code]:px-1.5 [&_code]:py-0.5 [&_code]:font-mono [&_code]:text-[0.8125rem] [&_code]:text-foreground">
        {children}
      </div>
      <div className="mt-8">
        {isAuthenticated ? (
          <ButtonLink to="/dashboard">To the dashboard</ButtonLink>
        ) : (
          <ButtonLink to="/login">Back to sign in</ButtonLink>
        )}
      </div>
    </AuthFrame>
  );
}
