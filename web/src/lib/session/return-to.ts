import { intendedDestination } from './token-storage';

export const DEFAULT_DESTINATION = '/dashboard';

/** Paths that anybody may see; never kept as an intended destination. */
const PUBLIC_PATHS = new Set([
  '/',
  '/login',
  '/register',
  '/get-started',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/undo-email-change',
  '/unsubscribe',
  '/oauth/callback',
  '/demo',
  '/privacy',
  '/terms',
  '/contact',
]);

export function isPublicPath(pathname: string): boolean {
  return PUBLIC_PATHS.has(trimSlash(pathname));
}

/** Paths of the sign-in area that a signed-in user is led away from. */
export function isSignInPath(pathname: string): boolean {
  return ['/login', '/register', '/forgot-password'].includes(trimSlash(pathname));
}

/** Paths that stay reachable while onboarding is wanted: their one-time tokens would be lost otherwise. */
export function survivesOnboardingGate(pathname: string): boolean {
  return [
    '/onboarding',
    '/verify-email',
    '/undo-email-change',
    '/unsubscribe',
    '/reset-password',
    '/oauth/callback',
  ].includes(trimSlash(pathname));
}

function trimSlash(pathname: string): string {
  return pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
}

/** Control characters: browsers drop them inside an address, so "/\t/host" would leave this site. */
function hasControlCharacter(value: string): boolean {
  return [...value].some((character) => character.charCodeAt(0) < 0x20 || character.charCodeAt(0) === 0x7f);
}

/** The path when it stays on this site, else null. Guards against open redirects. */
export function safePath(value: string | null | undefined): string | null {
  if (!value || !/^\/(?![/\\])/.test(value) || hasControlCharacter(value)) return null;
  return value;
}

export interface LocationParts {
  pathname: string;
  search: string;
  hash: string;
}

export function fullPath({ pathname, search, hash }: LocationParts): string {
  return `${pathname}${search}${hash}`;
}

/** Address of the login screen that leads back to `location` afterwards. */
export function loginAddress(location: LocationParts): string {
  return `/login?returnTo=${encodeURIComponent(fullPath(location))}`;
}

/** Keeps the wanted page over sign-in; public pages are never kept. */
export function rememberDestination(location: LocationParts): void {
  if (!isPublicPath(location.pathname)) intendedDestination.write(fullPath(location));
}

/** Where to go after sign-in: the query's returnTo, the stored destination, the dashboard. Does not clear it. */
export function destinationAfterSignIn(search: string): string {
  const asked = safePath(new URLSearchParams(search).get('returnTo'));
  return asked ?? safePath(intendedDestination.read()) ?? DEFAULT_DESTINATION;
}
