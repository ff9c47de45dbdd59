import type { VectorSelector } from './bodies.ts';
import { shortFloat } from './float-text.ts';
import type { JsonObject, JsonValue } from './json-value.ts';
import { payloadSelection, type PayloadSelector } from './payload-selector.ts';
import type { StoredPoint, StoredVector } from './stored-point.ts';

export interface ReplySelection {
  readonly with_payload?: PayloadSelector;
  readonly with_vector?: VectorSelector;
}

/** Points as replies show them. `payloads`: whether payloads are shown when the request does not say. */
export function pointReply(
  { with_payload: payload, with_vector: vector }: ReplySelection,
  payloads: boolean,
): (point: StoredPoint) => JsonObject {
  const select = payloadSelection(payload, payloads);
  return (point) => {
    const selected = select(point.payload);
    return {
      id: point.id,
      ...(selected === undefined ? {} : { payload: selected }),
      ...(vector === undefined || vector === null || vector === false ? {} : { vector: shown(point.vectors, vector) }),
    };
  };
}

/** A default vector alone comes bare, everything else by name. */
function shown(vectors: ReadonlyMap<string, StoredVector>, selector: true | readonly string[]): JsonValue {
  const chosen = [...vectors].filter(([name]) => selector === true || selector.includes(name));
  const [first] = chosen;
  if (first !== undefined && chosen.length === 1 && first[0] === '') return vectorReply(first[1]);
  return Object.fromEntries(chosen.map(([name, vector]) => [name, vectorReply(vector)]));
}

function vectorReply(vector: StoredVector): JsonValue {
  return vector instanceof Float32Array
    ? Array.from(vector, shortFloat)
    : { indices: [...vector.indices], values: Array.from(vector.values, shortFloat) };
}
