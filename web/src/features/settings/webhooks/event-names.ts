const NAMES: Record<string, string> = {
  'run:finished': 'Run finished',
  'engine:insight': 'New insight',
  'engine:error': 'Engine error',
  'opportunity:discovered': 'Opportunity discovered',
  'opportunity:updated': 'Opportunity changed',
  'opportunity:implemented': 'Opportunity implemented',
  'performance:alert': 'Performance alert',
  'performance:ranking': 'Ranking changed',
  'performance:digest': 'Digest of ranks',
  'lead:assigned': 'Lead of a buyer',
  'webhook:test': 'Test event',
};

/** Label of an event; unknown events are shown unchanged. */
export function eventName(event: string): string {
  return NAMES[event] ?? event;
}
