/** Finds coefficients c with rows[i] · c nearest to values[i]. Rows are weighted by 1 / value, so that small cells count as much as large ones. */
export function leastSquares(rows: readonly (readonly number[])[], values: readonly number[]): readonly number[] {
  const width = rows[0]?.length ?? 0;
  // Normal equations of the weighted rows, augmented by the right-hand side.
  const system = Array.from({ length: width }, () => new Float64Array(width + 1));
  for (const [at, row] of rows.entries()) {
    const weight = 1 / values[at]! ** 2;
    for (let i = 0; i < width; i++) {
      for (let j = 0; j < width; j++) system[i]![j]! += weight * row[i]! * row[j]!;
      system[i]![width]! += weight * row[i]! * values[at]!;
    }
  }
  for (let i = 0; i < width; i++) {
    const best = argmax(width - i, (k) => Math.abs(system[i + k]![i]!)) + i;
    [system[i], system[best]] = [system[best]!, system[i]!];
    for (let k = 0; k < width; k++) {
      if (k === i) continue;
      const factor = system[k]![i]! / system[i]![i]!;
      for (let j = i; j <= width; j++) system[k]![j]! -= factor * system[i]![j]!;
    }
  }
  return system.map((row, i) => row[width]! / row[i]!);
}

function argmax(count: number, score: (index: number) => number): number {
  let best = 0;
  for (let i = 1; i < count; i++) if (score(i) > score(best)) best = i;
  return best;
}
