import { useQuery } from '@tanstack/react-query';
import { type Control, useWatch } from 'react-hook-form';
import { crawlQueries } from '@/api/crawls';
import { CheckField, TextareaField, TextField } from '@/components/form/fields';
import { LIMITS, type Values } from './crawl-form-values';

/** Fields of the settings of a crawl. */
export function CrawlFields({ control }: { control: Control<Values> }) {
  return (
    <>
      <TextField
        control={control}
        name="url"
        label="Start URL"
        type="url"
        required="Enter the URL at which the crawl starts."
      />
      <div className="grid grid-cols-2 gap-4">
        <NumberField control={control} name="maxPages" label="Maximum URLs" />
        <NumberField control={control} name="maxDepth" label="Maximum depth" hint="Steps from the start URL." />
        <NumberField control={control} name="maxMinutes" label="Time limit, minutes" hint="Of fetching." />
        <NumberField control={control} name="maxMegabytes" label="Size limit, MB" hint="Received from the website." />
        <NumberField
          control={control}
          name="delayMs"
          label="Delay, ms"
          hint="Between two requests. A longer delay in robots.txt applies."
        />
        <NumberField
          control={control}
          name="maxPerPattern"
          label="URLs of one pattern"
          hint="Where the website looks endless: calendars, sessions, combinations of filters. 0 for no limit."
        />
        <div className="col-span-2">
          <CheckField control={control} name="subdomains" label="Include subdomains" />
        </div>
      </div>
      <RenderFields control={control} />
      <TextareaField
        control={control}
        name="include"
        label="Include only URLs that match"
        rows={2}
        hint="Optional. Regular expressions, one per line, for example /blog/"
      />
      <TextareaField
        control={control}
        name="exclude"
        label="Exclude URLs that match"
        rows={2}
        hint="Optional. Regular expressions, one per line, for example \?sort="
      />
    </>
  );
}

/** Switch of the browser; disabled with the reason where the server has none. */
function RenderFields({ control }: { control: Control<Values> }) {
  const { data } = useQuery(crawlQueries.rendering());
  const isAvailable = data?.isAvailable === true;
  const isOn = useWatch({ control, name: 'render' }) && isAvailable;
  return (
    <div className="grid gap-4">
      <CheckField
        control={control}
        name="render"
        label="Render pages in a browser"
        disabled={!isAvailable}
        hint={data?.reason ?? 'Shows what scripts add or change. Takes one to ten seconds per page.'}
      />
      {isOn ? (
        <NumberField
          control={control}
          name="renderPages"
          label="Pages to render"
          hint="The first pages, in the order in which they are crawled."
        />
      ) : null}
    </div>
  );
}

function NumberField({
  control,
  name,
  label,
  hint,
}: {
  control: Control<Values>;
  name: keyof typeof LIMITS;
  label: string;
  hint?: string;
}) {
  const { min, max } = LIMITS[name];
  const text = `Enter a whole number from ${min.toLocaleString('en-US')} to ${max.toLocaleString('en-US')}.`;
  const isWithin = (value: number) => Number.isInteger(value) && value >= min && value <= max;
  return (
    <TextField
      control={control}
      name={name}
      label={label}
      hint={hint}
      type="number"
      min={min}
      max={max}
      required={text}
      check={(typed) => isWithin(Number(typed)) || text}
    />
  );
}
