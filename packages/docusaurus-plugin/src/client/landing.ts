/** Finds and highlights cited words. Loaded when a reader follows the first citation. */
export { land, relight } from '@ibid/widget/page';
