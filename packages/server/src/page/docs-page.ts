import type { JsonSchema } from '@ibid/wire';
import type { ApiDescription, ApiMedia, ApiOperation } from '../openapi/api-description.ts';
import { followed, schemaRows, type Schemas } from '../openapi/schema-rows.ts';
import { escapeHtml as text, htmlDocument, WORDMARK } from './html-document.ts';

/** Renders the API description as one page without scripts or external resources. `origin` is used in the examples. */
export function docsPage(api: ApiDescription, origin = 'http://127.0.0.1:3210'): string {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const groups = api.tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    return { name, description, own };
  });
  const sections = groups.map(({ name, description, own }) => {
    const parts = own.map((one) => operationPart(one, origin, api.components.schemas)).join('\n');
    return `<section aria-labelledby="group-${text(name)}"><h2 id="group-${text(name)}">${text(name)}</h2><p>${text(description)}.</p>${parts}</section>`;
  });
  const body = `<a class="docs-skip" href="#content">Skip to the content</a>
<header class="docs-bar">${WORDMARK}
<p>${text(api.info.description)} The same as <a href="/openapi.json">OpenAPI 3.1</a>.</p></header>
<div class="docs-frame">
<nav aria-label="Endpoints">${groups.map(index).join('')}</nav>
<main id="content">
<h1>API</h1>
<p>In the examples, replace the words in capitals.</p>
${sections.join('\n')}
</main>
</div>`;
  return htmlDocument({ title: 'Ibid · API', styles: ['docs'], body });
}

interface Shown {
  readonly path: string;
  readonly method: string;
  readonly operation: ApiOperation;
}

function index({ name, own }: { readonly name: string; readonly own: readonly Shown[] }): string {
  const links = own.map(
    ({ path, method, operation }) =>
      `<li><a href="#${text(operation.operationId)}"><span class="docs-method">${method}</span> ${text(path)}</a></li>`,
  );
  return `<p>${text(name)}</p><ul>${links.join('')}</ul>`;
}

function operationPart({ path, method, operation }: Shown, origin: string, schemas: Schemas): string {
  const body = operation.requestBody?.content['application/json'];
  return [
    `<article id="${text(operation.operationId)}">`,
    `<h3><span class="docs-method">${method}</span> <code>${text(path)}</code></h3>`,
    `<p><strong>${text(operation.summary)}.</strong> ${prose(operation.description)}</p>`,
    operation.security === undefined ? '' : "<p>Needs the owner's token as <code>Authorization: Bearer …</code>.</p>",
    operation.parameters.length === 0 ? '' : `<h4>Parameters</h4>${parameters(operation.parameters)}`,
    body === undefined ? '' : `<h4>Request</h4>${fields(body.schema, schemas)}`,
    `<h4>Try it</h4><pre tabindex="0"><code>${text(curl(origin, { path, method, operation }, schemas))}</code></pre>`,
    ...Object.entries(operation.responses).map(([status, response]) => {
      const media = response.content['application/json'];
      const shown = status.startsWith('2') && media !== undefined ? fields(media.schema, schemas) + example(media) : '';
      return `<h4>${status}</h4><p>${prose(response.description)}</p>${shown}`;
    }),
    '</article>',
  ].join('\n');
}

function parameters(list: readonly JsonSchema[]): string {
  const items = list.map(({ name, schema }) => {
    const { type, format } = schema as JsonSchema;
    return `<li><code>${text(String(name))}</code>: ${text(String(format ?? type))}</li>`;
  });
  return `<ul>${items.join('')}</ul>`;
}

function fields(schema: JsonSchema, schemas: Schemas): string {
  const rows = schemaRows(schema, schemas).map(
    ({ name, type, required, limits, description }) =>
      `<tr><th scope="row"><code>${text(name)}</code></th><td>${text(type)}</td><td>${required ? 'yes' : ''}</td><td>${text(limits)}</td><td>${prose(description)}</td></tr>`,
  );
  if (rows.length === 0) return '';
  const head = '<tr><th>Field</th><th>Type</th><th>Required</th><th>Limits</th><th>Meaning</th></tr>';
  return `<div class="docs-scroll" tabindex="0" role="group" aria-label="Fields"><table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function example(media: ApiMedia): string {
  const first = Object.entries(media.examples ?? {})[0];
  if (first === undefined) return '';
  const json = JSON.stringify(first[1].value, null, 2);
  return `<details><summary>${text(first[0])}</summary><pre tabindex="0"><code>${text(json)}</code></pre></details>`;
}

/** Escapes text and marks `code`. */
function prose(markdown: string): string {
  return text(markdown).replace(/`([^`]+)`/gu, '<code>$1</code>');
}

/** Placeholders in examples for values that only the reader has. */
const REPLACED: Readonly<Record<string, string>> = {
  query: 'YOUR QUESTION',
  query_text: 'YOUR QUESTION',
  conversation_id: 'CONVERSATION_ID',
  request_id: 'REQUEST_ID',
};

/** Returns an example with only the required fields. The question is a placeholder, except in an example with a bundle, which it must match. */
function shortest(media: ApiMedia | undefined, schemas: Schemas): unknown {
  const shown = Object.values(media?.examples ?? {})[0]?.value as Readonly<Record<string, unknown>> | undefined;
  if (media === undefined || shown === undefined) return undefined;
  const { required = [] } = followed(media.schema, schemas) as { readonly required?: readonly string[] };
  const isWhole = required.includes('context_bundle');
  return Object.fromEntries(required.map((name) => [name, isWhole ? shown[name] : (REPLACED[name] ?? shown[name])]));
}

function curl(origin: string, { path, method, operation }: Shown, schemas: Schemas): string {
  const value = shortest(operation.requestBody?.content['application/json'], schemas);
  return [
    // curl would interpret braces as a pattern.
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${origin}${path.replace(/\{(\w+)\}/gu, (_, name: string) => name.toUpperCase())}'`,
    ...(operation.security === undefined ? [] : ["  -H 'Authorization: Bearer YOUR_TOKEN'"]),
    ...(value === undefined
      ? []
      : ["  -H 'Content-Type: application/json'", `  -d '${JSON.stringify(value).replaceAll("'", String.raw`'\''`)}'`]),
  ].join(' \\\n');
}
