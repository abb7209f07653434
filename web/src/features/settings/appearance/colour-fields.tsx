import { useState } from 'react';
import { Field, Input, Select } from '@/components/ui/field';
import { isHex } from '@/lib/colour';
import { COLOUR_ROLES, type ColourRole, type ThemeColours } from '@/lib/themes/theme';
import { humanise } from '@/lib/words';

const RADII = ['0rem', '0.25rem', '0.375rem', '0.5rem', '0.75rem', '1rem'];

/** Fields for all colours of a set, by picker or hex code, and for the corner radius. */
export function ColourFields({
  colours,
  onChange,
}: {
  colours: ThemeColours;
  onChange: (colours: ThemeColours) => void;
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {COLOUR_ROLES.map((role) => (
        <ColourField
          key={role}
          role={role}
          value={colours[role]}
          onChange={(value) => onChange({ ...colours, [role]: value })}
        />
      ))}
      <Field label="Corners">
        {(control) => (
          <Select
            {...control}
            value={colours.radius}
            onChange={(event) => onChange({ ...colours, radius: event.target.value })}
          >
            {[...new Set([...RADII, colours.radius])].map((radius) => (
              <option key={radius}>{radius}</option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}

function ColourField({
  role,
  value,
  onChange,
}: {
  role: ColourRole;
  value: string;
  onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && !isHex(typed);
  const label = humanise(role);
  return (
    <Field label={label} error={isWrong ? 'Six hex digits, e.g. #1a2b3c' : null}>
      {(control) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label={`Pick ${label.toLowerCase()}`}
            className="h-10 w-12 shrink-0 cursor-pointer rounded-md border border-input bg-background p-1"
            value={value}
            onChange={(event) => {
              setTyped(null);
              onChange(event.target.value);
            }}
          />
          <Input
            {...control}
            className="font-mono"
            spellCheck={false}
            value={typed ?? value}
            onChange={(event) => {
              const text = event.target.value.trim();
              setTyped(isHex(text) ? null : text);
              if (isHex(text)) onChange(text.toLowerCase());
            }}
          />
        </div>
      )}
    </Field>
  );
}
