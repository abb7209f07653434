import type { Website } from '@/api/types';
import { ImportPanel } from '@/components/imports/import-flow';
import { ImportHistory } from '@/components/imports/import-history';
import { Card, CardBody, CardHeader } from '@/components/ui/card';

const GAINS: readonly [title: string, text: string][] = [
  ['Clusters', 'Searches that one page can serve, so that you build few pages instead of many.'],
  ['Worth', 'What each search can bring a month, as a range, with every factor open to you.'],
  ['Quick wins', 'Six kinds, each tested against chance: striking distance, click-through gaps, decay and more.'],
];

/** A website without data: the import, and what it will bring. */
export function FirstImport({
  website,
  onImported,
}: {
  website: Website | null;
  onImported: (websiteId: string) => void;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
      <Card aria-label="Import">
        <CardHeader
          title="Bring in your search data"
          description="In Search Console: Performance, Export, Download ZIP. Drop the file here as it is."
        />
        <CardBody>
          <ImportPanel
            websiteId={website?.id}
            onImported={(record) => record.websiteId && onImported(record.websiteId)}
          />
        </CardBody>
      </Card>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Card>
          <CardHeader title="What you get from it" />
          <CardBody className="pt-3">
            <dl className="grid gap-3">
              {GAINS.map(([title, text]) => (
                <div key={title}>
                  <dt className="font-medium">{title}</dt>
                  <dd className="text-[0.8125rem] text-muted-foreground">{text}</dd>
                </div>
              ))}
            </dl>
          </CardBody>
        </Card>
        <Card>
          <CardHeader title="Imports" />
          <CardBody className="pt-2">
            <ImportHistory />
          </CardBody>
        </Card>
      </div>
    </div>
  );
}
