/** Returns the label of an insight's recommended action; null without one. */
export function actionLabel(action: unknown): string | null {
  if (typeof action !== 'object' || action === null || !('label' in action)) return null;
  return typeof action.label === 'string' ? action.label : null;
}
