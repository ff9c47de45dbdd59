/** Stands where a page's address is required and there is none: for a selection that no indexed page holds (R18). */
const NO_PAGE = 'selected_text';

export function pageOrMarker(url: string): string {
  return url === '' ? NO_PAGE : url;
}
