import {
  type FixInspection,
  inspectFixMessage,
  RejectReason,
  rejectTexts,
} from '../../runtime/fix/index.js';
import { checkSum, frameErrors, wire } from './frame.js';
import type { FixDictionary } from './dictionary.js';
import type { RawField } from './scan.js';
import { bytesOf } from './field-value.js';

/** Errors in a message. */
export interface MessageErrors {
  /** Errors of individual fields, by field index. */
  readonly byField: ReadonlyMap<number, readonly string[]>;
  /** Missing or contradictory fields. `index` is that of the first field of the group entry, or -1 for the message. */
  readonly missing: readonly {
    readonly text: string;
    readonly tag: number;
    readonly index: number;
  }[];
  /** Errors of the message as a whole. */
  readonly message: readonly string[];
}

/** Number of framing fields at the beginning of a message. */
const FRAME_LENGTH = 3;

/**
 * Checks a message with the function that sessions use. If a session would ignore the message as garbled, its fields are checked in a
 * corrected frame, so that all errors are reported.
 */
export function messageErrors(
  fields: readonly RawField[],
  dictionary: FixDictionary,
): MessageErrors {
  const byField = new Map(frameErrors(fields, dictionary));
  const addError = (index: number, text: string): void => {
    const existing = byField.get(index) ?? [];
    if (!existing.includes(text)) byField.set(index, [...existing, text]);
  };
  const missing: { text: string; tag: number; index: number }[] = [];
  const message: string[] = [];
  const original = inspect(wire(fields), dictionary);
  const reframed = withValidFrame(fields);
  const inspection =
    original.garble === undefined ? original : inspectReframed(reframed, dictionary, addError);
  const originalIndex = (index: number): number =>
    original.garble === undefined ? index : (reframed[index]?.index ?? index);
  for (const { fault, index } of inspection.faults) {
    const [reason, tag] = fault;
    const isMessageType = reason === RejectReason.InvalidMsgType;
    const text = rejectTexts[reason];
    if (isMessageType && !dictionary.isComplete) continue;
    if (isMessageType) message.push(`${text}: "${fields[2]?.value ?? ''}"`);
    else if (index < 0 || fields[originalIndex(index)]?.tag !== String(tag))
      missing.push({ text, tag, index: index < 0 ? index : originalIndex(index) });
    else addError(originalIndex(index), text);
  }
  if (inspection.leaves !== undefined && byField.size === 0) message.push(inspection.leaves);
  const hasErrors = byField.size > 0 || missing.length > 0 || message.length > 0;
  // A garbled message always has an error, even without a more specific one.
  if (original.garble !== undefined && !hasErrors)
    addError(original.garbledAt ?? 0, garbleTexts[original.garble]);
  return { byField, missing, message };
}

const garbleTexts: { readonly [Garble in NonNullable<FixInspection['garble']>]: string } = {
  structure: 'the fields do not make a message',
  tag: rejectTexts[RejectReason.InvalidTagNumber],
  length: 'the length of the message, or of this data, is another',
  checksum: 'the sum of the message is another',
};

function inspect(text: string, { codec, policy }: FixDictionary): FixInspection {
  return inspectFixMessage(codec, policy, bytesOf(text));
}

/** A field with its index in the message. */
interface IndexedField extends RawField {
  readonly index: number;
}

/** The fields of a message in a valid frame: 8, 9 and 35 first, without 10 at the end. */
function withValidFrame(fields: readonly RawField[]): readonly IndexedField[] {
  const indexed = fields.map((field, index) => ({ ...field, index }));
  const head = ['8', '9', '35'].map(
    (tag): IndexedField =>
      indexed.slice(0, FRAME_LENGTH).find((field) => field.tag === tag) ?? {
        tag,
        value: '?',
        index: 0,
      },
  );
  const rest = indexed.filter(
    (field) => !head.includes(field) && !(field.tag === '10' && field.index === fields.length - 1),
  );
  return [...head, ...rest];
}

/** Checks the fields of a message with a corrected frame. Malformed fields are reported and then omitted. */
function inspectReframed(
  fields: readonly IndexedField[],
  dictionary: FixDictionary,
  addError: (index: number, text: string) => void,
): FixInspection {
  const remaining = [...fields];
  for (;;) {
    const inspection = inspect(complete(remaining, dictionary), dictionary);
    const index = inspection.garbledAt ?? 0;
    const field = remaining[index];
    if (inspection.garble === undefined) return withOriginalIndexes(inspection, remaining, fields);
    if (field === undefined || index < FRAME_LENGTH) return { faults: [] };
    if (inspection.garble === 'length') {
      const length = remaining[index - 1];
      addError(
        field.index,
        `${dictionary.nameOf(Number(length?.tag)) ?? ''} (${length?.tag}) says ${length?.value} bytes`,
      );
      remaining.splice(index - 1, 2);
    } else {
      addError(field.index, garbleTexts[inspection.garble]);
      remaining.splice(index, 1);
    }
  }
}

/** Converts indexes of the remaining fields to indexes of all fields. */
function withOriginalIndexes(
  inspection: FixInspection,
  remaining: readonly IndexedField[],
  fields: readonly IndexedField[],
): FixInspection {
  return {
    ...inspection,
    faults: inspection.faults.map(({ fault, index }) => {
      const field = remaining[index];
      return { fault, index: field === undefined ? index : fields.indexOf(field) };
    }),
  };
}

/** Formats fields with a correct body length and checksum. */
function complete([begin, , ...rest]: readonly IndexedField[], { api }: FixDictionary): string {
  const body = wire(rest);
  const first = { tag: '8', value: begin?.value === '?' ? api.beginString : (begin?.value ?? '') };
  const head = wire([first, { tag: '9', value: String(body.length) }]);
  return `${head}${body}10=${checkSum(head + body)}\u0001`;
}
