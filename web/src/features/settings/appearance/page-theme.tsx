import { useEffect, useState } from 'react';
import type { PageTheme } from '@/api/themes';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Segmented } from '@/components/ui/segmented';
import { plural } from '@/lib/format';
import { themes as texts } from '@/lib/strings';
import { shownScheme, useTheme } from '@/lib/theme';
import { readTheme } from '@/lib/themes/exchange';
import { saveTheme } from '@/lib/themes/store';
import type { Scheme, Theme } from '@/lib/themes/theme';
import { snapshotOf } from '@/lib/themes/variables';
import { showToast } from '@/lib/toast';
import { humanise } from '@/lib/words';
import { Swatch } from './swatch';

const SCHEMES = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
] as const;

/** Colours read from a page, the resulting theme, and its actions. */
export function PageThemeCard({
  found,
  onMade,
  onDone,
}: {
  found: PageTheme;
  onMade: (theme: Theme) => void;
  onDone: () => void;
}) {
  const [theme] = useState(() => readTheme(found.theme, crypto.randomUUID(), new Date()));
  const end = () => {
    useTheme.getState().setPreview(null);
    onDone();
  };
  if (!theme) return <Callout tone="danger" title={texts.invalid} />;
  const keep = (): Theme => {
    end();
    return saveTheme(theme, new Date());
  };
  return (
    <section aria-label="Theme from the page" className="grid gap-5 rounded-lg border border-border p-4">
      <div>
        <h3 className="font-semibold break-words">{theme.name}</h3>
        <p className="text-[0.8125rem] text-muted-foreground">{sourceText(found)}</p>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        {SCHEMES.map(({ value, label }) => (
          <figure key={value} className="overflow-hidden rounded-md border border-border">
            <Swatch colours={theme.colors[value]} />
            <figcaption className="px-3 py-2 text-[0.8125rem]">
              {label} set
              <span className="text-muted-foreground">
                {found.ownSets.includes(value) ? ', from the page' : ', derived from the other'}
              </span>
            </figcaption>
          </figure>
        ))}
      </div>
      <Palette found={found} />
      <Notes found={found} />
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" onClick={() => showToast({ title: `${keep().name} saved` })}>
          Save theme
        </Button>
        <Button size="sm" variant="outline" onClick={() => onMade(keep())}>
          Save and edit
        </Button>
        <Button size="sm" variant="ghost" onClick={end}>
          Discard
        </Button>
        <TryOn theme={theme} />
      </div>
    </section>
  );
}

function sourceText({ source: { host, sheets, skipped } }: PageTheme): string {
  const left = skipped.length > 0 ? `, ${skipped.length} left out` : '';
  return `From ${host}: ${plural(sheets, 'style sheet')} read${left}.`;
}

/** Previews the theme on the whole page while mounted. */
function TryOn({ theme }: { theme: Theme }) {
  const isShown = useTheme((state) => state.preview !== null);
  const [scheme, setScheme] = useState<Scheme>(shownScheme);
  const show = (next: Scheme) => {
    setScheme(next);
    useTheme.getState().setPreview({ snapshot: snapshotOf(theme), scheme: next });
  };
  useEffect(() => () => useTheme.getState().setPreview(null), []);
  if (!isShown) {
    return (
      <Button size="sm" variant="outline" onClick={() => show(scheme)}>
        Preview
      </Button>
    );
  }
  return <Segmented label="Set in the preview" value={scheme} options={SCHEMES} onChange={show} />;
}

function Palette({ found }: { found: PageTheme }) {
  return (
    <ul aria-label="Colors of the page" className="flex flex-wrap gap-2">
      {found.palette.map(({ colour, part, uses }) => (
        <li
          key={`${part} ${colour}`}
          className="flex items-center gap-2 rounded-md bg-muted px-2.5 py-1.5 text-[0.8125rem]"
          title={`${uses} ${isText(part) ? 'letters' : 'elements'}`}
        >
          <span aria-hidden="true" className="size-4 rounded-sm border border-border" style={{ background: colour }} />
          <span className="font-mono">{colour}</span>
          <span className="text-muted-foreground">{part}</span>
        </li>
      ))}
    </ul>
  );
}

function isText(part: string): boolean {
  return part === 'surface' || part === 'text';
}

function Notes({ found: { mended, source } }: { found: PageTheme }) {
  if (mended.length === 0 && source.skipped.length === 0) return null;
  return (
    <details className="text-[0.8125rem]">
      <summary className="cursor-pointer font-medium">Changed or skipped</summary>
      <ul className="mt-2 grid gap-1 text-muted-foreground">
        {mended.map(({ set, role, from, to }) => (
          <li key={`${set} ${role}`}>
            {humanise(role)} of the {set} set: {from} became {to} for sufficient contrast.
          </li>
        ))}
        {source.skipped.map(({ url, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page may name the same sheet twice; the list never changes
          <li key={index} className="break-all">
            {url}: {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}
