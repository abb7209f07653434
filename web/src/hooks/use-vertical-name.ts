import { useQuery } from '@tanstack/react-query';
import { marketQueries } from '@/api/market-data';
import { humanise } from '@/lib/words';

/** Returns the display name of a vertical by its id, such as "Heating and air conditioning repair" for `hvac`. */
export function useVerticalName(): (slug: string) => string {
  const { data = [] } = useQuery(marketQueries.verticals());
  return (slug) => data.find((each) => each.slug === slug)?.name ?? humanise(slug);
}
