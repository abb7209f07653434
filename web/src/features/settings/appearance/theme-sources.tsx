import { Dices, Upload } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { toastFailure } from '@/lib/failed';
import { themes as texts } from '@/lib/strings';
import { importTheme } from '@/lib/themes/exchange';
import { randomTheme } from '@/lib/themes/random';
import { saveTheme } from '@/lib/themes/store';
import type { Theme } from '@/lib/themes/theme';
import { showToast } from '@/lib/toast';
import { FromPage } from './from-page';

/** Sources of new themes: random, a file, another page. */
export function ThemeSources({ onMade }: { onMade: (theme: Theme) => void }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <Card>
      <CardHeader title="More themes" description="Generate a random theme or import one." />
      <CardBody className="grid grid-cols-1 gap-6">
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" onClick={() => onMade(drawn())}>
            <Dices size={16} aria-hidden="true" />
            Random theme
          </Button>
          <input
            ref={picker}
            type="file"
            accept="application/json,.json"
            aria-label="Theme file"
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = '';
              file?.text().then(takeIn);
            }}
          />
          <Button variant="outline" onClick={() => picker.current?.click()}>
            <Upload size={16} aria-hidden="true" />
            Import a file
          </Button>
        </div>
        <FromPage onMade={onMade} />
      </CardBody>
    </Card>
  );
}

function drawn(): Theme {
  return saveTheme(randomTheme(Math.random, crypto.randomUUID(), new Date()), new Date());
}

function takeIn(text: string): void {
  try {
    const { theme, dropped } = importTheme(text, crypto.randomUUID(), new Date());
    const description = dropped.length > 0 ? `Its custom CSS was skipped. ${dropped.join(' ')}` : undefined;
    showToast({ title: `${theme.name} is imported`, description });
  } catch {
    toastFailure(texts.invalid);
  }
}
