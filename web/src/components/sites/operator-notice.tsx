import { useQuery } from '@tanstack/react-query';
import { siteQueries } from '@/api/sites';
import { ButtonLink } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { missingText } from './operator';

/** Leads to the operator's form while details are missing. */
export function OperatorNotice() {
  const { data } = useQuery(siteQueries.operator());
  if (data === undefined || data.missing.length === 0) return null;
  return (
    <Callout
      tone="warning"
      title="First say who runs your sites"
      action={
        <ButtonLink to="/dominator/operator" variant="outline" size="sm">
          Enter the operator
        </ButtonLink>
      }
    >
      Every site names who runs it. Still missing: {missingText(data.missing)}.
    </Callout>
  );
}
