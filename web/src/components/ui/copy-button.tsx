import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { copyText } from '@/lib/save-file';
import { showToast } from '@/lib/toast';
import { Button } from './button';

/** Copies `text` and reports success or failure. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: ReactNode }) {
  const copy = async () => {
    const copied = await copyText(text);
    showToast(copied ? { title: 'Copied' } : { title: 'The browser refused to copy', variant: 'destructive' });
  };
  return (
    <Button variant="outline" size="sm" onClick={copy}>
      <Copy size={14} aria-hidden="true" />
      {label}
    </Button>
  );
}
