import { useQuery } from '@tanstack/react-query';
import { targetQueries } from '@/api/deploy-targets';

/** Targets that a site can have, for a list of choices. The empty one is the built-in hosting. */
export function useTargetOptions(): { value: string; label: string }[] {
  const { data } = useQuery(targetQueries.list());
  const targets = data?.targets ?? [];
  return [{ value: '', label: 'Built-in hosting' }, ...targets.map(({ id, name }) => ({ value: id, label: name }))];
}

/** Name of a target. */
export function useTargetName(): (id: string | null) => string {
  const options = useTargetOptions();
  return (id) => options.find(({ value }) => value === (id ?? ''))?.label ?? 'A deleted target';
}
