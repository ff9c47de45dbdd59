import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { ROUTES } from '../routes/routes.ts';
import type { PublishedShapes } from './published-shapes.ts';
import { shapeSource, typeName } from './shape-source.ts';

let loaded: Promise<PublishedShapes> | undefined;

/** The shapes that the vendor's client declares; made once per process, and kept in the temporary folder for the next one. */
export function loadShapes(): Promise<PublishedShapes> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<PublishedShapes> {
  const entry = createRequire(import.meta.url).resolve('@qdrant/js-client-rest');
  const path = join(dirname(entry), '../types/openapi/generated_schema.d.ts');
  return shapesOf(await schemas(shapeSource(await readFile(path, 'utf8'))));
}

async function schemas(source: string): Promise<object> {
  const types = [...new Set(ROUTES.flatMap(({ body, result }) => [body ?? [], result ?? []].flat()))]
    .map((shape) => shape.replace(/\[\]$/u, ''))
    .filter((shape) => shape !== 'boolean')
    .concat('ErrorResponse', 'VersionInfo')
    .map(typeName);
  const hash = createHash('sha256').update(`2\n${types.join()}\n${source}`).digest('hex').slice(0, 32);
  const kept = join(tmpdir(), `ibid-qdrant-shapes-${hash}.json`);
  try {
    return JSON.parse(await readFile(kept, 'utf8')) as object;
  } catch {
    // Nobody made it yet, or it is not whole.
  }
  const { generateSchemas } = await import('./generate-schemas.ts');
  const made = await generateSchemas(source, types);
  await writeFile(`${kept}.${process.pid}`, JSON.stringify(made));
  await rename(`${kept}.${process.pid}`, kept);
  return made;
}

/** Checks values by the `definitions` of a JSON Schema. */
export function shapesOf(document: object): PublishedShapes {
  const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
  ajv.addSchema(document, 'qdrant');
  const checks = new Map<string, ValidateFunction>();

  function check(shape: string): ValidateFunction {
    let found = checks.get(shape);
    if (found === undefined) {
      const list = shape.endsWith('[]');
      const name = list ? shape.slice(0, -2) : shape;
      const one = name === 'boolean' ? { type: 'boolean' } : { $ref: `qdrant#/definitions/${typeName(name)}` };
      found = ajv.compile(list ? { type: 'array', items: one } : one);
      checks.set(shape, found);
    }
    return found;
  }

  return {
    misfit(shape, value) {
      const validate = check(shape);
      return validate(value) ? undefined : `does not fit ${shape}: ${worded(validate.errors ?? [])}`;
    },
  };
}

/** What went wrong deepest says most: above it are just the alternatives that were not meant. */
function worded(errors: readonly ErrorObject[]): string {
  const deepest = Math.max(...errors.map(depth));
  const said = errors
    .filter((error) => depth(error) >= deepest - 1 && error.keyword !== 'anyOf')
    .map(({ instancePath, message, params }) => {
      const extra: unknown = params['additionalProperty'];
      return `${instancePath || 'it'} ${message}${typeof extra === 'string' ? ` (${extra})` : ''}`;
    });
  return [...new Set(said)].slice(0, 8).join('; ');
}

function depth({ instancePath }: ErrorObject): number {
  return instancePath.split('/').length;
}
