/** Reproducible numbers from 0 up to 2³², of no use as an order. */
export function tieOrder(seed: number, round: number): (key: string) => number {
  const start = (Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) ^ Math.imul(round + 1, 0xc2b2_ae35)) >>> 0;
  return (key) => {
    let hash = start;
    for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x0100_0193);
    hash ^= hash >>> 15;
    hash = Math.imul(hash, 0x2c1b_3c6d);
    return (hash ^ (hash >>> 12)) >>> 0;
  };
}
