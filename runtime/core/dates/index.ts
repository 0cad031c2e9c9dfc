/** Dates in programs: what turns texts into values and back. Loaded only by packages that have asked for it. */
export { createDates, type DateFormat, type DateTable } from './convert.js';
export { dateTime } from './date-time.js';
export type {
  AnyTextCodec,
  Converted,
  DateBranch,
  DatePlace,
  Dates,
  DatesDescriptor,
  DateSpot,
  DateUnion,
  TextCodec,
} from './descriptor.js';
