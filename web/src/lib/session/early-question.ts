declare global {
  interface Window {
    /** Set by `/session-boot.js`. */
    motherlodeSession?: Promise<Response>;
  }
}

/** The answer to the question for the cookie's session that was sent before the app had come, if it was; once. */
export function takeEarlyQuestion(): Promise<Response> | undefined {
  const asked = window.motherlodeSession;
  delete window.motherlodeSession;
  return asked;
}
