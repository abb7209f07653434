import { Field, Input, Select } from '@/components/ui/field';
import { Switch } from '@/components/ui/switch';
import { DEFAULT_ANIMATIONS, DEFAULT_EFFECTS, DEFAULT_TYPOGRAPHY, type Theme } from '@/lib/themes/theme';

const FAMILIES = ['Inter', 'system-ui', 'Georgia, serif', 'ui-monospace, monospace'];
const SIZES = ['12px', '13px', '14px', '15px', '16px', '18px', '20px'];
const EASINGS = ['linear', 'ease', 'ease-in', 'ease-out', 'ease-in-out'];

function Choice({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: readonly string[];
  onChange: (value: string) => void;
}) {
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          {[...new Set([...options, value])].map((option) => (
            <option key={option}>{option}</option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function Amount({
  label,
  value,
  min,
  max,
  step,
  onChange,
}: {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  onChange: (value: number) => void;
}) {
  return (
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
          type="number"
          min={min}
          max={max}
          step={step}
          value={value}
          onChange={(event) => onChange(Math.min(max, Math.max(min, Number(event.target.value))))}
        />
      )}
    </Field>
  );
}

/** Fields for typography, animations and effects of a theme. */
export function StyleFields({ theme, onChange }: { theme: Theme; onChange: (part: Partial<Theme>) => void }) {
  const typography = theme.typography ?? DEFAULT_TYPOGRAPHY;
  const animations = theme.animations ?? DEFAULT_ANIMATIONS;
  const effects = theme.effects ?? DEFAULT_EFFECTS;
  const type = (part: Partial<typeof typography>) => onChange({ typography: { ...typography, ...part } });
  const move = (part: Partial<typeof animations>) => onChange({ animations: { ...animations, ...part } });
  const effect = (part: Partial<typeof effects>) => onChange({ effects: { ...effects, ...part } });
  return (
    <div className="grid gap-8">
      <div className="grid gap-4 sm:grid-cols-3">
        <Choice
          label="Font"
          value={typography.fontFamily}
          options={FAMILIES}
          onChange={(fontFamily) => type({ fontFamily })}
        />
        <Choice label="Size" value={typography.fontSize} options={SIZES} onChange={(fontSize) => type({ fontSize })} />
        <Amount
          label="Line height"
          value={typography.lineHeight}
          min={1}
          max={2.5}
          step={0.05}
          onChange={(lineHeight) => type({ lineHeight })}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <Amount
          label="Transitions, in ms"
          value={animations.duration}
          min={0}
          max={2000}
          step={10}
          onChange={(duration) => move({ duration })}
        />
        <Choice label="Easing" value={animations.easing} options={EASINGS} onChange={(easing) => move({ easing })} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Switch label="Animations" checked={animations.enabled} onChange={(enabled) => move({ enabled })} />
        <Switch label="Blur" checked={effects.blur} onChange={(blur) => effect({ blur })} />
        <Switch label="Shadows" checked={effects.shadows} onChange={(shadows) => effect({ shadows })} />
        <Switch label="Gradients" checked={effects.gradients} onChange={(gradients) => effect({ gradients })} />
      </div>
    </div>
  );
}
