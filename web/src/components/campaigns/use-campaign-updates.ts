import { useEffect } from 'react';
import { wantTopic } from '@/lib/live/topics';

/** Receives changes of campaigns, their deployments, sites and money while the screen is open. */
export function useCampaignUpdates(): void {
  useEffect(() => {
    const leave = ['deployments', 'pipeline', 'revenue'].map((channel) => wantTopic({ channel }));
    return () => {
      for (const each of leave) each();
    };
  }, []);
}
