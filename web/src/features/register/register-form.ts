import type { RegisterInput } from '@/api/auth';
import { PASSWORD_MIN_LENGTH } from '@/lib/constants';
import { register } from '@/lib/strings';

export interface RegisterForm {
  firstName: string;
  lastName: string;
  email: string;
  company: string;
  password: string;
  confirm: string;
  setupCode: string;
}

export const EMPTY: RegisterForm = {
  firstName: '',
  lastName: '',
  email: '',
  company: '',
  password: '',
  confirm: '',
  setupCode: '',
};

/** Why the form may not be sent, or null: first that the passwords differ, then that they are too short. */
export function refusalOf({ password, confirm }: RegisterForm): { field: keyof RegisterForm; text: string } | null {
  if (password !== confirm) return { field: 'confirm', text: register.mismatch };
  if (password.length < PASSWORD_MIN_LENGTH) return { field: 'password', text: register.tooShort };
  return null;
}

/** What is sent: empty optional fields are left out, the password goes unchanged. */
export function toInput({ company, setupCode, confirm: _confirm, ...rest }: RegisterForm): RegisterInput {
  return {
    ...rest,
    ...(company.trim() ? { company: company.trim() } : {}),
    ...(setupCode.trim() ? { setupCode: setupCode.trim() } : {}),
  };
}
