/**
 * The one module that knows where tokens lie. The access token is written under two names, because the HTTP client
 * and the live channels read different ones; all four keys are cleared together.
 */

export const ACCESS_TOKEN_KEY = 'accessToken';
export const LIVE_TOKEN_KEY = 'token';
export const REFRESH_TOKEN_KEY = 'refreshToken';
export const TEMP_USER_KEY = 'tempUserData';
/** Last known user, shown while the server cannot be reached. */
const CACHED_USER_KEY = 'motherlode.user';
const INTENDED_KEY = 'motherlode.intended';
const WORKSPACE_KEY = 'motherlode.workspace';

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch (error) {
    console.warn('Browser storage is not available', error);
  }
}

/** A token that no header can carry is none: a call with it would fail as if the server were away. */
function readToken(key: string): string | null {
  const token = read(key);
  return token !== null && /^[\x21-\x7e]+$/.test(token) ? token : null;
}

export interface Tokens {
  accessToken: string;
  refreshToken?: string | null;
}

export const tokenStorage = {
  accessToken: (): string | null => readToken(ACCESS_TOKEN_KEY),
  refreshToken: (): string | null => readToken(REFRESH_TOKEN_KEY),
  /** Token for the live channels: their own key first. */
  liveToken: (): string | null => readToken(LIVE_TOKEN_KEY) ?? readToken(ACCESS_TOKEN_KEY),
  temporaryUser: (): string | null => read(TEMP_USER_KEY),

  save({ accessToken, refreshToken }: Tokens): void {
    write(ACCESS_TOKEN_KEY, accessToken);
    write(LIVE_TOKEN_KEY, accessToken);
    if (refreshToken) write(REFRESH_TOKEN_KEY, refreshToken);
  },

  /** Removes the temporary record once the user is known. */
  dropTemporaryUser(): void {
    write(TEMP_USER_KEY, null);
  },

  clear(): void {
    for (const key of [ACCESS_TOKEN_KEY, LIVE_TOKEN_KEY, REFRESH_TOKEN_KEY, TEMP_USER_KEY, CACHED_USER_KEY]) {
      write(key, null);
    }
  },
};

export const cachedUser = {
  read: (): string | null => read(CACHED_USER_KEY),
  write: (json: string): void => write(CACHED_USER_KEY, json),
};

export const intendedDestination = {
  read: (): string | null => read(INTENDED_KEY),
  write: (path: string): void => write(INTENDED_KEY, path),
  clear: (): void => write(INTENDED_KEY, null),
};

/** Which workspace was chosen last, and by whom. It outlives a session that ends by itself, not a logout. */
export const keptWorkspace = {
  read: (): string | null => read(WORKSPACE_KEY),
  write: (json: string): void => write(WORKSPACE_KEY, json),
  clear: (): void => write(WORKSPACE_KEY, null),
};
