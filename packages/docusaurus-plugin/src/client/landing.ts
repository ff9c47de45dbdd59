/** What finds and lights up words: fetched when the first citation is followed. */
export { land } from '@ibid/widget/page';
