import { encodeComponent } from '../target.js';

/** Placeholder for a credential in a path until it is signed: `{name}`, percent-encoded. */
export function pathPlaceholder(name: string): string {
  return `%7B${encodeComponent(name)}%7D`;
}
