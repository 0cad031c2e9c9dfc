import { readSlot, type Form, type PartName } from './form.js';
import { refuse } from './refusal.js';
import type { Texts } from './sign-form.js';

/** Signatures that one request may offer: more than one while a secret takes the place of another. */
const mostSignatures = 8;

/** What a request, a message or a FIX message shows of a signature. */
export interface Read {
  readonly form: Form;
  readonly texts: Texts;
  readonly signatures: readonly string[];
}

/** The parts of the first form whose signature is there. */
export function readParts(
  forms: readonly Form[],
  textsOf: (name: string) => readonly string[],
): Read {
  for (const form of forms) {
    const found = form.slots.flatMap((slot) => {
      const [text, ...others] = textsOf(slot.name);
      if (others.length > 0)
        refuse('credential', 'credential-repeated', `${slot.name} is there more than once`);
      return text === undefined ? [] : readSlot(slot, text);
    });
    const signatures = found.flatMap(([part, text]) => (part === 'signature' ? [text] : []));
    if (signatures.length === 0) continue;
    if (signatures.length > mostSignatures)
      refuse('credential', 'credential-repeated', 'there are too many signatures');
    return { form, texts: readTexts(form, found), signatures };
  }
  return refuse('credential', 'credential-missing', 'there is no signature');
}

function readTexts(form: Form, found: readonly (readonly [part: PartName, text: string])[]): Texts {
  const texts: { [Part in PartName]?: string } = {};
  for (const [part, text] of found) {
    if (part === 'signature') continue;
    if (texts[part] !== undefined)
      refuse('credential', 'credential-repeated', `${part} is there more than once`);
    texts[part] = text;
  }
  for (const { elements } of form.slots) {
    for (const { part } of elements) {
      if (part !== 'signature' && texts[part] === undefined)
        refuse('credential', 'credential-missing', `there is no ${part}`);
    }
  }
  return texts;
}
