declare global {
  interface Window {
    /** Set by `/session-boot.js`. */
    motherlodeSession?: Promise<Response>;
  }
}

/** Returns once the response to the session request that was sent before the app loaded, if any. */
export function takeEarlyQuestion(): Promise<Response> | undefined {
  const asked = window.motherlodeSession;
  delete window.motherlodeSession;
  return asked;
}
