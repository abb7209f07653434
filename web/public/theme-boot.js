// Sets the theme before the first paint, so that no page flashes in the wrong colours.
// A classic script of its own, because the content security policy forbids inline code.
// The address "?theme=reset" forgets the chosen theme: the way out of one in which nothing can be read.
(() => {
  const root = document.documentElement;
  try {
    if (new URLSearchParams(location.search).get('theme') === 'reset') localStorage.removeItem('motherlode.theme');
    const stored = JSON.parse(localStorage.getItem('motherlode.theme') || '{}').state || {};
    const system = window.matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
    const chosen = stored.mode === 'system' ? system : stored.mode === 'light' ? 'light' : 'dark';
    root.className = chosen;
    const variables = stored.snapshot?.[chosen] ?? {};
    for (const name of Object.keys(variables)) root.style.setProperty(`--${name}`, variables[name]);
  } catch {
    root.className = 'dark';
  }
})();
