import {
  type FixInspection,
  inspectFixMessage,
  RejectReason,
  rejectTexts,
} from '../../runtime/fix/index.js';
import { checkSum, frameFaults, wire } from './frame.js';
import type { Lexicon } from './lexicon.js';
import type { RawField } from './scan.js';
import { bytesOf } from './value.js';

/** What is wrong with a message. */
export interface MessageFaults {
  /** With single fields, by their places. */
  readonly byField: ReadonlyMap<number, readonly string[]>;
  /** What is missing, or contradicts itself; `index` is the place of the field that begins its entry, -1 for the message. */
  readonly missing: readonly {
    readonly text: string;
    readonly tag: number;
    readonly index: number;
  }[];
  /** With the message itself. */
  readonly message: readonly string[];
}

/** Fields of the frame that a message has to begin with. */
const FRAME_LENGTH = 3;

/**
 * Everything that is wrong with a message, by the function that sessions judge theirs with. Of what is no message for a session, the fields are
 * judged as if its frame were right, so that everything is told at once.
 */
export function faultsOf(fields: readonly RawField[], lexicon: Lexicon): MessageFaults {
  const byField = new Map(frameFaults(fields, lexicon));
  const tell = (index: number, text: string): void => {
    const told = byField.get(index) ?? [];
    if (!told.includes(text)) byField.set(index, [...told, text]);
  };
  const missing: { text: string; tag: number; index: number }[] = [];
  const message: string[] = [];
  const asItStands = inspect(wire(fields), lexicon);
  const sound = framed(fields);
  const inspection = asItStands.garble === undefined ? asItStands : settle(sound, lexicon, tell);
  const placeOf = (index: number): number =>
    asItStands.garble === undefined ? index : (sound[index]?.place ?? index);
  for (const { fault, index } of inspection.faults) {
    const [reason, tag] = fault;
    const isMessageType = reason === RejectReason.InvalidMsgType;
    const text = rejectTexts[reason];
    if (isMessageType && !lexicon.isComplete) continue;
    if (isMessageType) message.push(`${text}: "${fields[2]?.value ?? ''}"`);
    else if (index < 0 || fields[placeOf(index)]?.tag !== String(tag))
      missing.push({ text, tag, index: index < 0 ? index : placeOf(index) });
    else tell(placeOf(index), text);
  }
  if (inspection.leaves !== undefined && byField.size === 0) message.push(inspection.leaves);
  const isTold = byField.size > 0 || missing.length > 0 || message.length > 0;
  // Whatever a session passes over is told of, even where nothing more can be said.
  if (asItStands.garble !== undefined && !isTold)
    tell(asItStands.garbledAt ?? 0, garbleTexts[asItStands.garble]);
  return { byField, missing, message };
}

const garbleTexts: { readonly [Garble in NonNullable<FixInspection['garble']>]: string } = {
  structure: 'the fields do not make a message',
  tag: rejectTexts[RejectReason.InvalidTagNumber],
  length: 'the length of the message, or of this data, is another',
  checksum: 'the sum of the message is another',
};

function inspect(text: string, { codec, policy }: Lexicon): FixInspection {
  return inspectFixMessage(codec, policy, bytesOf(text));
}

/** A field with its place in the message. */
interface PlacedField extends RawField {
  readonly place: number;
}

/** The fields of a message in a frame that is right: 8, 9 and 35 first, and 10 last. */
function framed(fields: readonly RawField[]): readonly PlacedField[] {
  const placed = fields.map((field, place) => ({ ...field, place }));
  const head = ['8', '9', '35'].map(
    (tag): PlacedField =>
      placed.slice(0, FRAME_LENGTH).find((field) => field.tag === tag) ?? {
        tag,
        value: '?',
        place: 0,
      },
  );
  const rest = placed.filter(
    (field) => !head.includes(field) && !(field.tag === '10' && field.place === fields.length - 1),
  );
  return [...head, ...rest];
}

/** What is wrong with the fields of a message whose frame is put right; fields that are none are told of, and left out of the rest. */
function settle(
  fields: readonly PlacedField[],
  lexicon: Lexicon,
  tell: (index: number, text: string) => void,
): FixInspection {
  const left = [...fields];
  for (;;) {
    const inspection = inspect(complete(left, lexicon), lexicon);
    const at = inspection.garbledAt ?? 0;
    const field = left[at];
    if (inspection.garble === undefined) return withPlaces(inspection, left, fields);
    if (field === undefined || at < FRAME_LENGTH) return { faults: [] };
    if (inspection.garble === 'length') {
      const length = left[at - 1];
      tell(
        field.place,
        `${lexicon.nameOf(Number(length?.tag)) ?? ''} (${length?.tag}) says ${length?.value} bytes`,
      );
      left.splice(at - 1, 2);
    } else {
      tell(field.place, garbleTexts[inspection.garble]);
      left.splice(at, 1);
    }
  }
}

/** Indexes of what is left become those of all fields. */
function withPlaces(
  inspection: FixInspection,
  left: readonly PlacedField[],
  fields: readonly PlacedField[],
): FixInspection {
  return {
    ...inspection,
    faults: inspection.faults.map(({ fault, index }) => {
      const field = left[index];
      return { fault, index: field === undefined ? index : fields.indexOf(field) };
    }),
  };
}

/** The text of fields, with a length and a sum that are right. */
function complete([begin, , ...rest]: readonly PlacedField[], { api }: Lexicon): string {
  const body = wire(rest);
  const first = { tag: '8', value: begin?.value === '?' ? api.beginString : (begin?.value ?? '') };
  const head = wire([first, { tag: '9', value: String(body.length) }]);
  return `${head}${body}10=${checkSum(head + body)}\u0001`;
}
