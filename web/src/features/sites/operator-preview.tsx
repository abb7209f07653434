import type { NewSiteOperator } from '@/api/sites';
import { Card, CardBody, CardHeader } from '@/components/ui/card';

/** What visitors read about the operator, while it is typed. */
export function OperatorPreview({ operator }: { operator: NewSiteOperator }) {
  const { postalAddress, email, phone, privacyEmail, reviewerName, reviewerCredentials } = operator;
  const address = postalAddress
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return (
    <Card aria-label="What visitors read" className="xl:sticky xl:top-24">
      <CardHeader
        title="What visitors read"
        description="In the words of each site's theme; the details are the same."
      />
      <CardBody className="grid gap-4 text-[0.8125rem]">
        <blockquote className="border-l-2 border-primary pl-4">
          <p>
            This site is run by <Detail text={nameOf(operator)} missing="your legal name" />. It refers visitors to
            local businesses and does not do the work itself.
          </p>
          <address className="mt-3 not-italic text-muted-foreground">
            {address.length > 0 ? (
              address.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))
            ) : (
              <Detail text="" missing="your postal address" />
            )}
            <span className="mt-2 block">
              <Detail text={email} missing="your email" />
              {phone.trim() ? `, ${phone.trim()}` : ''}
            </span>
          </address>
          <p className="mt-3">
            Questions about your personal data: <Detail text={privacyEmail} missing="your privacy email" />
          </p>
          {reviewerName.trim() ? (
            <p className="mt-3">
              Reviewed by {reviewerName.trim()}
              {reviewerCredentials.trim() ? `, ${reviewerCredentials.trim()}` : ''}.
            </p>
          ) : null}
        </blockquote>
      </CardBody>
    </Card>
  );
}

/** "North Leads LLC (North Leads)". */
function nameOf({ legalName, brandName }: NewSiteOperator): string {
  const [legal, brand] = [legalName.trim(), brandName.trim()];
  return legal && brand && brand !== legal ? `${legal} (${brand})` : legal;
}

function Detail({ text, missing }: { text: string; missing: string }) {
  if (text.trim()) return <span className="font-medium">{text.trim()}</span>;
  return <span className="rounded-sm bg-warning-soft px-1 text-warning">{missing}</span>;
}
