import { useEffect } from 'react';
import { wantTopic } from '@/lib/live/topics';

/** Receives changes of sites, deployments and pipeline stages while the screen is open. */
export function useSiteUpdates(): void {
  useEffect(() => {
    const leave = ['deployments', 'pipeline'].map((channel) => wantTopic({ channel }));
    return () => {
      for (const each of leave) each();
    };
  }, []);
}
