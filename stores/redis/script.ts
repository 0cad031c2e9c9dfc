import { createHash } from 'node:crypto';

/** A script in Lua. It is atomic. */
export interface Script {
  readonly text: string;
  readonly digest: string;
}

/** Prepares a script. */
export function script(text: string): Script {
  return { text, digest: createHash('sha1').update(text).digest('hex') };
}

/** Prepares a script of the stores: `p` is the prefix of all keys. */
export function storeScript(text: string): Script {
  return script(`local p = KEYS[1]\n${text}`);
}

/** An argument of a script or command. */
export type ScriptArgument = string | number;

/** Writes an argument. Times are written without an exponent. */
export function argumentText(value: ScriptArgument): string {
  if (typeof value === 'string') return value;
  if (Number.isFinite(value)) return String(value);
  return value > 0 ? '1e300' : '-1e300';
}
