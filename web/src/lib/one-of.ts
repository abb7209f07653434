/** Returns `value` if it is one of `words`; otherwise undefined. */
export function oneOf<Word extends string>(words: readonly Word[], value: string): Word | undefined {
  return words.find((word) => word === value);
}
