import type { Plugin } from 'vite';

export const FOLDER: string;
export function sharedReport(root: string): Plugin;
export function namesSoftware(text: string): boolean;
