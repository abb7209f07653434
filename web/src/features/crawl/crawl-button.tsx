import { Button } from '@/components/ui/button';
import { useShortcut } from '@/hooks/use-shortcut';
import type { Starter } from './use-starter';

/** Opens the form of a new crawl; nothing for those who may not start one. */
export function CrawlButton({ starter, label = 'Crawl website' }: { starter: Starter; label?: string }) {
  const open = () => starter.open();
  const run = starter.canCrawl && !starter.isOpen ? open : null;
  useShortcut({ id: 'crawl', keys: 'c', label: 'Crawl the website', group: 'On this page', run });
  if (!starter.canCrawl) return null;
  return (
    <Button size="sm" needsNetwork onClick={open}>
      {label}
    </Button>
  );
}
