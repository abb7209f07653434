import type { AnswerReport } from '@/api/answers';
import { FoldingCard } from '@/components/ui/folding-card';
import { engineName, shareText } from '@/lib/answer-words';
import { formatPercent, plural } from '@/lib/format';
import { HOST_KINDS } from './words';

type Cited = AnswerReport['cited'];
type Page = Cited['own'][number];

const MOST = 10;

/** Cited pages of the website and of others, and what cited pages have in common. */
export function CitedCard({ report }: { report: AnswerReport }) {
  const { cited } = report;
  return (
    <FoldingCard
      title="Cited pages"
      summary={plural(cited.pages, 'page')}
      description={`${plural(cited.answers, 'answer cites', 'answers cite')} ${plural(cited.pages, 'different page')}.`}
    >
      <div className="grid gap-6 p-5 lg:grid-cols-2">
        <Pages title="Your pages" pages={cited.own} empty="No answer cites a page of your website yet." />
        <Pages
          title="Pages of other websites"
          pages={cited.others}
          empty="No answer cites a page of another website."
        />
        <Common cited={cited} />
        <Domains report={report} />
      </div>
    </FoldingCard>
  );
}

/** The address of a page is shown as text, and opens only when it is clicked. */
export function PageLink({ url, host, title }: { url?: string | null; host: string; title?: string | null }) {
  const text = title || url || host;
  if (!url || !/^https?:\/\//.test(url)) return <span className="wrap-anywhere">{text}</span>;
  return (
    <a href={url} target="_blank" rel="nofollow noopener noreferrer" className="wrap-anywhere hover:underline">
      {text}
    </a>
  );
}

function Pages({ title, pages, empty }: { title: string; pages: readonly Page[]; empty: string }) {
  return (
    <section aria-label={title}>
      <h3 className="font-medium">{title}</h3>
      {pages.length === 0 ? (
        <p className="mt-2 text-[0.8125rem] text-muted-foreground">{empty}</p>
      ) : (
        <ol className="mt-2 grid gap-2 text-[0.8125rem]">
          {pages.slice(0, MOST).map((page) => (
            <li key={page.url ?? page.host} className="grid grid-cols-[minmax(0,1fr)_auto] gap-4">
              <span className="min-w-0">
                <PageLink {...page} />
                <span className="block text-xs wrap-anywhere text-muted-foreground">{page.url ?? page.host}</span>
              </span>
              <span className="tabular whitespace-nowrap">{plural(page.answers, 'answer')}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Common({ cited }: { cited: Cited }) {
  return (
    <section aria-label="What cited pages have in common">
      <h3 className="font-medium">What cited pages have in common</h3>
      {cited.isFew ? (
        <p className="mt-2 text-[0.8125rem] text-muted-foreground">
          Too few pages for a comparison: at least 10 different pages are needed.
        </p>
      ) : (
        <dl className="mt-2 grid gap-3 text-[0.8125rem]">
          <div>
            <dt className="text-muted-foreground">Kinds of hosts</dt>
            <dd>
              <ul>
                {cited.kinds.map(({ kind, share }) => (
                  <li key={kind}>
                    {HOST_KINDS[kind]}: {shareText({ ...share, mid: share.share })}
                  </li>
                ))}
              </ul>
            </dd>
          </div>
          <div>
            <dt className="text-muted-foreground">Words in titles, on two hosts or more</dt>
            <dd>
              {cited.titleWords.length === 0
                ? 'None.'
                : cited.titleWords.map(({ word, share }) => `${word} ${formatPercent(share.share, 0)}`).join(', ')}
            </dd>
          </div>
          <div>
            <dt className="text-muted-foreground">Freshness</dt>
            <dd>
              {cited.withYear
                ? `${shareText({ ...cited.withYear, mid: cited.withYear.share })} of the titles name a year. Answers give no dates of pages.`
                : 'Unknown: the answers give neither titles nor dates.'}
            </dd>
          </div>
        </dl>
      )}
    </section>
  );
}

function Domains({ report }: { report: AnswerReport }) {
  return (
    <section aria-label="Domains by share of citations">
      <h3 className="font-medium">Domains by share of citations</h3>
      {Object.entries(report.domains).map(([engine, domains]) => (
        <div key={engine} className="mt-2 text-[0.8125rem]">
          <p className="text-xs text-muted-foreground">{engineName(engine)}</p>
          <ol>
            {domains.slice(0, MOST).map(({ domain, share, low, high }) => (
              <li key={domain} className="flex justify-between gap-4">
                <span className="wrap-anywhere">{domain}</span>
                <span className="tabular whitespace-nowrap">
                  {low == null || high == null
                    ? `${formatPercent(share, 0)}, too few answers for an interval`
                    : shareText({ mid: share, low, high })}
                </span>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}
