/**
 * One Markdown file to blocks: the text is prepared as its generator would, read, its raw HTML and JSX made one kind of node,
 * its headings given their ids, its nodes mapped, its footnotes put at the end. Imported partials are files of their own, with
 * their own ids and footnotes, as MDX compiles them.
 */
import type { Block } from '../../spec/block.ts';
import type { RawPage } from '../../spec/source.ts';
import type { ResolveLink } from '../link-resolver.ts';
import { dynamicContent } from './dynamic-content.ts';
import { definitionsIn, footnoteBlocks } from './footnotes.ts';
import { frontMatter } from './front-matter.ts';
import { headingAnchors } from './heading-anchors.ts';
import type { ElementNode } from './mark-node.ts';
import { moduleNames, moduleNamesFromText, type ModuleNames } from './module-names.ts';
import { prepareDocusaurus } from './prepare-docusaurus.ts';
import { readTree } from './read-tree.ts';
import { tameNesting } from './tame-nesting.ts';
import { blockFlow } from './to-blocks.ts';
import { DEEPEST, toElements, treeDepth } from './to-elements.ts';

/** What the files of one page share. */
export interface PageFiles {
  readonly format: RawPage['format'];
  readonly imports: RawPage['imports'];
  readonly drawn: readonly string[];
  readonly resolveLink: ResolveLink;
  readonly report: (
    rule: 'mdx-syntax' | 'hidden-text' | 'too-deep' | 'missing-import' | 'drawn-code' | 'dynamic-content',
    message: string,
  ) => void;
}

const MOST_PARTIALS_DEEP = 8;

/** `key` is the path of specifiers that leads to this file, `''` for the page itself. */
export function fileBlocks(
  text: string,
  values: Readonly<Record<string, unknown>>,
  page: PageFiles,
  key = '',
  level = 0,
): readonly Block[] {
  const tamed = tameNesting(page.format === 'mdbook' ? text : prepareDocusaurus(text));
  const { root, problem } = readTree(tamed.text, page.format);
  if (problem !== '') {
    page.report(
      'mdx-syntax',
      `${key === '' ? 'The page' : `\`${key}\``} is no valid MDX (${problem}) and was read as Markdown.`,
    );
  }
  if (tamed.changed || treeDepth(root) > DEEPEST) {
    page.report('too-deep', `Text nested more than ${DEEPEST} levels deep was left out or flattened.`);
  }

  const module = problem === '' ? moduleNames(root) : moduleNamesFromText(text);
  const imported = rawImports(module, page, key);
  const names = { ...module.constants, ...imported, ...values };
  const tree = toElements(root, names);
  const dynamic = dynamicContent(tree, names);
  if (dynamic.length > 0) {
    const { line, start } = dynamic[0]!;
    const where = `${key === '' ? '' : `\`${key}\`, `}line ${line}, \`{${start}\``;
    const more = dynamic.length === 1 ? '' : ` and ${dynamic.length - 1} more`;
    page.report(
      'dynamic-content',
      `What stands at ${where}${more} is made when the page runs and was left out. Write it out, or index the built site.`,
    );
  }
  const definitions = definitionsIn(tree, 'footnoteDefinition');
  const targets = definitionsIn(tree, 'definition');
  const referred = new Set<string>();
  const flow = blockFlow({
    format: page.format,
    anchors: headingAnchors(tree, page.format === 'mdbook' ? 'mdbook' : 'docusaurus'),
    names,
    resolveLink: page.resolveLink,
    definition: (identifier) => targets.get(identifier)?.url ?? '',
    referTo: (identifier) => void referred.add(identifier),
    partial: (element) => partialBlocks(element, module, page, key, level, values),
    drawn: page.drawn,
    onDrawn: (language) =>
      page.report(
        'drawn-code',
        `Blocks of \`${language}\` are left out: the site draws them, and the built page does not hold their text. Say beside them in words what they show.`,
      ),
    onHidden: (element) => page.report('hidden-text', `<${element.name}> holds text that no reader can see.`),
  });
  const blocks = flow(tree.children ?? []);
  return [...blocks, ...footnoteBlocks(referred, definitions, flow, page.format)];
}

function keyOf(outer: string, specifier: string): string {
  return outer === '' ? specifier : `${outer} > ${specifier}`;
}

/** Files imported as text, by local name. */
function rawImports(module: ModuleNames, page: PageFiles, key: string): Readonly<Record<string, string>> {
  const entries = Object.entries(module.imports).flatMap(([name, specifier]): [string, string][] => {
    if (!/raw-loader!|\?raw$/.test(specifier)) return [];
    const text = textOf(page, keyOf(key, specifier));
    return text === undefined ? [] : [[name, text]];
  });
  return Object.fromEntries(entries);
}

function partialBlocks(
  element: ElementNode,
  module: ModuleNames,
  page: PageFiles,
  key: string,
  level: number,
  values: Readonly<Record<string, unknown>>,
): readonly Block[] | undefined {
  const specifier = importNamed(module, element.name);
  if (specifier === undefined || !/\.mdx?$/i.test(specifier)) return undefined;
  const inner = keyOf(key, specifier);
  const text = textOf(page, inner);
  if (text === undefined || level >= MOST_PARTIALS_DEEP) return [];
  const { body, data } = frontMatter(text);
  return fileBlocks(body, { ...values, frontMatter: data, props: element.attributes }, page, inner, level + 1);
}

/** The fallback reads tag names in lower case. */
function importNamed(module: ModuleNames, name: string): string | undefined {
  if (name === '') return undefined;
  if (Object.hasOwn(module.imports, name)) return module.imports[name];
  const folded = name.toLowerCase();
  return name === folded
    ? Object.entries(module.imports).find(([local]) => local.toLowerCase() === folded)?.[1]
    : undefined;
}

function textOf(page: PageFiles, key: string): string | undefined {
  const text = Object.hasOwn(page.imports, key) ? page.imports[key] : undefined;
  if (text === undefined)
    page.report('missing-import', `The imported file \`${key}\` was not found; its text is missing.`);
  return text;
}
