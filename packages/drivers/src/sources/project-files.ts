/** Configuration files that identify a folder as a Docusaurus site. */
export const DOCUSAURUS_CONFIG: readonly string[] = ['ts', 'js', 'mjs', 'cjs', 'mts'].map(
  (ending) => `docusaurus.config.${ending}`,
);
export const MDBOOK_CONFIG = 'book.toml';
export const MKDOCS_CONFIG = 'mkdocs.yml';
export const JEKYLL_CONFIG = '_config.yml';
export const VITEPRESS_FOLDER = '.vitepress';
export const VUEPRESS_FOLDER = '.vuepress';
/** Files that identify a project of Markdown. */
export const PROJECT_FILES: readonly string[] = [...DOCUSAURUS_CONFIG, MDBOOK_CONFIG];
