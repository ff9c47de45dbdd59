/** Configuration files of Docusaurus, by which a folder is known to be its site. */
export const DOCUSAURUS_CONFIG: readonly string[] = ['ts', 'js', 'mjs', 'cjs', 'mts'].map(
  (ending) => `docusaurus.config.${ending}`,
);
export const MDBOOK_CONFIG = 'book.toml';
/** Files that tell a project of Markdown. */
export const PROJECT_FILES: readonly string[] = [...DOCUSAURUS_CONFIG, MDBOOK_CONFIG];
