import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useReducer, useRef } from 'react';
import { flushSync } from 'react-dom';
import { authApi, challengeOf, type RegisterInput, tokensOf, userOf } from '@/api/auth';
import { ApiError, errorText } from '@/api/errors';
import { notifyOtherTabs, onSessionMessage } from '@/api/session';
import { currentUser, resolveStartUser, type StartResult } from '@/api/start-up';
import { setSessionEndHandler } from '@/api/transport';
import type { AuthAnswer, User } from '@/api/types';
import { followFormats } from '@/lib/formats';
import { onReturn, seemsCutOff } from '@/lib/offline';
import { clearOfflineData } from '@/lib/service-worker';
import { cachedUser, keptWorkspace, type Tokens, tokenStorage } from '@/lib/session/token-storage';
import { followNobody, followUser } from '@/lib/session/workspace';
import { failures, auth as texts } from '@/lib/strings';
import { followMode } from '@/lib/theme';
import { showToast } from '@/lib/toast';
import { reportWorkspaceLost } from '@/lib/workspace-lost';

export type AuthStatus = 'loading' | 'authenticated' | 'anonymous' | 'unreachable';

interface AuthState {
  status: AuthStatus;
  user: User | null;
  error: string | null;
  /** True while the user is the last known one, because the server is unreachable. */
  offline: boolean;
  /** True from a requested sign-out until the landing page is reached; no page is remembered meanwhile. */
  leaving: boolean;
}

export interface AuthValue extends AuthState {
  isAuthenticated: boolean;
  isLoading: boolean;
  /** Same as `isLoading`. */
  loading: boolean;
  /** Signs in; returns the challenge of the second factor, or null if signed in. */
  login: (email: string, password: string) => Promise<string | null>;
  /** Completes a sign-in with the second factor. */
  secondFactor: (challenge: string, code: string) => Promise<void>;
  /** Completes an external sign-in with its one-time code; returns the same as `login`. */
  exchange: (code: string) => Promise<string | null>;
  /** Signs in with tokens from the URL. */
  adopt: (tokens: Tokens) => Promise<void>;
  /** Creates an account and signs in; returns the message to show if the address must be verified first. */
  register: (input: RegisterInput) => Promise<string | null>;
  /** Signs out locally even if the server does not respond. `ended` is for a session already ended by the server. */
  logout: (session?: 'open' | 'ended') => Promise<void>;
  /** Marks the sign-out as complete at the landing page. */
  settle: () => void;
  /** Restarts after the server was unreachable. */
  retry: () => Promise<void>;
  /** Refetches the user, and keeps the current user without a response. */
  refreshUser: () => Promise<void>;
  setUser: (user: User) => void;
}

const AuthContext = createContext<AuthValue | null>(null);

const START: AuthState = { status: 'loading', user: null, error: null, offline: false, leaving: false };

function reduce(state: AuthState, change: Partial<AuthState>): AuthState {
  return { ...state, ...change };
}

function fromStart(result: StartResult): Partial<AuthState> {
  if (result.kind === 'user') return { status: 'authenticated', user: result.user, offline: result.offline };
  if (result.kind === 'unreachable') return { status: 'unreachable', user: null, error: texts.unreachable };
  return { status: 'anonymous', user: null, offline: false };
}

/** Setters of the session: its state, the screens and the cached data. */
interface Session {
  change: (next: Partial<AuthState>) => void;
  /** Changes the state, and removes all cached data after the screens have updated. */
  empty: (next: Partial<AuthState>) => void;
  queries: QueryClient;
}

/** Stores the tokens of a successful sign-in. Throws with `fallback` if the response lacks a user or a token. */
function acceptSignIn(answer: AuthAnswer, fallback: string): User {
  const user = userOf(answer);
  const tokens = tokensOf(answer);
  if (!answer.success || !user || !tokens) throw new ApiError(answer.message ?? fallback, 200);
  tokenStorage.clear();
  tokenStorage.save(tokens);
  cachedUser.write(JSON.stringify(user));
  return user;
}

