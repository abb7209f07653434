import { create } from 'zustand';
import { browserStorage, tabStorage } from './browser-storage';
import { INSTALL_PROMPT } from './constants';

/** The event with which a browser offers to install the application. */
export interface InstallOffer extends Event {
  prompt: () => Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const VISITS_KEY = 'motherlode.visits';
const VISIT_KEY = 'motherlode.visit';
const HIDDEN_KEY = 'motherlode.install-hidden-until';
const FOREVER = 'forever';

interface InstallState {
  /** The offer, once it may be shown. */
  offer: InstallOffer | null;
}

export const useInstall = create<InstallState>(() => ({ offer: null }));

/** Visits before this one. A visit is a tab's session. */
export function countVisit(): number {
  const counted = Number(browserStorage.getItem(VISITS_KEY));
  const before = Number.isSafeInteger(counted) && counted > 0 ? counted : 0;
  if (tabStorage.getItem(VISIT_KEY)) return Math.max(0, before - 1);
  tabStorage.setItem(VISIT_KEY, '1');
  browserStorage.setItem(VISITS_KEY, String(before + 1));
  return before;
}

function isHidden(now: number): boolean {
  const until = browserStorage.getItem(HIDDEN_KEY);
  return until === FOREVER || Number(until ?? 0) > now;
}

function hideUntil(until: number | typeof FOREVER): void {
  browserStorage.setItem(HIDDEN_KEY, String(until));
  useInstall.setState({ offer: null });
}

function isInstalled(): boolean {
  const isApple = 'standalone' in navigator && navigator.standalone === true;
  return isApple || window.matchMedia('(display-mode: standalone)').matches;
}

/** Listens for the browser's offer. The card is shown after a delay, to returning users. */
export function watchInstallOffer(): () => void {
  const priorVisits = countVisit();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const offered = (event: Event) => {
    event.preventDefault();
    if (priorVisits <= INSTALL_PROMPT.priorVisits || isInstalled() || isHidden(Date.now())) return;
    clearTimeout(timer);
    timer = setTimeout(() => useInstall.setState({ offer: event as InstallOffer }), INSTALL_PROMPT.delayMs);
  };
  const installed = () => {
    clearTimeout(timer);
    hideUntil(FOREVER);
  };
  window.addEventListener('beforeinstallprompt', offered);
  window.addEventListener('appinstalled', installed);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('beforeinstallprompt', offered);
    window.removeEventListener('appinstalled', installed);
  };
}

/** "Not Now": the card stays away for three days. */
export function dismissInstall(): void {
  hideUntil(Date.now() + INSTALL_PROMPT.dismissedMs);
}

/** Asks the browser. Declined there, the card stays away for seven days; accepted, for good. */
export async function acceptInstall(): Promise<void> {
  const { offer } = useInstall.getState();
  if (!offer) return;
  useInstall.setState({ offer: null });
  await offer.prompt();
  const { outcome } = await offer.userChoice;
  hideUntil(outcome === 'accepted' ? FOREVER : Date.now() + INSTALL_PROMPT.declinedMs);
}
