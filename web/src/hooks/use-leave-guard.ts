import { useEffect, useId } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { beforeLeaving, markUnsaved, useUnsaved } from '@/lib/unsaved';

/** URL within this application that a click opens in this tab; null for other clicks. */
function followed(event: MouseEvent): URL | null {
  const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (event.defaultPrevented || event.button !== 0 || hasModifier || !(event.target instanceof Element)) return null;
  const link = event.target.closest<HTMLAnchorElement>('a[href]');
  if (!link || (link.target && link.target !== '_self') || link.hasAttribute('download')) return null;
  const url = new URL(link.href);
  const isOfApp = url.origin === window.location.origin && !url.pathname.startsWith('/api/');
  return isOfApp ? url : null;
}

/** Marks a history navigation that the user has confirmed, so that it is not confirmed again. */
const ALLOWED = Symbol('allowed');

/** Repeats the cancelled history navigation. */
function traverseTo(key: string): void {
  const { committed, finished } = window.navigation.traverseTo(key, { info: ALLOWED });
  // Fails if another navigation has replaced it, by which the user has left.
  for (const promise of [committed, finished]) promise?.catch(() => {});
}

/**
 * Target of Back or Forward; null if the navigation cannot be cancelled. Browsers allow one cancellation per user
 * interaction.
 */
function traversed(event: NavigateEvent): URL | null {
  const isHeld = event.navigationType === 'traverse' && event.cancelable && event.info !== ALLOWED;
  return isHeld ? new URL(event.destination.url) : null;
}

/**
 * While `isDirty`, asks before unsaved changes are lost: by links, by Back and Forward (with the Navigation API), by
 * `beforeLeaving`, and by closing the tab (with the browser's own dialog). Returns whether to show the question here,
 * because of several forms only one does.
 */
export function useLeaveGuard(isDirty: boolean): boolean {
  const form = useId();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => (isDirty ? markUnsaved(form) : undefined), [form, isDirty]);
  useEffect(() => {
    if (!isDirty) return;
    // Navigations within this page keep the form.
    const stays = (to: URL) => to.pathname === pathname && to.search === search;
    const closes = (event: BeforeUnloadEvent) => event.preventDefault();
    const clicks = (event: MouseEvent) => {
      const to = followed(event);
      if (!to || stays(to)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      beforeLeaving(() => void navigate(`${to.pathname}${to.search}${to.hash}`));
    };
    const traverses = (event: NavigateEvent) => {
      const to = traversed(event);
      if (!to || stays(to)) return;
      event.preventDefault();
      beforeLeaving(() => traverseTo(event.destination.key));
    };
    const history = 'navigation' in window ? window.navigation : null;
    history?.addEventListener('navigate', traverses);
    window.addEventListener('beforeunload', closes);
    document.addEventListener('click', clicks, true);
    return () => {
      history?.removeEventListener('navigate', traverses);
      window.removeEventListener('beforeunload', closes);
      document.removeEventListener('click', clicks, true);
    };
  }, [isDirty, pathname, search, navigate]);
  return useUnsaved(({ forms, go }) => go !== null && forms[0] === form);
}
