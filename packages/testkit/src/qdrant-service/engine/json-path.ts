import type { JsonObject, JsonValue } from './json-value.ts';
import { refusal } from './refusal.ts';

/** A key, an index of an array, or every element (`[]`). */
type Step = string | number | typeof EVERY;

const EVERY: unique symbol = Symbol('[]');
const FIRST = /^(?:([\p{Alphabetic}\p{N}_-]+)|"([^"\\]*)")/u;
const NEXT = /^(?:\.([\p{Alphabetic}\p{N}_-]+)|\."([^"\\]*)"|\[(\d*)\])/u;

/** `a.b[].c`, `a[0]`, `"key with spaces".b`. */
export type JsonPath = readonly [string, ...Step[]];

const read = new Map<string, JsonPath>();

export function jsonPath(text: string): JsonPath {
  let path = read.get(text);
  if (path === undefined) {
    path = parsed(text);
    if (read.size > 10_000) read.clear();
    read.set(text, path);
  }
  return path;
}

function parsed(text: string): JsonPath {
  const first = FIRST.exec(text);
  if (first === null) throw notAPath(text);
  const steps: Step[] = [];
  for (let rest = text.slice(first[0].length); rest !== '';) {
    const next = NEXT.exec(rest);
    if (next === null) throw notAPath(text);
    steps.push(next[1] ?? next[2] ?? (next[3] === '' ? EVERY : Number(next[3])));
    rest = rest.slice(next[0].length);
  }
  return [first[1] ?? first[2] ?? '', ...steps];
}

function notAPath(text: string): Error {
  return refusal(400, `Invalid json path: '${text}'`);
}

/** All values at the path, none when there is no such place; an array at its end is one value. */
export function valuesAt(payload: JsonObject, path: JsonPath): JsonValue[] {
  const first = own(payload, path[0]);
  if (first === undefined) return [];
  if (path.length === 1) return [first];
  let values: JsonValue[] = [first];
  for (const step of path.slice(1) as Step[]) {
    values = values.flatMap((value) => {
      if (step === EVERY) return Array.isArray(value) ? value : [];
      const found =
        typeof step === 'number'
          ? Array.isArray(value)
            ? value[step]
            : undefined
          : isObject(value)
            ? own(value, step)
            : undefined;
      // An element that is itself an array stays one value.
      return found === undefined ? [] : [found];
    });
  }
  return values;
}

/** Takes away what lies at the path. An index of an array at its end is left alone, as Qdrant does. */
export function removeAt(payload: JsonObject, path: JsonPath): void {
  const last = path.at(-1) as Step;
  const holders = path.length === 1 ? [payload] : valuesAt(payload, path.slice(0, -1) as unknown as JsonPath);
  for (const holder of holders) {
    if (typeof last === 'string' && isObject(holder)) delete holder[last];
    else if (last === EVERY && Array.isArray(holder)) holder.length = 0;
  }
}

/** Merges `fields` into the object at the path, making it where there is none; without a path, into the payload itself. */
export function mergeAt(payload: JsonObject, path: JsonPath | undefined, fields: JsonObject): void {
  if (path === undefined) merge(payload, fields);
  else setStep(payload, path, 0, fields);
}

function setStep(holder: JsonObject | JsonValue[], path: JsonPath, at: number, fields: JsonObject): void {
  const step = path[at] as Step;
  const keys: (string | number)[] = step === EVERY ? (holder as JsonValue[]).map((_, index) => index) : [step];
  for (const key of keys) {
    if (Array.isArray(holder) && !(key in holder)) continue;
    const places = holder as Record<string | number, JsonValue>;
    const wantsArray = at + 1 < path.length && typeof path[at + 1] !== 'string';
    const inner = places[key];
    const fits = wantsArray ? Array.isArray(inner) : isObject(inner);
    if (!fits) places[key] = wantsArray ? [] : {};
    if (at + 1 === path.length) merge(places[key] as JsonObject, fields);
    else setStep(places[key] as JsonObject | JsonValue[], path, at + 1, fields);
  }
}

/** A field that is set to null goes away. */
function merge(target: JsonObject, fields: JsonObject): void {
  for (const [key, value] of Object.entries(fields)) {
    if (value === null) delete target[key];
    else define(target, key, value);
  }
}

/** The payload with just the places of which `keeps` says so; an object or array on the way to none of them stays, empty. */
export function pruned(payload: JsonObject, keeps: (path: readonly Step[]) => boolean): JsonObject {
  const prune = (value: JsonValue, path: readonly Step[]): JsonValue => {
    if (Array.isArray(value)) {
      const inner: readonly Step[] = [...path, EVERY];
      return keeps(inner) ? value.map((element) => prune(element, inner)) : [];
    }
    if (!isObject(value)) return value;
    const kept: JsonObject = {};
    for (const [key, field] of Object.entries(value)) {
      const inner = [...path, key];
      if (keeps(inner)) define(kept, key, prune(field, inner));
    }
    return kept;
  };
  return prune(payload, []) as JsonObject;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Also for a key like `__proto__`. */
function define(target: JsonObject, key: string, value: JsonValue): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else target[key] = value;
}
