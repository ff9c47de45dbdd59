/** Standard normal numbers that depend on the seed alone. `seed` is taken modulo 2³². */
export function seededGaussian(seed: number): () => number {
  let state = seed >>> 0;
  let spare: number | undefined;
  // A Weyl sequence through an avalanche mix: 32 bits, period 2³², plenty for a test matrix.
  const uniform = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let word = state;
    word = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    word ^= word >>> 15;
    return ((word >>> 0) + 0.5) / 0x1_0000_0000;
  };
  return () => {
    if (spare !== undefined) {
      const value = spare;
      spare = undefined;
      return value;
    }
    const radius = Math.sqrt(-2 * Math.log(uniform()));
    const angle = 2 * Math.PI * uniform();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
}
