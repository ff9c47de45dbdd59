/** Whether the point with this id comes before the other in a listing: numbers by size, then UUIDs by their digits. As ids come in replies. */
export function comesBefore(id: unknown, other: unknown): boolean {
  if (typeof id === 'string' && typeof other === 'string') return id < other;
  if (typeof id === 'string' || typeof other === 'string') return typeof other === 'string';
  return (id as number | bigint) < (other as number | bigint);
}
