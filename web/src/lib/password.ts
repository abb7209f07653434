import { PASSWORD_MIN_LENGTH } from './constants';
import { register } from './strings';

export interface PasswordStrength {
  /** 0 (nothing typed) to 4. */
  score: 0 | 1 | 2 | 3 | 4;
  label: string;
}

const LABELS = ['', 'Weak', 'Fair', 'Good', 'Strong'] as const;

/**
 * A rough guide from length and variety, not a measure of guessability: length counts most, as it does for an
 * attacker. Below the minimum length a password is always weak.
 */
export function passwordStrength(password: string): PasswordStrength {
  if (password === '') return { score: 0, label: LABELS[0] };
  const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((pattern) => pattern.test(password)).length;
  const different = new Set(password).size;
  if (password.length < PASSWORD_MIN_LENGTH || different < 5) return { score: 1, label: LABELS[1] };
  const points = (password.length >= 12 ? 1 : 0) + (password.length >= 16 ? 1 : 0) + (classes >= 3 ? 1 : 0);
  const score = Math.min(4, 2 + points) as 2 | 3 | 4;
  return { score, label: LABELS[score] };
}

/** Returns the reason to reject a new password, or null: first a mismatch, then its length. */
export function passwordRefusal(
  password: string,
  confirm: string,
): { field: 'confirm' | 'password'; text: string } | null {
  if (password !== confirm) return { field: 'confirm', text: register.mismatch };
  if (password.length < PASSWORD_MIN_LENGTH) return { field: 'password', text: register.tooShort };
  return null;
}
