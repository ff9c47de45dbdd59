import type { Dialect, JsonSchema } from '@ibid/wire';
import { apiDescription, type ApiDescription, type ApiMedia, type ApiOperation } from '../openapi/api-description.ts';
import { escapeHtml as text, htmlDocument, WORDMARK } from './html-document.ts';

/** Placeholder for the origin, because the page is rendered only once. An origin has no characters that HTML would have to escape. */
export const ORIGIN = 'http://origin.invalid';

interface ApiDocuments {
  readonly json: string;
  readonly page: string;
}

const known = new WeakMap<readonly Dialect[], ApiDocuments>();

/** The API description as JSON and as a page. Both are made once, because converting every schema takes time. */
export function apiDocuments(spoken: readonly Dialect[]): ApiDocuments {
  const before = known.get(spoken);
  if (before !== undefined) return before;
  const described = apiDescription(spoken);
  const documents = { json: JSON.stringify(described), page: docsPage(described, ORIGIN) };
  known.set(spoken, documents);
  return documents;
}

type Schemas = ApiDescription['components']['schemas'];

interface Shown {
  readonly path: string;
  readonly method: string;
  readonly operation: ApiOperation;
}

/** Renders the API description as one page without scripts or external resources. `origin` is used in the examples. */
export function docsPage(api: ApiDescription, origin: string): string {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Shown => ({ path, method: method.toUpperCase(), operation })),
  );
  const groups = api.tags.map((tag) => ({
    ...tag,
    own: operations.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  const sections = groups.map(({ name, description, own }) => {
    const parts = own.map((one) => operationPart(one, origin, api.components.schemas)).join('\n');
    return `<section aria-labelledby="group-${text(name)}"><h2 id="group-${text(name)}">${text(name)}</h2><p>${prose(description)}.</p>${parts}</section>`;
  });
  const body = `<a class="docs-skip" href="#content">Skip to the content</a>
<header class="bar">${WORDMARK}
<p>${prose(api.info.description)} The same as <a href="/openapi.json">OpenAPI 3.1</a>.</p></header>
<div class="docs-frame">
<nav aria-label="Endpoints">${groups.map(index).join('')}</nav>
<main id="content">
<h1>API</h1>
<p>Where the examples ask about other sites, put questions and addresses of this one in their place, and replace the words in capitals.</p>
${sections.join('\n')}
</main>
</div>`;
  return htmlDocument({ title: 'Ibid · API', styles: ['docs'], body });
}

function index({ name, own }: { readonly name: string; readonly own: readonly Shown[] }): string {
  const links = own.map(
    ({ path, method, operation }) =>
      `<li><a href="#${text(operation.operationId)}"><span class="docs-method">${method}</span> ${text(path)}</a></li>`,
  );
  return `<p>${text(name)}</p><ul>${links.join('')}</ul>`;
}

function operationPart({ path, method, operation }: Shown, origin: string, schemas: Schemas): string {
  const { operationId, summary, description, parameters, responses, security } = operation;
  const body = operation.requestBody?.content['application/json'];
  const given = parameters.map(({ name, required, description: meaning, schema }) =>
    row(String(name), { ...(schema as JsonSchema), description: meaning }, required === true, schemas),
  );
  const rows = [...given, ...(body === undefined ? [] : fieldRows(body.schema, schemas))];
  const [request] = Object.values(body?.examples ?? {});
  const call = [
    // curl would interpret braces as a pattern.
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${origin}${path.replace(/\{(\w+)\}/gu, (_, name: string) => name.toUpperCase())}'`,
    ...(security === undefined ? [] : ["  -H 'Authorization: Bearer YOUR_TOKEN'"]),
    ...(request === undefined ? [] : ["  -H 'Content-Type: application/json'", `  -d '${quoted(request.value)}'`]),
  ];
  return [
    `<article id="${text(operationId)}">`,
    `<h3><span class="docs-method">${method}</span> <code>${text(path)}</code></h3>`,
    `<p><strong>${text(summary)}.</strong> ${prose(description)}</p>`,
    security === undefined ? '' : "<p>Needs the owner's token as <code>Authorization: Bearer …</code>.</p>",
    rows.length === 0 ? '' : `<h4>Request</h4>${table(rows)}`,
    `<pre tabindex="0"><code>${text(call.join(' \\\n'))}</code></pre>`,
    ...Object.entries(responses).map(([status, response]) => {
      const media = status.startsWith('2') ? response.content['application/json'] : undefined;
      const shown = media === undefined ? '' : table(fieldRows(media.schema, schemas)) + example(media);
      return `<h4>${status}</h4><p>${prose(response.description)}</p>${shown}`;
    }),
    '</article>',
  ].join('\n');
}

function quoted(value: unknown): string {
  return JSON.stringify(value).replaceAll("'", String.raw`'\''`);
}

function table(rows: readonly string[]): string {
  const head = '<tr><th>Field</th><th>Required</th><th>Type</th><th>Meaning</th></tr>';
  return rows.length === 0
    ? ''
    : `<div class="scroll" tabindex="0" role="group" aria-label="Fields"><table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function row(name: string, field: JsonSchema, required: boolean, schemas: Schemas): string {
  const meaning = typeof field['description'] === 'string' ? prose(field['description']) : '';
  return `<tr><th scope="row"><code>${text(name)}</code></th><td>${required ? 'yes' : ''}</td><td>${text(typeOf(field, schemas))}</td><td>${meaning}</td></tr>`;
}

const DEEPEST = 4;

/** Returns rows of all fields in order, with those of nested objects after their parent; `[]` marks list items. */
function fieldRows(schema: JsonSchema, schemas: Schemas, prefix = '', depth = 0): readonly string[] {
  const { properties = {}, required = [] } = variants(schema, schemas).find(({ properties: own }) => own) ?? {};
  return Object.entries(properties as Schemas).flatMap(([key, field]) => {
    const lists = variants(field, schemas).flatMap(({ items }) => (items === undefined ? [] : [items as JsonSchema]));
    const inner = lists.length > 0 ? `${prefix}${key}[].` : `${prefix}${key}.`;
    const below =
      depth === DEEPEST ? [] : [field, ...lists].flatMap((one) => fieldRows(one, schemas, inner, depth + 1));
    return [row(prefix + key, field, (required as readonly string[]).includes(key), schemas), ...below];
  });
}

/** Resolves references and alternatives. */
function variants(given: JsonSchema, schemas: Schemas): readonly JsonSchema[] {
  const schema = schemas[String(given['$ref']).split('/').at(-1)!] ?? given;
  const any = (schema['anyOf'] ?? schema['oneOf']) as readonly JsonSchema[] | undefined;
  return any === undefined ? [schema] : any.flatMap((one) => variants(one, schemas));
}

const FACTS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'format', 'default'];

/** The type of a field with its limits, such as `integer (minimum 1, maximum 10, default 5) or null`. */
function typeOf(field: JsonSchema, schemas: Schemas): string {
  const types = variants(field, schemas).map((schema) => {
    const { type = 'anything', items, enum: values, const: value } = schema;
    const allowed = value === undefined ? (values as readonly unknown[] | undefined) : [value];
    const name =
      type === 'array' ? `list of ${typeOf((items ?? {}) as JsonSchema, schemas)}` : [type].flat().join(' or ');
    const facts = FACTS.filter(
      (fact) => schema[fact] !== undefined && Math.abs(Number(schema[fact])) !== Number.MAX_SAFE_INTEGER,
    );
    const limits = facts.map((fact) => `${fact} ${String(schema[fact])}`).join(', ');
    return (allowed?.map((one) => JSON.stringify(one)).join(' or ') ?? name) + (limits === '' ? '' : ` (${limits})`);
  });
  return [...new Set(types)].join(' or ');
}

function example({ examples = {} }: ApiMedia): string {
  const [first] = Object.entries(examples);
  if (first === undefined) return '';
  const json = JSON.stringify(first[1].value, null, 2);
  return `<details><summary>${text(first[0])}</summary><pre tabindex="0"><code>${text(json)}</code></pre></details>`;
}

/** Escapes text and marks `code`. */
function prose(markdown: string): string {
  return text(markdown).replace(/`([^`]+)`/gu, '<code>$1</code>');
}