function signInActions({ change, queries }: Session) {
  const enter = (user: User) => {
    followMode(user.preferences);
    change({ status: 'authenticated', user, error: null, offline: false, leaving: false });
    notifyOtherTabs({ type: 'signed-in' });
    return queries.invalidateQueries();
  };
  const enterOrAsk = async (answer: AuthAnswer) => {
    const challenge = challengeOf(answer);
    if (challenge === null) await enter(acceptSignIn(answer, texts.loginFailed));
    return challenge;
  };
  return {
    async login(email: string, password: string) {
      return enterOrAsk(await authApi.login(email, password, texts.loginFallback));
    },
    async secondFactor(challenge: string, code: string) {
      await enter(acceptSignIn(await authApi.secondFactor(challenge, code), texts.loginFailed));
    },
    async exchange(code: string) {
      return enterOrAsk(await authApi.exchange(code));
    },
    async adopt(tokens: Tokens) {
      tokenStorage.clear();
      tokenStorage.save(tokens);
      const start = await resolveStartUser();
      if (start.kind !== 'user') throw new ApiError(texts.loginFallback, 401);
      await enter(start.user);
    },
    async register(input: RegisterInput) {
      const answer = await authApi.register(input, texts.registerFallback);
      if (answer.success && !tokensOf(answer) && answer.message) return answer.message;
      await enter(acceptSignIn(answer, texts.registerFallback));
      return null;
    },
  };
}

function sessionActions({ change, empty }: Session) {
  return {
    async logout(session: 'open' | 'ended' = 'open') {
      // Screens and live connections end first, because the server rejects their requests after the session.
      empty({ status: 'loading', leaving: true });
      try {
        if (session === 'open') await authApi.logout();
      } catch (error) {
        console.warn(failures.logout, error);
        showToast({ title: failures.logout, description: errorText(error), variant: 'destructive' });
      }
      tokenStorage.clear();
      keptWorkspace.clear();
      await clearOfflineData();
      change({ status: 'anonymous', user: null, error: null, offline: false, leaving: true });
      notifyOtherTabs({ type: 'signed-out' });
    },
    settle() {
      change({ leaving: false });
    },
    async retry() {
      change({ status: 'loading', error: null });
      change(fromStart(await resolveStartUser()));
    },
    async refreshUser() {
      const user = await currentUser();
      if (user) change({ user, offline: false });
    },
    setUser(user: User) {
      cachedUser.write(JSON.stringify(user));
      change({ user });
    },
  };
}

export function AuthProvider({ children }: { children: ReactNode }) {
  const [state, dispatch] = useReducer(reduce, START);
  const queries = useQueryClient();
  const started = useRef(false);
  // The workspace and formats are updated before the screens, whose first calls depend on them.
  const change = useCallback((next: Partial<AuthState>) => {
    if (next.user && !followUser(next.user)) reportWorkspaceLost();
    if (next.user === null) followNobody();
    if (next.user !== undefined) followFormats(next.user?.preferences);
    dispatch(next);
  }, []);

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    resolveStartUser().then((result) => change(fromStart(result)));
  }, [change]);

  // Screens are unmounted before their data is cleared, because they would refetch it without a session otherwise.
  const empty = useCallback(
    (next: Partial<AuthState>) => {
      flushSync(() => change(next));
      queries.clear();
    },
    [queries, change],
  );

  useSessionMessages({ change, empty, queries });
  useReturn(state.offline, async () => {
    const user = state.offline ? await currentUser() : null;
    if (user) change({ user, offline: false });
    if (user || !state.offline) await queries.invalidateQueries();
  });

  const actions = useMemo(() => {
    const session = { change, empty, queries };
    return { ...signInActions(session), ...sessionActions(session) };
  }, [queries, change, empty]);

  const value = useMemo<AuthValue>(
    () => ({
      ...state,
      ...actions,
      isAuthenticated: state.status === 'authenticated',
      isLoading: state.status === 'loading',
      loading: state.status === 'loading',
    }),
    [state, actions],
  );
  return <AuthContext.Provider value={value}>{children}</AuthContext.Provider>;
}

/** Ends or starts the session after messages of the server or another tab. */
function useSessionMessages({ change, empty, queries }: Session): void {
  useEffect(() => {
    const forget = () => {
      empty({ status: 'anonymous', user: null, offline: false });
      clearOfflineData();
    };
    setSessionEndHandler(() => {
      notifyOtherTabs({ type: 'signed-out' });
      forget();
    });
    return onSessionMessage((message) => {
      if (message.type === 'signed-out') forget();
      if (message.type === 'signed-in') {
        queries.clear();
        resolveStartUser().then((result) => change(fromStart(result)));
      }
    });
  }, [queries, change, empty]);
}

/** Retries once the server is reachable after an offline start, and reloads what is shown. */
function useReturn(offline: boolean, back: () => void): void {
  const latest = useRef(back);
  useEffect(() => {
    latest.current = back;
  });
  useEffect(() => {
    if (offline) seemsCutOff();
  }, [offline]);
  useEffect(() => onReturn(() => latest.current()), []);
}

export function useAuth(): AuthValue {
  const value = useContext(AuthContext);
  if (!value) throw new Error(texts.outsideProvider);
  return value;
}

/** Returns true if an error of the sign-in requires a verified address. */
export function needsVerification(message: string): boolean {
  return message.toLowerCase().includes(texts.verifyMarker);
}
