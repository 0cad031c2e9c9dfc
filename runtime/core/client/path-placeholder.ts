import { encodeComponent } from '../target.js';

/** Where the credential of a path stands until it is signed: `{name}`, percent-encoded. */
export function pathPlaceholder(name: string): string {
  return `%7B${encodeComponent(name)}%7D`;
}
