/** Replaces the tables between the markers `<!-- table: name -->` and `<!-- end -->` of a page. Throws if the page has no markers for a table. */
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
