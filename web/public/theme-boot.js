// Sets the theme before the first paint, so that no page flashes in the wrong colours.
// A classic script of its own, because the content security policy forbids inline code.
(() => {
  try {
    const stored = JSON.parse(localStorage.getItem('motherlode.theme') || '{}').state || {};
    const system = window.matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
    const chosen = stored.mode === 'system' ? system : stored.mode === 'light' ? 'light' : 'dark';
    document.documentElement.className = chosen;
  } catch {
    document.documentElement.className = 'dark';
  }
})();
