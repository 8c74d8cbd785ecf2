// Statistics on ranks, in which a few slow measurements have limited weight, unlike in a mean.

/**
 * Whether two series of measurements differ: the Mann-Whitney U test with its normal approximation.
 *
 * @param one at least about twenty measurements, with few equal values
 * @param other about as many
 * @returns by how many standard deviations `one` exceeds the expected value
 */
export function rankDifference(one: number[], other: number[]): number {
  const all = [...one.map((value) => ({ value, isOne: true })), ...other.map((value) => ({ value, isOne: false }))];
  all.sort((a, b) => a.value - b.value);
  const rankSum = all.reduce((sum, { isOne }, index) => (isOne ? sum + index + 1 : sum), 0);
  const [n, m] = [one.length, other.length];
  const u = rankSum - (n * (n + 1)) / 2;
  return (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
