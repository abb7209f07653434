import { z } from 'zod/mini';

const temporaryRecord = z.object({
  googleId: z.optional(z.nullable(z.string())),
  email: z.string(),
  name: z.optional(z.nullable(z.string())),
  picture: z.optional(z.nullable(z.string())),
});

export interface TemporaryUser {
  id: string;
  email: string;
  name: string;
  firstName: string;
  lastName: string;
  role: 'free';
  profileImageUrl: string | null;
}

/**
 * Maps the record that an external sign-in left in this browser. The role is for display only: the server decides
 * from the token.
 *
 * @throws when the text is not such a record
 */
export function parseTemporaryUser(json: string): TemporaryUser {
  const record = temporaryRecord.parse(JSON.parse(json));
  const name = (record.name ?? '').trim();
  const [firstName = '', ...rest] = name.split(/\s+/);
  return {
    id: record.googleId || 'temp-id',
    email: record.email,
    name,
    firstName,
    lastName: rest.join(' '),
    role: 'free',
    profileImageUrl: record.picture ?? null,
  };
}
