import { readSlot, type SignatureLayout, type PartName } from './signature-layout.js';
import { refuse } from './refusal.js';
import type { Texts } from './create-signature.js';

/** Maximum number of signatures in one request. More than one occur during a rotation of secrets. */
const maxSignatures = 8;

/** The signature parts of a request, a message or a FIX message. */
export interface SignatureParts {
  readonly form: SignatureLayout;
  readonly texts: Texts;
  readonly signatures: readonly string[];
}

/** Reads the parts of the first form whose signature is present. */
export function readParts(
  forms: readonly SignatureLayout[],
  textsOf: (name: string) => readonly string[],
): SignatureParts {
  for (const form of forms) {
    const found = form.slots.flatMap((slot) => {
      const [text, ...others] = textsOf(slot.name);
      if (others.length > 0)
        refuse('credential', 'credential-repeated', `${slot.name} occurs more than once`);
      return text === undefined ? [] : readSlot(slot, text);
    });
    const signatures = found.flatMap(([part, text]) => (part === 'signature' ? [text] : []));
    if (signatures.length === 0) continue;
    if (signatures.length > maxSignatures)
      refuse('credential', 'credential-repeated', 'there are too many signatures');
    return { form, texts: readTexts(form, found), signatures };
  }
  return refuse('credential', 'credential-missing', 'there is no signature');
}

function readTexts(
  form: SignatureLayout,
  found: readonly (readonly [part: PartName, text: string])[],
): Texts {
  const texts: { [Part in PartName]?: string } = {};
  for (const [part, text] of found) {
    if (part === 'signature') continue;
    if (texts[part] !== undefined)
      refuse('credential', 'credential-repeated', `${part} occurs more than once`);
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
