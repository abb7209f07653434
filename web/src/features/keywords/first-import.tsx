import type { Website } from '@/api/types';
import { ImportPanel } from '@/components/imports/import-flow';
import { ImportHistory } from '@/components/imports/import-history';
import { Card, CardBody, CardHeader } from '@/components/ui/card';

const GAINS: readonly [title: string, text: string][] = [
  ['Clusters', 'Groups of keywords that one page can target, so that you need fewer pages.'],
  ['Monthly value', 'An estimate per keyword with a range and every factor behind it.'],
  ['Quick wins', 'Six kinds, tested for statistical significance: striking distance, CTR gaps, decay and more.'],
];

/** A website without data: the import, and its benefits. */
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
          title="Import your search data"
          description="In Search Console, open Performance, choose Export and download the file. Drop it here unchanged."
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
