import { Field, Textarea } from '@/components/ui/field';

/** Custom CSS of a theme, with errors for disallowed content. */
export function CssField({
  value,
  problems,
  onChange,
}: {
  value: string;
  problems: string[];
  onChange: (value: string) => void;
}) {
  return (
    <Field
      label="Custom CSS"
      hint="Applies only inside the app and cannot load external files."
      error={problems.length > 0 ? problems.join(' ') : null}
    >
      {(control) => (
        <Textarea
          {...control}
          spellCheck={false}
          rows={5}
          className="font-mono text-[0.8125rem]"
          placeholder="h1 { letter-spacing: 0 }"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
