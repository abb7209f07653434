/** `value` as one of `words`; undefined when it is none of them. */
export function oneOf<Word extends string>(words: readonly Word[], value: string): Word | undefined {
  return words.find((word) => word === value);
}
