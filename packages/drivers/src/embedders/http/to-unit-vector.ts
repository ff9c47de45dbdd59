import { unusable, type HostedService } from './hosted-service.ts';

/**
 * A vector as services write it, a list of numbers or base64 of little-endian 32-bit floats, brought to length 1. What is no number
 * becomes NaN and a zero vector stays one, for `checkVectors` to find.
 */
export function toUnitVector(raw: unknown, service: HostedService): Float32Array {
  const vector = typeof raw === 'string' ? decoded(raw, service) : listed(raw, service);
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  return length > 0 && Number.isFinite(length)
    ? Float32Array.from(vector, (value) => value / length)
    : Float32Array.from(vector);
}

function listed(raw: unknown, service: HostedService): Float64Array {
  if (!Array.isArray(raw) || raw.length === 0) throw unusable(service, 'answered with something that is no vector');
  return Float64Array.from(raw as readonly unknown[], (value) => (typeof value === 'number' ? value : Number.NaN));
}

function decoded(text: string, service: HostedService): Float64Array {
  const bytes = Buffer.from(text, 'base64');
  // Node skips what is no base64, so the length tells whether all of it was.
  const whole = bytes.length > 0 && bytes.length === Math.floor((text.replace(/=+$/u, '').length * 3) / 4);
  if (!whole || bytes.length % 4 !== 0) throw unusable(service, 'answered with a broken vector');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float64Array.from({ length: bytes.length / 4 }, (_, at) => view.getFloat32(4 * at, true));
}
