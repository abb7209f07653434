import { Link } from 'react-router';
import type { Edit } from '@/api/edits';
import { Card, CardBody } from '@/components/ui/card';

/** Records that an edit is about or has made: opportunity, release, change log entry, experiment. */
export function ResultCard({ edit }: { edit: Edit }) {
  const links = [
    edit.opportunityId ? { to: '/opportunities/discover?status=all', text: 'Opportunity that it implements' } : null,
    edit.undoesId ? { to: `/edits/${edit.undoesId}`, text: 'Edit that it undoes' } : null,
    edit.undoEditId ? { to: `/edits/${edit.undoEditId}`, text: 'Edit that undoes it' } : null,
    edit.releaseId ? { to: `/dominator/sites/${edit.websiteId}?tab=releases`, text: 'Release with its changes' } : null,
    edit.annotationId ? { to: '/changes', text: 'Entry of the change log' } : null,
    edit.experimentId ? { to: `/experiments/${edit.experimentId}`, text: 'Experiment that measures it' } : null,
  ].filter((link) => link !== null);
  if (links.length === 0) return null;
  return (
    <Card aria-label="Related">
      <CardBody className="flex flex-wrap gap-x-6 gap-y-2">
        {links.map(({ to, text }) => (
          <Link key={text} to={to} className="inline-flex min-h-6 items-center text-brand hover:underline">
            {text}
          </Link>
        ))}
      </CardBody>
    </Card>
  );
}
