/** Tables of conversions and their files, which descriptors refer to. */
export { dateLocations, datesTable } from './date-locations.js';
export { integersAt, integersOf } from './integers.js';
export { xmlAt, xmlEntries, xmlTable } from './xml.js';
