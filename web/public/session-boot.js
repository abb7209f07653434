// Asks whose session the cookie is while the app itself is still on its way: a visitor's first page need not wait for the
// answer afterwards. Whoever has a token is asked for by that, later. The app takes the answer over once.
(() => {
  try {
    if (localStorage.getItem('accessToken')) return;
    const asked = fetch('/api/auth/session', { headers: { Accept: 'application/json' }, credentials: 'include' });
    asked.catch(() => {});
    window.motherlodeSession = asked;
  } catch {
    // Without a storage to look into, the app asks by itself.
  }
})();
