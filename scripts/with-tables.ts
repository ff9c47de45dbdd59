/**
 * The page with each table between its markers, `<!-- table: name -->` and `<!-- end -->`, replaced. Throws when the page and the tables do not
 * name the same ones.
 */
export function withTables(page: string, tables: Readonly<Record<string, string>>): string {
  const left = new Set(Object.keys(tables));
  const replaced = page.replace(
    /(<!-- table: ([\w-]+) -->\n)[\s\S]*?(<!-- end -->)/gu,
    (_, open: string, name: string, end: string) => {
      const table = tables[name];
      if (table === undefined) throw new Error(`there is no table \`${name}\``);
      left.delete(name);
      return `${open}\n${table}\n\n${end}`;
    },
  );
  if (left.size > 0) throw new Error(`the page has no place for ${[...left].join(', ')}`);
  return replaced;
}
