/** Time within which letters belong to one word, in milliseconds. */
const WORD_MS = 1_000;

/** Items of a menu that can be chosen, in order. */
export function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)')];
}

/** Moves the focus to the item `step` further; it ends at the first and at the last one. */
function move(menu: HTMLElement, step: 1 | -1): void {
  const items = itemsOf(menu);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const next = at === -1 ? (step === 1 ? 0 : items.length - 1) : at + step;
  items[Math.min(Math.max(next, 0), items.length - 1)]?.focus();
}

/** Reads the keys of an open menu: arrows, Home, End, and the first letters of an item. */
export function createMenuKeys(now: () => number = Date.now): (menu: HTMLElement, key: string) => boolean {
  let typed = { letters: '', at: 0 };
  return (menu, key) => {
    if (key === 'ArrowDown' || key === 'ArrowUp') move(menu, key === 'ArrowDown' ? 1 : -1);
    else if (key === 'Home') itemsOf(menu)[0]?.focus();
    else if (key === 'End') itemsOf(menu).at(-1)?.focus();
    else if (key.length === 1 && key !== ' ') {
      const letters = (now() - typed.at < WORD_MS ? typed.letters : '') + key.toLowerCase();
      typed = { letters, at: now() };
      startingWith(menu, letters)?.focus();
    } else return false;
    return true;
  };
}

/** Next item that starts with the letters. The same letter again goes on to the next such item. */
function startingWith(menu: HTMLElement, letters: string): HTMLElement | undefined {
  const items = itemsOf(menu);
  const isRepeated = [...letters].every((letter) => letter === letters[0]);
  const wanted = isRepeated ? letters.charAt(0) : letters;
  const at = items.indexOf(document.activeElement as HTMLElement);
  const from = isRepeated ? at + 1 : Math.max(at, 0);
  const ordered = [...items.slice(from), ...items.slice(0, from)];
  return ordered.find((item) => item.textContent?.trim().toLowerCase().startsWith(wanted));
}
