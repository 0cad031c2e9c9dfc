import { violation, type Frame, type Subject } from '../frame.js';
import type { Statement } from '../statement.js';

/** The violation of a member that is missing (Validation 6.5.3), at the object that misses it. */
export function missing(name: string, subject: Subject, frame: Frame, place: string): Statement {
  const expected = `a member ${JSON.stringify(name)}`;
  return violation(subject, frame, { keyword: 'required', expected, place, hideFound: true });
}
