import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { crawlApi, crawlQueries } from '@/api/crawls';
import { ApiError, errorText } from '@/api/errors';
import { runQueries } from '@/api/runs';
import type { Website } from '@/api/types';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { withWebsite } from '@/hooks/use-current-website';
import { beforeLeaving } from '@/lib/unsaved';
import { CrawlFields } from './crawl-fields';
import { bodyOf, valuesOf } from './crawl-form-values';
import type { Starter } from './use-starter';

const SWITCHED_OFF = 501;

/** Form of a new crawl. */
export function NewCrawlDialog({ website, starter }: { website: Website; starter: Starter }) {
  return (
    <Dialog
      open={starter.isOpen}
      onClose={() => beforeLeaving(starter.close)}
      title={`Crawl ${website.host}`}
      description="Fetches pages as robots.txt allows. The engines read them afterwards."
    >
      <NewCrawlForm website={website} starter={starter} />
    </Dialog>
  );
}

function NewCrawlForm({ website, starter }: { website: Website; starter: Starter }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useSaveForm({
    defaultValues: valuesOf(website, starter.model),
    save: (values) => crawlApi.create(bodyOf(values, website.id)),
    onSaved: ({ run }) => {
      queries.setQueryData(runQueries.detail(run.id).queryKey, { success: true, run });
      queries.invalidateQueries({ queryKey: crawlQueries.all() });
      queries.invalidateQueries({ queryKey: ['runs', 'list'] });
      starter.close();
      navigate(withWebsite('/crawl', website.id));
    },
    onFailed: (error) => {
      if (!(error instanceof ApiError) || error.status !== SWITCHED_OFF) return;
      starter.switchOff(errorText(error));
      starter.close();
    },
  });
  return (
    <Form form={form}>
      <LeaveGuard isDirty={form.isDirty} />
      <CrawlFields control={form.control} />
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={() => beforeLeaving(starter.close)}>
          Cancel
        </Button>
        <Button type="submit" busy={form.isBusy} needsNetwork>
          Start crawl
        </Button>
      </div>
    </Form>
  );
}
