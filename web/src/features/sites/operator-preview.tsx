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
        description="At the top and the foot of every page, and in the privacy policy. A site also names the trade that it is not."
      />
      <CardBody className="grid gap-4 text-[0.8125rem]">
        <blockquote className="border-l-2 border-primary pl-4">
          <p>
            This is a referral service. <Detail text={shortName(operator)} missing="Your name" /> passes requests to
            independent businesses and may be paid for it.
          </p>
          <p className="mt-3">
            Run by <Detail text={fullName(operator)} missing="your legal name" />.
          </p>
          <address className="mt-1 not-italic text-muted-foreground">
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
            Questions about your personal data: <Detail text={privacyEmail.trim() || email} missing="your email" />
          </p>
          {reviewerName.trim() ? (
            <p className="mt-3">
              Responsible for the content: {reviewerName.trim()}
              {reviewerCredentials.trim() ? `, ${reviewerCredentials.trim()}` : ''}.
            </p>
          ) : null}
        </blockquote>
      </CardBody>
    </Card>
  );
}

/** Name that visitors know. */
function shortName({ legalName, brandName }: NewSiteOperator): string {
  return brandName.trim() || legalName.trim();
}

/** "North Leads (North Leads LLC)". */
function fullName(operator: NewSiteOperator): string {
  const [short, legal] = [shortName(operator), operator.legalName.trim()];
  return legal === '' || legal === short ? short : `${short} (${legal})`;
}

function Detail({ text, missing }: { text: string; missing: string }) {
  if (text.trim()) return <span className="font-medium">{text.trim()}</span>;
  return <span className="rounded-sm bg-warning-soft px-1 text-warning">{missing}</span>;
}
