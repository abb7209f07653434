const listeners = new Set<() => void>();

/** Opens the palette from anywhere in the frame. */
export function askForPalette(): void {
  for (const listener of listeners) listener();
}

export function onPaletteAsked(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
