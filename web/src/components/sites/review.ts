import { ApiError } from '@/api/errors';

/** Returns whether the server refused an approval because a named person must review the pages first. */
export function asksForReview(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409 && 'review' in error.fields;
}
