import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { contrastFindings, mendContrast } from '@/lib/themes/contrast-check';
import type { ThemeColours } from '@/lib/themes/theme';
import { humanise } from '@/lib/words';

const SHOWN = 4;

/** Lists low-contrast colours of a theme, and can fix them. */
export function ContrastReport({
  colours,
  onMend,
}: {
  colours: ThemeColours;
  onMend: (colours: ThemeColours) => void;
}) {
  const findings = contrastFindings(colours);
  if (findings.length === 0) return <Callout tone="success" title="All color pairs have sufficient contrast." />;
  return (
    <Callout
      tone="warning"
      title={`${findings.length} color pairs with low contrast`}
      action={
        <Button size="sm" variant="outline" onClick={() => onMend(mendContrast(colours))}>
          Fix contrast
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
