export { foldedReadings, type Reading } from './readings.ts';
export { folded, foldedList, htmlTable, note, reportPage, type TableRow } from './report-page.ts';
