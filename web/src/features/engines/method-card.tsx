import { useQuery } from '@tanstack/react-query';
import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import { cardPaths, cardText } from '@/components/engines/method/cards';
import { MarkdownView } from '@/components/engines/method/markdown-view';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Drawer } from '@/components/ui/dialog';

/** Opens the engine's method card: method, measured accuracy and limits. */
export function MethodButton({ engineId, name }: { engineId: string; name: string }) {
  const [open, setOpen] = useState(false);
  if (cardPaths(engineId).length === 0) return null;
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        <BookOpen size={14} aria-hidden="true" />
        Method card
      </Button>
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        title={`${name} engine: method card`}
        className="w-[min(52rem,100vw)]"
      >
        <Card engineId={engineId} />
      </Drawer>
    </>
  );
}

function Card({ engineId }: { engineId: string }) {
  const card = useQuery({ queryKey: ['method-card', engineId], queryFn: () => cardText(engineId) });
  return (
    <QueryPanel query={card} fallback="Failed to load the method card.">
      {(text) => <MarkdownView source={text} />}
    </QueryPanel>
  );
}
