import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { PageLoader } from '@/components/states/page-loader';

/** Redirects with a visible message. `before` runs once, e.g. to remember the requested page. */
export function Redirecting({ to, text, before }: { to: string; text?: string; before?: () => void }) {
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `before` belongs to the first showing of this target
  useEffect(() => {
    before?.();
    navigate(to, { replace: true });
  }, [to, navigate]);
  return <PageLoader text={text} />;
}
