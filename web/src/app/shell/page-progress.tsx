import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** A page that is there sooner needs no sign that it loads. */
const QUIET_MS = 250;

/** Line at the top while the code of the next page loads: meanwhile the previous page stays in view. */
export function PageProgress() {
  const { pathname } = useLocation();
  // Each page begins without a line.
  return <Line key={pathname} />;
}

function Line() {
  const [isLoading, setLoading] = useState(false);
  useEffect(() => {
    const shown = window.location.pathname;
    let timer = 0;
    const look = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setLoading(window.location.pathname !== shown), QUIET_MS);
    };
    for (const event of ['click', 'keydown', 'popstate']) window.addEventListener(event, look);
    return () => {
      window.clearTimeout(timer);
      for (const event of ['click', 'keydown', 'popstate']) window.removeEventListener(event, look);
    };
  }, []);
  if (!isLoading) return null;
  return (
    <div
      role="status"
      aria-label="Loading page"
      className="fixed inset-x-0 top-0 z-50 h-0.5 animate-pulse bg-primary"
    />
  );
}
