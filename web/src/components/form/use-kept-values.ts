import { useEffect, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { tabStorage } from '@/lib/browser-storage';
import { cachedUser, tokenStorage } from '@/lib/session/token-storage';
import { showToast } from '@/lib/toast';

const PREFIX = 'motherlode.kept:';
/** Never written to a storage. */
const SECRET = /password|secret|token|apiKey|accessKey|privateKey/i;

interface Kept {
  /** The user who typed the values: nobody else gets them. */
  user: string;
  values: Record<string, unknown>;
}

/**
 * Keeps changed values in the tab when the session ends while a form is open, and fills them in again when the same user
 * opens the same form. After a sign-out nothing is kept.
 */
export function useKeptValues<Values extends FieldValues>(methods: UseFormReturn<Values>): void {
  const [user] = useState(userId);
  const { isDirty } = methods.formState;
  useEffect(() => {
    if (user) restore(methods, user);
  }, [methods, user]);
  useEffect(() => {
    if (!isDirty || !user) return;
    const key = keyOf(methods);
    return () => {
      // A sign-out closes the screens before it clears the tokens.
      if (tokenStorage.accessToken() === null) keep(key, { user, values: changedValues(methods) });
    };
  }, [isDirty, methods, user]);
}

function userId(): string | null {
  try {
    const id: unknown = JSON.parse(cachedUser.read() ?? 'null')?.id;
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
}

/** The page and the names of the fields: several forms of a page differ in them. */
function keyOf<Values extends FieldValues>(methods: UseFormReturn<Values>): string {
  return `${PREFIX}${window.location.pathname}:${Object.keys(methods.getValues()).sort().join()}`;
}

function changedValues<Values extends FieldValues>(methods: UseFormReturn<Values>): Record<string, unknown> {
  const stored: Record<string, unknown> = methods.formState.defaultValues ?? {};
  const isChanged = ([name, value]: [string, unknown]) =>
    !SECRET.test(name) && JSON.stringify(value) !== JSON.stringify(stored[name]);
  return Object.fromEntries(Object.entries(methods.getValues()).filter(isChanged));
}

function keep(key: string, kept: Kept): void {
  if (Object.keys(kept.values).length > 0) tabStorage.setItem(key, JSON.stringify(kept));
}

function restore<Values extends FieldValues>(methods: UseFormReturn<Values>, user: string): void {
  const key = keyOf(methods);
  const text = tabStorage.getItem(key);
  if (text === null) return;
  tabStorage.removeItem(key);
  const kept = JSON.parse(text) as Kept;
  if (kept.user !== user) return;
  for (const [name, value] of Object.entries(kept.values)) {
    methods.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
  }
  showToast({ title: 'Your unsaved values are back', description: 'They were kept when your session ended.' });
}
