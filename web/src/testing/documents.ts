import type { ContentDocument, DocumentVersion } from '@/api/documents';
import type { Schemas } from '@/api/types';

/** A document with a fact about prices. */
export function aDocument(change: Partial<ContentDocument> = {}): ContentDocument {
  return {
    id: 'd1',
    websiteId: null,
    title: 'Roof repair in Tulsa',
    query: 'roof repair tulsa',
    vertical: 'roofing',
    place: { name: 'Tulsa, OK', geonameId: 4553433 },
    intent: 'local',
    status: 'draft',
    version: 1,
    revision: 3,
    words: 12,
    score: { score: 80, passes: true, blocking: 0, warnings: 4, readingEase: 65, cited: 0.9 },
    runId: null,
    runStatus: null,
    createdBy: 'u1',
    createdAt: '2026-11-20T10:00:00Z',
    updatedAt: '2026-11-20T10:00:00Z',
    archivedAt: null,
    brief: {
      questions: ['What does a roof repair cost?', 'Do you offer financing?'],
      outline: [],
      words: ['shingle', 'warranty'],
      facts: [
        { id: 'price-1', kind: 'price', value: '$350 to $900', detail: 'a repair', source: 'Price list of the owner' },
      ],
    },
    conflicts: [],
    ...change,
  };
}

/** A version with a heading and two sentences, one of them without a fact. */
export function aVersion(change: Partial<DocumentVersion> = {}): DocumentVersion {
  return {
    number: 1,
    base: 0,
    origin: 'composed',
    words: 12,
    score: null,
    runId: null,
    userId: 'u1',
    userName: 'Ada North',
    model: null,
    costMicros: 0,
    note: '',
    createdAt: '2026-11-20T10:00:00Z',
    prompts: null,
    cited: [
      {
        id: 'pack-1',
        text: 'Asphalt shingles last 20 years.',
        place: null,
        source: { title: 'Roofing study', publisher: 'NRCA', year: 2021, url: 'https://nrca.example/study' },
      },
    ],
    draft: {
      title: { text: 'Roof repair in Tulsa', factIds: [] },
      description: { text: 'What a repair costs.', factIds: [] },
      links: [],
      blocks: [
        { kind: 'heading', level: 1, sentences: [{ text: 'Costs', factIds: [] }] },
        {
          kind: 'paragraph',
          level: 0,
          sentences: [
            { text: 'A roof repair costs $350 to $900.', factIds: ['price-1'] },
            { text: 'Asphalt shingles last 20 years.', factIds: ['pack-1'] },
            { text: 'We are nice.', factIds: [] },
          ],
        },
      ],
    },
    ...change,
  };
}

/** A vertical in the list of packs. */
export function aListedPack(change: Partial<Schemas['ListedPack']> = {}): Schemas['ListedPack'] {
  return {
    vertical: 'roofing',
    name: 'Roofing',
    title: 'roofing',
    source: 'built_in',
    hasPack: true,
    hasBuiltIn: true,
    hasOwn: false,
    words: 4_200,
    questions: 14,
    updated: '2026-10-01',
    review: null,
    errors: 0,
    warnings: 0,
    changedAt: null,
    ...change,
  };
}

const FINDINGS: Schemas['ContentScoreResult']['findings'] = [
  {
    check: 'grammar',
    level: 'warn',
    detail: '"nice": a weak word',
    subject: 'We are nice.',
    isMendable: true,
    block: 1,
    sentence: 2,
    fix: 'Write: We are kind.',
    replacement: 'We are kind.',
  },
  {
    check: 'uncited_claim',
    level: 'warn',
    detail: '"20" is based on another fact',
    subject: 'Asphalt shingles last 20 years.',
    isMendable: true,
    block: 1,
    sentence: 1,
    fix: 'Cite the fact that has the claim',
    replacement: null,
  },
];

/** A score with two parts measured, one not, and two findings, of which one is mechanical. */
export function aScore(change: Partial<Schemas['ContentScoreResult']> = {}): Schemas['ContentScoreResult'] {
  return {
    score: 71,
    passes: true,
    parts: [
      { name: 'claims', weight: 25, value: 0.8, points: 20, arithmetic: '0.80 of the sentences name a fact' },
      { name: 'gain', weight: 15, value: null, points: 0, arithmetic: 'share of new statements divided by 0.25' },
      { name: 'questions', weight: 10, value: 0.5, points: 5, arithmetic: 'share of the questions that are answered' },
      {
        name: 'wording',
        weight: 15,
        value: 0.8,
        points: 12,
        arithmetic: 'mean of readability, grammar and boilerplate',
      },
    ],
    findings: FINDINGS,
    measures: {
      words: 12,
      readingEase: 64,
      titleCharacters: 20,
      titlePixels: 200,
      descriptionCharacters: 21,
      density: 0.01,
      similarity: 0.1,
      cited: 0.8,
      informationGain: null,
      questionsAnswered: 0.5,
      grammarPer1000: 2.5,
      boilerplate: 0,
    },
    newStatements: [],
    questions: [
      { question: 'What does a roof repair cost?', section: 'Costs', block: 1, similarity: 0.9 },
      { question: 'Do you offer financing?', section: null, block: null, similarity: 0.1 },
    ],
    insights: [],
    notes: [],
    assumptions: [],
    needs: ['Add the top-ranking pages of the query to measure the information gain'],
    method: 'content',
    methodVersion: '1',
    ...change,
  };
}
