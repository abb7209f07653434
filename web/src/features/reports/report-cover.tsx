import type { Schemas } from '@/api/types';

/** Cover of a report in the brand's color. Its contrast to white is checked when it is set. */
export function ReportCover({
  brand,
  title,
  about,
  period,
  as: Heading = 'h2',
}: {
  brand: Schemas['ReportBrand'];
  title: string;
  about: string;
  period: string;
  as?: 'h1' | 'h2';
}) {
  return (
    <header
      className="flex flex-col gap-6 rounded-xl p-6 text-white [print-color-adjust:exact] sm:p-10"
      style={{ backgroundColor: brand.accent }}
    >
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="font-medium">{brand.name}</p>
        {brand.logo ? (
          <img src={brand.logo} alt="" className="max-h-14 max-w-40 rounded-md bg-white object-contain p-1.5" />
        ) : null}
      </div>
      <div>
        <Heading className="text-2xl font-semibold text-balance sm:text-3xl">{title}</Heading>
        <p className="mt-2 break-words">{about}</p>
      </div>
      <p className="text-[0.8125rem]">{period}</p>
    </header>
  );
}
