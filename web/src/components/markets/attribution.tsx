/** Attribution that the licence of the places requires. */
export function Attribution() {
  return (
    <p className="text-xs text-muted-foreground">
      Places:{' '}
      <a className="underline hover:text-foreground" href="https://www.geonames.org/" target="_blank" rel="noreferrer">
        GeoNames
      </a>
      ,{' '}
      <a
        className="underline hover:text-foreground"
        href="https://creativecommons.org/licenses/by/4.0/"
        target="_blank"
        rel="noreferrer"
      >
        CC BY 4.0
      </a>
      . Counties, metropolitan areas, incomes, ages of homes and establishments: US Census Bureau. Climate zones: US
      Department of Energy.
    </p>
  );
}
