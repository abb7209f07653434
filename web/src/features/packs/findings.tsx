import type { PackFinding } from '@/api/packs';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';

/** What the check of a pack found; with `onLine`, a click leads to the line. */
export function Findings({ findings, onLine }: { findings: readonly PackFinding[]; onLine?: (line: number) => void }) {
  if (findings.length === 0) return null;
  return (
    <ul aria-label="Findings" className="mt-2 grid gap-2 text-[0.8125rem]">
      {findings.map((finding) => (
        <li key={`${finding.line} ${finding.at} ${finding.problem}`} className="wrap-anywhere">
          <Badge tone={finding.level === 'error' ? 'danger' : 'warning'}>
            {finding.level === 'error' ? 'Error' : 'Warning'}
          </Badge>{' '}
          <Place finding={finding} onLine={onLine} />
          {finding.problem}
        </li>
      ))}
    </ul>
  );
}

function Place({ finding: { line, at }, onLine }: { finding: PackFinding; onLine?: (line: number) => void }) {
  const name = line === null ? at : `Line ${line}${at ? ` (${at})` : ''}`;
  if (!name) return null;
  if (line === null || !onLine) return <strong>{name}: </strong>;
  return (
    <>
      <Button variant="link" size="inline" className="min-h-6 text-[0.8125rem]" onClick={() => onLine(line)}>
        {name}
      </Button>
      {': '}
    </>
  );
}
