export { isEmail, isHostname, isIdnEmail, isIdnHostname, isIpv4, isIpv6 } from './address.js';
export { isJsonPointer, isRelativeJsonPointer } from './pointer.js';
export { isRegex } from './regex.js';
export { isDate, isDateTime, isDuration, isTime } from './time.js';
export { isIri, isIriReference, isUri, isUriReference, isUriTemplate, isUuid } from './uri.js';
