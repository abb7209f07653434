import type { ThemeColours } from '@/lib/themes/theme';

/** Small preview of a theme: surface, card, text and chart colours. */
export function Swatch({ colours }: { colours: ThemeColours }) {
  return (
    <div aria-hidden="true" className="flex h-20 items-end gap-2 p-3" style={{ background: colours.background }}>
      <div
        className="grid flex-1 gap-1.5 border p-2"
        style={{ background: colours.card, borderColor: colours.border, borderRadius: colours.radius }}
      >
        <span className="h-1.5 w-3/4 rounded-full" style={{ background: colours.cardForeground }} />
        <span className="h-1.5 w-1/2 rounded-full" style={{ background: colours.mutedForeground }} />
      </div>
      {(['primary', 'ring', 'destructive'] as const).map((name) => (
        <span key={name} className="size-5" style={{ background: colours[name], borderRadius: colours.radius }} />
      ))}
    </div>
  );
}
