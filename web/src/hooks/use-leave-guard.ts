import { useEffect, useId } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { beforeLeaving, markUnsaved, useUnsaved } from '@/lib/unsaved';

/** The address within this application that a click follows in this tab; null for every other click. */
function followed(event: MouseEvent): URL | null {
  const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (event.defaultPrevented || event.button !== 0 || hasModifier || !(event.target instanceof Element)) return null;
  const link = event.target.closest<HTMLAnchorElement>('a[href]');
  if (!link || (link.target && link.target !== '_self') || link.hasAttribute('download')) return null;
  const url = new URL(link.href);
  const isOfApp = url.origin === window.location.origin && !url.pathname.startsWith('/api/');
  return isOfApp ? url : null;
}

/**
 * While `isDirty`, asks before unsaved changes are lost: by a link of the application, by what goes through
 * `beforeLeaving`, and (in the browser's own words) by closing the tab. Answers whether to ask here: of several forms
 * one does.
 */
export function useLeaveGuard(isDirty: boolean): boolean {
  const form = useId();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => (isDirty ? markUnsaved(form) : undefined), [form, isDirty]);
  useEffect(() => {
    if (!isDirty) return;
    const closes = (event: BeforeUnloadEvent) => event.preventDefault();
    const clicks = (event: MouseEvent) => {
      const to = followed(event);
      // A link to a place on this page leaves nothing.
      if (!to || (to.pathname === pathname && to.search === search)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      beforeLeaving(() => void navigate(`${to.pathname}${to.search}${to.hash}`));
    };
    window.addEventListener('beforeunload', closes);
    document.addEventListener('click', clicks, true);
    return () => {
      window.removeEventListener('beforeunload', closes);
      document.removeEventListener('click', clicks, true);
    };
  }, [isDirty, pathname, search, navigate]);
  return useUnsaved(({ forms, go }) => go !== null && forms[0] === form);
}
