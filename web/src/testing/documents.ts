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
