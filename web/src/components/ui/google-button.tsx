import { useQuery } from '@tanstack/react-query';
import { serverConfigQueries } from '@/api/server-config';
import { cn } from '@/lib/cn';
import { buttonStyle } from './button';

/**
 * Starts the sign-in with Google by a full-page navigation that the server redirects. If it is not configured, a page
 * explains so.
 */
export function GoogleButton({ children }: { children: string }) {
  const { data } = useQuery(serverConfigQueries.get());
  const href = data?.googleSignIn ? '/api/login' : '/oauth/callback?error=not_configured';
  return (
    <a href={href} className={cn(buttonStyle({ variant: 'outline' }), 'w-full')}>
      <svg width="16" height="16" viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
        <path d="M12.2 10.2v3.9h5.5c-.2 1.4-1.7 4.1-5.5 4.1-3.3 0-6-2.7-6-6.2s2.7-6.2 6-6.2c1.9 0 3.1.8 3.8 1.5l2.6-2.5C16.9 3.2 14.8 2.2 12.2 2.2 6.7 2.2 2.3 6.6 2.3 12s4.4 9.8 9.9 9.8c5.7 0 9.5-4 9.5-9.7 0-.7-.1-1.2-.2-1.9z" />
      </svg>
      {children}
    </a>
  );
}
