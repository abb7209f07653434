import type { ReactNode } from 'react';
import { AuthFrame } from '@/components/ui/auth-frame';
import { ButtonLink } from '@/components/ui/button';
import { useAuth } from '@/hooks/use-auth';
import { useTitle } from '@/hooks/use-title';

/** A page of the sign-in area: its purpose, its form or state, and the way back. */
export function HelpPage({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) {
  useTitle(title);
  return (
    <AuthFrame aside="Your account is stored on this installation and managed by its operator.">
      <h1 className="text-2xl font-semibold">{title}</h1>
      {text ? <p className="mt-2 text-muted-foreground">{text}</p> : null}
      <div className="mt-8 grid gap-5">
        {children}
        <WayBack />
      </div>
    </AuthFrame>
  );
}

function WayBack() {
  const { isAuthenticated } = useAuth();
  const [to, text] = isAuthenticated ? ['/dashboard', 'Go to dashboard'] : ['/login', 'Back to sign in'];
  return (
    <div>
      <ButtonLink to={to} variant="ghost" className="-ml-4">
        {text}
      </ButtonLink>
    </div>
  );
}
