import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  acceptInstall,
  countVisit,
  dismissInstall,
  type InstallOffer,
  useInstall,
  watchInstallOffer,
} from './install-prompt';

const DAY = 24 * 60 * 60 * 1_000;
let stop = () => {};

function visits(before: number): void {
  localStorage.setItem('motherlode.visits', String(before));
  sessionStorage.clear();
}

function offer(outcome: 'accepted' | 'dismissed' = 'accepted'): InstallOffer {
  const event = new Event('beforeinstallprompt', { cancelable: true }) as InstallOffer;
  event.prompt = vi.fn(async () => undefined);
  event.userChoice = Promise.resolve({ outcome });
  return event;
}

/** A visit in which the browser makes its offer, and three seconds pass. */
function visitWithOffer(event = offer()): InstallOffer | null {
  stop();
  sessionStorage.clear();
  stop = watchInstallOffer();
  window.dispatchEvent(event);
  vi.advanceTimersByTime(3_000);
  return useInstall.getState().offer;
}

function standalone(matches: boolean): void {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: matches && query.includes('standalone') }) as MediaQueryList,
  );
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-05-01T00:00:00Z') });
  useInstall.setState({ offer: null });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the offer to install', () => {
  it.each([
    [0, false],
    [1, false],
    [2, false],
    [3, true],
    [9, true],
  ])('after %i visits before: %s', (before, shown) => {
    visits(before);
    expect(visitWithOffer() !== null).toBe(shown);
  });

  it('counts a visit once', () => {
    expect(countVisit()).toBe(0);
    expect(countVisit()).toBe(0);
    sessionStorage.clear();
    expect(countVisit()).toBe(1);
  });

  it('comes three seconds after the browser offers it, and the browser keeps its own back', () => {
    visits(3);
    stop = watchInstallOffer();
    const event = offer();
    window.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
    vi.advanceTimersByTime(2_999);
    expect(useInstall.getState().offer).toBeNull();
    vi.advanceTimersByTime(1);
    expect(useInstall.getState().offer).toBe(event);
  });

  it('does not come when the application is installed', () => {
    visits(3);
    standalone(true);
    expect(visitWithOffer()).toBeNull();
  });

  it('stays away for three days when it is put aside', () => {
    visits(3);
    expect(visitWithOffer()).not.toBeNull();
    dismissInstall();
    expect(useInstall.getState().offer).toBeNull();
    vi.setSystemTime(Date.now() + 3 * DAY - 10_000);
    expect(visitWithOffer()).toBeNull();
    vi.setSystemTime(Date.now() + 10_000);
    expect(visitWithOffer()).not.toBeNull();
  });

  it('stays away for seven days when it is declined in the browser', async () => {
    visits(3);
    const event = offer('dismissed');
    visitWithOffer(event);
    await acceptInstall();
    expect(event.prompt).toHaveBeenCalledTimes(1);
    vi.setSystemTime(Date.now() + 7 * DAY - 10_000);
    expect(visitWithOffer()).toBeNull();
    vi.setSystemTime(Date.now() + 10_000);
    expect(visitWithOffer()).not.toBeNull();
  });

  it('never comes back once it was accepted', async () => {
    visits(3);
    visitWithOffer(offer('accepted'));
    await acceptInstall();
    vi.setSystemTime(Date.now() + 1_000 * DAY);
    expect(visitWithOffer()).toBeNull();
  });

  it('never comes back once the application was installed some other way', () => {
    visits(3);
    stop = watchInstallOffer();
    window.dispatchEvent(offer());
    window.dispatchEvent(new Event('appinstalled'));
    vi.advanceTimersByTime(3_000);
    expect(useInstall.getState().offer).toBeNull();
    vi.setSystemTime(Date.now() + 1_000 * DAY);
    expect(visitWithOffer()).toBeNull();
  });
});
