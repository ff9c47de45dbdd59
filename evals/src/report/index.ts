export { barPlot, type Bar } from './bars.ts';
export { heatMapPlot, type HeatMap } from './heat-map.ts';
export { histogramPlot, type Histogram } from './histogram.ts';
export { logBarPlot, type LogBars } from './log-bars.ts';
export { foldedReadings, type Reading } from './readings.ts';
export { folded, foldedList, htmlTable, note, reportPage, type ReportSection, type TableRow } from './report-page.ts';
