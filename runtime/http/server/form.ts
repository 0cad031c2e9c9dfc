import type { WireType } from '../../core/descriptor.js';
import type { FaultViolation } from '../../core/server/fault.js';
import { decodeFormText, type RawPair } from '../../core/server/query.js';
import { memberType, readTyped } from './read-typed.js';

/**
 * The members of a form. A name that comes several times is a list where its type has one or nothing is
 * declared, and is refused elsewhere. Names such as `__proto__` are data.
 */
export function readForm(
  pairs: readonly RawPair[],
  type: WireType,
  path: string,
  violations: FaultViolation[],
  decode: (raw: string, path: string) => string = decodeFormText,
): Readonly<Record<string, unknown>> {
  const texts = new Map<string, string[]>();
  for (const { name, raw } of pairs) {
    const known = texts.get(name) ?? [];
    known.push(decode(raw, `${path}/${name}`));
    texts.set(name, known);
  }
  const values: Record<string, unknown> = Object.create(null);
  for (const [name, all] of texts) {
    const declared = memberType(type, name);
    const one = {
      scalar: () => (all.length === 1 ? all[0] : undefined),
      list: () => all,
      members: () => undefined,
    };
    values[name] = readTyped(one, declared, `${path}/${name}`, violations);
  }
  return values;
}
