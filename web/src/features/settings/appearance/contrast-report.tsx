import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { contrastFindings, mendContrast } from '@/lib/themes/contrast-check';
import type { ThemeColours } from '@/lib/themes/theme';
import { humanise } from '@/lib/words';

const SHOWN = 4;

/** Says what of a set is hard to read, and can mend it. */
export function ContrastReport({
  colours,
  onMend,
}: {
  colours: ThemeColours;
  onMend: (colours: ThemeColours) => void;
}) {
  const findings = contrastFindings(colours);
  if (findings.length === 0) return <Callout tone="success" title="Everything in this set can be read." />;
  return (
    <Callout
      tone="warning"
      title={`Hard to read: ${findings.length} of the pairs`}
      action={
        <Button size="sm" variant="outline" onClick={() => onMend(mendContrast(colours))}>
          Mend
        </Button>
      }
    >
      <ul className="mt-1 grid gap-0.5">
        {findings.slice(0, SHOWN).map(({ role, on, ratio, atLeast }) => (
          <li key={`${role} ${on}`}>
            {humanise(role)} on {humanise(on).toLowerCase()}: {ratio.toFixed(1)} to 1, should be {atLeast}
          </li>
        ))}
      </ul>
    </Callout>
  );
}
