import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { PageLoader } from '@/components/states/page-loader';

/** Leads elsewhere, and says so meanwhile. `before` runs once, e.g. to remember the page that was wanted. */
export function Redirecting({ to, text, before }: { to: string; text?: string; before?: () => void }) {
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `before` belongs to the first showing of this target
  useEffect(() => {
    before?.();
    navigate(to, { replace: true });
  }, [to, navigate]);
  return <PageLoader text={text} />;
}
