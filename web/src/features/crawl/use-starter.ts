import { useState } from 'react';
import type { Crawl } from '@/api/crawls';
import type { Website } from '@/api/types';
import { useWorkspaces } from '@/hooks/use-workspaces';

/** Starts crawls of a website, where that is possible. */
export interface Starter {
  /** Whether the user may start, cancel and delete crawls. */
  canChange: boolean;
  /** Whether a crawl can be started. */
  canCrawl: boolean;
  /** Why the operator's installation does not crawl; null if it does, or if that is not known. */
  switchedOff: string | null;
  isOpen: boolean;
  /** Crawl with the settings that the form shows first; null for the defaults. */
  model: Crawl | null;
  open: (model?: Crawl) => void;
  close: () => void;
  switchOff: (reason: string) => void;
}

export function useStarter(website: Website | null): Starter {
  const canChange = useWorkspaces().current?.role !== 'viewer';
  const [isOpen, setOpen] = useState(false);
  const [model, setModel] = useState<Crawl | null>(null);
  const [switchedOff, switchOff] = useState<string | null>(null);
  return {
    canChange,
    canCrawl: canChange && switchedOff === null && website !== null && !website.simulated,
    switchedOff,
    isOpen,
    model,
    open: (from) => {
      setModel(from ?? null);
      setOpen(true);
    },
    close: () => setOpen(false),
    switchOff,
  };
}
