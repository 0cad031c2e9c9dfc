import { readFileSync } from 'node:fs';
import { memoryHost, type MemoryHost } from '../../../generator/host/memory.js';

/** The description at the top of the guide to FIX. */
export const guide: string =
  /^```yaml\n(asyncapi:.*?)^```/ms.exec(readFileSync('docs/guide/fix.md', 'utf8'))?.[1] ?? '';

/** A working directory with that description, and whatever else is given. */
export function fixHost(files: { readonly [path: string]: string | Uint8Array } = {}): MemoryHost {
  return memoryHost({ '/work/orders.yaml': guide, ...files }, '/work');
}

/** A message of FIX 4.2 with BodyLength and CheckSum, `|` for SOH in what is given. */
export function fix(body: string, beginString = 'FIX.4.2'): string {
  const text = body.replaceAll('|', '\u0001');
  const head = `8=${beginString}\u00019=${text.length}\u0001${text}`;
  let sum = 0;
  for (const character of head) sum += character.charCodeAt(0);
  return `${head}10=${String(sum % 256).padStart(3, '0')}\u0001`;
}

/** The header of an order, `|` for SOH. */
export const header = '49=BUYER|56=KETTLES|34=12|52=20250128-18:00:00.000|';

/** An order without a fault. */
export const order: string = fix(`35=D|${header}11=o1|38=1.5|40=2|44=9.95|54=1|55=KETTLE|`);
