import type { Plugin } from 'vite';

export function shellFiles(names: string[]): string[];
export function versionOf(files: string[], read: (file: string) => string | Uint8Array): string;
export function serviceWorker(root: string): Plugin;
