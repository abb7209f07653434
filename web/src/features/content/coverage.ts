/** Words without meaning of their own, which every text has. */
const COMMON = new Set(
  'a an and are as at be by can do does for from have how i in is it its many much my need of on or should that the their there this to was what when where which who why will with you your'.split(
    ' ',
  ),
);

/** An amount of money, or a word for one, answers what something costs. */
const MONEY = /\$\d|\b(?:charges?|prices?|priced|fees?)\b/g;
const rawWords = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(MONEY, ' cost $&')
    .match(/[\p{L}\p{N}]+/gu) ?? [];
const wordsOf = (text: string) => rawWords(text).map(stem);

/** Plural and simple forms count as one word. */
function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ies|es|s|ed|ing|e|y)$/, '') : word.replace(/s$/, '');
}

/** True if the text has all words of the phrase, in any form. */
export function hasWords(text: string, phrase: string): boolean {
  const found = new Set(wordsOf(text));
  const wanted = wordsOf(phrase);
  return wanted.length > 0 && wanted.every((word) => found.has(word));
}

/** Share of the meaningful words of a question that one passage has, at its best passage. */
export function answeredShare(passages: readonly string[], question: string): number {
  const wanted = [
    ...new Set(
      rawWords(question)
        .filter((word) => !COMMON.has(word))
        .map(stem),
    ),
  ];
  if (wanted.length === 0) return 0;
  const shares = passages.map((passage) => {
    const found = new Set(wordsOf(passage));
    return wanted.filter((word) => found.has(word)).length / wanted.length;
  });
  return Math.max(0, ...shares);
}

/** From this share on, a question counts as covered. */
export const COVERED = 0.75;
