import { Link } from 'react-router';
import type { Website } from '@/api/types';
import { engineInfo, engineState } from '@/components/engines/engine-words';
import { useExecute } from '@/components/engines/use-execute';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { withWebsite } from '@/hooks/use-current-website';
import type { OutdatedResult } from './use-outdated-results';

/** Returns the action that renews a result; null if the engine lacks data or input, which its page asks for. */
function actionOf({ run, engine, isRenewing }: OutdatedResult): string | null {
  if (!engine || isRenewing || engine.status === 'needs_data' || engine.input) return null;
  return run.action && engine.actions.includes(run.action) ? run.action : engine.defaultAction;
}

/** Lists the engines whose newest result uses previous settings, and runs them again. */
export function OutdatedNotice({ website, outdated }: { website: Website; outdated: readonly OutdatedResult[] }) {
  const execute = useExecute();
  if (outdated.length === 0) return null;
  const runs = outdated.flatMap((each) => {
    const action = actionOf(each);
    return action && each.run.engineId ? [{ engineId: each.run.engineId, action, websiteId: website.id }] : [];
  });
  return (
    <div role="status" className="w-full">
      <Callout
        title="These results still use the previous settings"
        action={
          runs.length > 0 ? (
            <Button
              variant="outline"
              size="sm"
              busy={execute.isPending}
              needsNetwork
              onClick={() => {
                for (const run of runs) execute.mutate(run);
              }}
            >
              {runs.length === 1 ? 'Run it again' : 'Run them again'}
            </Button>
          ) : null
        }
      >
        <ul className="mt-1 grid gap-1">
          {outdated.map((each) => (
            <OutdatedEngine key={each.run.id} website={website} result={each} />
          ))}
        </ul>
      </Callout>
    </div>
  );
}

function OutdatedEngine({ website, result }: { website: Website; result: OutdatedResult }) {
  const { run, engine, isRenewing } = result;
  const { name, path } = engineInfo(run.engineId ?? '', engine);
  return (
    <li>
      <Link to={withWebsite(path, website.id)} className="text-brand underline underline-offset-4">
        {name} engine
      </Link>
      {engine && isRenewing ? ` (${engineState(engine).word.toLowerCase()})` : null}
    </li>
  );
}
