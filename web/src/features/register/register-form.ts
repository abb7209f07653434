import type { RegisterInput } from '@/api/auth';

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

/** Converts the form to the request: empty optional fields are omitted, the password is unchanged. */
export function toInput({ company, setupCode, confirm: _confirm, ...rest }: RegisterForm): RegisterInput {
  return {
    ...rest,
    ...(company.trim() ? { company: company.trim() } : {}),
    ...(setupCode.trim() ? { setupCode: setupCode.trim() } : {}),
  };
}
