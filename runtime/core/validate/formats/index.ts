export { isDate, isDateTime, isDuration, isTime } from './time.js';
export { isUuid } from './uuid.js';
