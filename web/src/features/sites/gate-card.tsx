import { CircleAlert, CircleCheck, CircleMinus, TriangleAlert, UserCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { GateCheck, GateFinding, Release, SitePage } from '@/api/sites';
import { countFindings } from '@/components/sites/site-words';
import { Badge } from '@/components/ui/badge';
import { CardHeader } from '@/components/ui/card';
import { InOrder } from '@/components/ui/in-order';
import { ScrollBox } from '@/components/ui/scroll-box';
import { Segmented } from '@/components/ui/segmented';
import { plural } from '@/lib/format';

type Group = 'blocking' | 'warnings' | 'waiting' | 'passed' | 'other';
type Shown = 'all' | 'blocking' | 'warnings' | 'passed';

/** Findings of a check with its title. */
interface Checked {
  check: GateCheck;
  findings: GateFinding[];
  group: Group;
}

const GROUPS = [
  { group: 'blocking', title: 'Blocking', icon: CircleAlert, mark: 'text-destructive' },
  { group: 'warnings', title: 'Warnings', icon: TriangleAlert, mark: 'text-warning' },
  { group: 'waiting', title: 'Waiting for a person', icon: UserCheck, mark: 'text-info' },
  { group: 'passed', title: 'Passed', icon: CircleCheck, mark: 'text-success' },
  { group: 'other', title: 'Not applicable', icon: CircleMinus, mark: 'text-muted-foreground' },
] as const;

/** Checks of a release by outcome. Each finding names its page and its fix. */
export function GateCard({ release, pages }: { release: Release; pages: SitePage[] }) {
  const [shown, setShown] = useState<Shown>('all');
  const all = checked(release.gate.checks, release.gate.findings);
  const { blocking, warnings } = countFindings(release.gate);
  const options: { value: Shown; label: string }[] = [
    { value: 'all', label: 'All' },
    { value: 'blocking', label: `Blocking ${blocking}` },
    { value: 'warnings', label: `Warnings ${warnings}` },
    { value: 'passed', label: `Passed ${all.filter(isPassed).length}` },
  ];
  return (
    <>
      <CardHeader
        title="Gate report"
        description={summaryOf(release, blocking, warnings)}
        actions={
          <Badge tone={release.gate.passes ? 'success' : 'danger'} dot>
            {release.gate.passes ? 'Passed' : 'Blocked'}
          </Badge>
        }
      />
      <div className="overflow-x-auto px-5 pt-3 [scrollbar-width:none]">
        <Segmented label="Findings" value={shown} options={options} onChange={setShown} />
      </div>
      <ScrollBox label="Checks" className="mt-3 max-h-[40rem] overflow-y-auto border-t border-border">
        {GROUPS.filter(({ group }) => shown === 'all' || shown === group).map((each) => (
          <CheckGroup
            key={each.group}
            {...each}
            checks={all.filter(({ group }) => group === each.group)}
            pages={pages}
            isAlone={shown !== 'all'}
          />
        ))}
      </ScrollBox>
    </>
  );
}

const isPassed = ({ group }: Checked) => group === 'passed';

function summaryOf({ number, gate }: Release, blocking: number, warnings: number): string {
  if (!gate.passes) {
    return `Release ${number} cannot be deployed: ${plural(blocking, 'blocking finding')}, ${plural(warnings, 'warning')}.`;
  }
  return `Release ${number} may be deployed after your approval. ${plural(warnings, 'warning')}.`;
}

/** Checks with their findings. */
function checked(checks: readonly GateCheck[], findings: readonly GateFinding[]): Checked[] {
  return checks.map((check) => {
    const own = findings.filter((finding) => finding.check === check.id);
    return { check, findings: own, group: GROUP_OF[check.status] };
  });
}

const GROUP_OF: Record<GateCheck['status'], Group> = {
  passed: 'passed',
  warned: 'warnings',
  blocked: 'blocking',
  notApplicable: 'other',
  waiting: 'waiting',
};

function CheckGroup({
  group,
  title,
  icon: Icon,
  mark,
  checks,
  pages,
  isAlone,
}: (typeof GROUPS)[number] & { checks: Checked[]; pages: SitePage[]; isAlone: boolean }) {
  if (checks.length === 0) {
    return isAlone ? <p className="px-5 py-8 text-center text-muted-foreground">No check here.</p> : null;
  }
  return (
    <section aria-label={title} className="border-b border-border last:border-b-0">
      <h3 className="bg-muted/60 px-5 py-2 text-xs font-semibold">
        {title} <span className="font-normal text-muted-foreground">({plural(checks.length, 'check')})</span>
      </h3>
      <ul className="divide-y divide-border">
        {checks.map(({ check, findings }) => (
          <li key={check.id} className="flex gap-2.5 px-5 py-2.5 text-[0.8125rem]">
            <Icon size={15} aria-hidden="true" className={`mt-0.5 shrink-0 ${mark}`} />
            <div className="grid min-w-0 flex-1 gap-2">
              <p className={group === 'passed' ? undefined : 'font-medium'}>
                {check.title} <span className="text-xs font-normal text-muted-foreground">{check.id}</span>
              </p>
              {check.measured ? <p className="text-xs text-muted-foreground">{check.measured}</p> : null}
              <InOrder items={findings}>{(finding) => <Finding finding={finding} pages={pages} />}</InOrder>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Finding({ finding, pages }: { finding: GateFinding; pages: SitePage[] }) {
  const page = pages.find(({ path }) => path === finding.page);
  return (
    <div className="grid gap-1 rounded-md bg-muted/50 px-3 py-2">
      <p className="wrap-anywhere">{finding.detail}</p>
      {finding.fix ? (
        <p className="wrap-anywhere text-muted-foreground">
          <span className="font-medium text-foreground">Fix:</span> {finding.fix}
        </p>
      ) : null}
      <p className="text-xs wrap-anywhere text-muted-foreground">
        {page ? (
          <Link to={`/content-generator/${page.documentId}`} className="inline-flex min-h-6 items-center underline">
            Edit {page.label} ({page.path})
          </Link>
        ) : (
          (finding.page ?? 'Whole site')
        )}
      </p>
    </div>
  );
}
