/** The page with the tables put between their markers, `<!-- table: name -->` and `<!-- end -->`. Throws when it has no place for one. */
export function withTables(page: string, tables: Readonly<Record<string, string>>): string {
  const left = new Set(Object.keys(tables));
  const replaced = page.replace(
    /(<!-- table: ([\w-]+) -->\n)[\s\S]*?(<!-- end -->)/gu,
    (whole, open: string, name: string, end: string) =>
      left.delete(name) ? `${open}\n${tables[name]}\n\n${end}` : whole,
  );
  if (left.size > 0) throw new Error(`the page has no place for ${[...left].join(', ')}`);
  return replaced;
}
