import { navigation } from './strings';

/** The user's name, else the part of the address before the at-sign, else "User". */
export function displayName(user: { name?: string | null; email?: string | null } | null): string {
  return user?.name?.trim() || user?.email?.split('@')[0] || navigation.userFallback;
}

/** One or two letters for the round badge. */
export function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => word?.charAt(0).toUpperCase() ?? '').join('');
}
