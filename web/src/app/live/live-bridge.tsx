import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { serverConfigQueries } from '@/api/server-config';
import { onSessionMessage, renewSession } from '@/api/session';
import { onCallSucceeded } from '@/api/transport';
import { useAuth } from '@/hooks/use-auth';
import { useLiveEvent } from '@/hooks/use-live-event';
import { liveBase } from '@/lib/live/address';
import { isQuiet } from '@/lib/live/quiet';
import { useLive } from '@/lib/live/store';
import { tokenExpiry } from '@/lib/session/token-expiry';
import { tokenStorage } from '@/lib/session/token-storage';
import { createLiveConnection } from './live-connection';

/** Time before its expiry at which a token is renewed. */
const RENEW_BEFORE_MS = 60_000;
const RENEW_AT_LEAST_MS = 5_000;

/** Connects the live channels while a user with a token is signed in. */
export function LiveBridge() {
  const { user, refreshUser } = useAuth();
  const queries = useQueryClient();
  const { data: config } = useQuery(serverConfigQueries.get());
  const userId = user?.id;
  const isAdmin = user?.role === 'admin';
  // Read when events arrive, because a change must not reconnect.
  const preferences = useRef(user?.preferences);
  preferences.current = user?.preferences;
  const setting = config?.wsUrl;

  useEffect(() => {
    const base = liveBase(setting, window.location.origin);
    useLive.setState({ available: setting === undefined || base !== null });
    if (!userId || !base || tokenStorage.liveToken() === null) return;
    const isQuietNow = (type: string) => isQuiet(preferences.current, type);
    const connection = createLiveConnection(base, queries, { isAdmin, isQuiet: isQuietNow });
    connection.start();
    const stopSession = onSessionMessage((message) => message.type === 'renewed' && connection.renew());
    const stopCalls = onCallSucceeded(() => !useLive.getState().engine.reconnecting && connection.retry());
    window.addEventListener('online', connection.retry);
    window.addEventListener('focus', connection.retry);
    return () => {
      stopSession();
      stopCalls();
      window.removeEventListener('online', connection.retry);
      window.removeEventListener('focus', connection.retry);
      connection.stop();
    };
  }, [userId, isAdmin, setting, queries]);

  // Plan and trial are fields of the user.
  useLiveEvent('user:subscription', () => refreshUser());
  useTokenRenewal(userId);
  return null;
}

/** Renews the token before its expiry, so that the live connection does not break. */
function useTokenRenewal(userId: string | undefined): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const schedule = () => {
      clearTimeout(timer);
      const token = tokenStorage.accessToken();
      const expiry = token === null ? null : tokenExpiry(token);
      if (!userId || token === null || expiry === null || tokenStorage.refreshToken() === null) return;
      const wait = Math.max(expiry - Date.now() - RENEW_BEFORE_MS, RENEW_AT_LEAST_MS);
      timer = setTimeout(() => renewSession(token).catch(() => null), wait);
    };
    schedule();
    const stop = onSessionMessage((message) => message.type === 'renewed' && schedule());
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [userId]);
}
