/** Conversion of dates between text and program values. Only packages with this option load it. */
export { createDates, type DateFormat, type DateTable } from './convert.js';
export { dateTime } from './date-time.js';
export type {
  AnyTextCodec,
  Converted,
  DateBranch,
  DateSchema,
  Dates,
  DatesDescriptor,
  DateSchemaOrRef,
  DateUnion,
  TextCodec,
} from './descriptor.js';
