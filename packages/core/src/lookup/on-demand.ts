/** Code for the search box and misspelt questions. One module, so that browsers that answer by themselves load it as one file. */
export { lookUpIn } from './look-up.ts';
export { meantWordIn } from './meant-word.ts';
