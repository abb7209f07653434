export const STEPS = [
  { name: 'welcome', label: 'Website' },
  { name: 'import', label: 'Data' },
  { name: 'engine', label: 'Engine' },
  { name: 'done', label: 'Result' },
] as const;

export type StepName = (typeof STEPS)[number]['name'];
