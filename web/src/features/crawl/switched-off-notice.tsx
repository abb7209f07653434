import { Callout } from '@/components/ui/callout';
import type { Starter } from './use-starter';

/** Reason for which this installation does not crawl, once the server has given it. */
export function SwitchedOffNotice({ starter }: { starter: Starter }) {
  if (starter.switchedOff === null) return null;
  return (
    <Callout tone="warning" title="Crawls are switched off">
      <p>{starter.switchedOff} Earlier crawls stay readable.</p>
    </Callout>
  );
}
