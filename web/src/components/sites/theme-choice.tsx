import { useId } from 'react';
import { ThemePicture } from './theme-picture';
import { THEMES } from './themes';

/** Choice of a theme by its picture. `any` adds a first choice: each site gets a theme of its own. */
export function ThemeChoice({
  value,
  onChange,
  any = false,
  disabled = false,
}: {
  /** Id of the theme; empty for any. */
  value: string;
  onChange: (value: string) => void;
  any?: boolean;
  disabled?: boolean;
}) {
  const name = useId();
  const choices = [...(any ? [{ id: '', name: 'Different themes', about: 'Chosen for each site' }] : []), ...THEMES];
  return (
    <fieldset disabled={disabled}>
      <legend className="text-[0.8125rem] font-medium">Theme</legend>
      <div className="mt-2 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
        {choices.map((choice) => (
          <label
            key={choice.id}
            className="relative flex cursor-pointer flex-col overflow-hidden rounded-md border border-border bg-card has-checked:border-primary has-checked:ring-2 has-checked:ring-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring has-disabled:cursor-not-allowed has-disabled:opacity-60"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={choice.id === value}
              onChange={() => onChange(choice.id)}
            />
            <Picture id={choice.id} />
            <span className="border-t border-border px-2.5 py-2">
              <span className="block text-[0.8125rem] font-medium">{choice.name}</span>
              <span className="mt-0.5 block text-xs text-muted-foreground">{choice.about}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Picture({ id }: { id: string }) {
  const theme = THEMES.find((each) => each.id === id);
  if (theme) return <ThemePicture theme={theme} />;
  return (
    <span className="grid grid-cols-2">
      {THEMES.slice(0, 4).map((each) => (
        <ThemePicture key={each.id} theme={each} />
      ))}
    </span>
  );
}
