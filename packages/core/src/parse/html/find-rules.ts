import type { HtmlParent } from './dom.ts';
import { withCommon, type HtmlRules } from './rules.ts';
import { commonRules } from './rules/common.ts';
import { docusaurusRules } from './rules/docusaurus.ts';
import { mdbookRules } from './rules/mdbook.ts';
import { mkdocsMaterialRules } from './rules/mkdocs-material.ts';
import { nextraRules } from './rules/nextra.ts';
import { sphinxRules } from './rules/sphinx.ts';
import { starlightRules } from './rules/starlight.ts';
import { vitepressRules } from './rules/vitepress.ts';
import { find } from './selector.ts';

/** Most certain marks first. */
const generators: readonly HtmlRules[] = [
  docusaurusRules,
  mkdocsMaterialRules,
  vitepressRules,
  starlightRules,
  sphinxRules,
  mdbookRules,
  nextraRules,
].map((rules) => withCommon(rules, commonRules));

/** Rules of the generator that made the page; the common ones for any other. */
export function findRules(document: HtmlParent): HtmlRules {
  return generators.find((rules) => find(document, rules.detect) !== undefined) ?? commonRules;
}
