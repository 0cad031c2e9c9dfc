import type { Dictionary, Member } from '../dictionary.js';

/** A message that is answered, as FIX itself means it: by which field its answers are known, and what they are. */
interface Conversation {
  readonly request: string;
  readonly by: string;
  readonly replies: readonly string[];
}

/** Messages of the application by their MsgTypes, in the order of what is traded with first (FIX 4.0 to 5.0 SP2). */
const conversations: readonly Conversation[] = [
  { request: 'D', by: 'ClOrdID', replies: ['8'] },
  { request: 'G', by: 'ClOrdID', replies: ['8', '9'] },
  { request: 'F', by: 'ClOrdID', replies: ['8', '9'] },
  { request: 'H', by: 'ClOrdID', replies: ['8'] },
  { request: 'AB', by: 'ClOrdID', replies: ['8'] },
  { request: 'AC', by: 'ClOrdID', replies: ['8', '9'] },
  { request: 'q', by: 'ClOrdID', replies: ['r'] },
  { request: 'R', by: 'QuoteReqID', replies: ['S', 'AG'] },
  { request: 'V', by: 'MDReqID', replies: ['W', 'X', 'Y'] },
  { request: 'c', by: 'SecurityReqID', replies: ['d'] },
  { request: 'v', by: 'SecurityReqID', replies: ['w'] },
  { request: 'x', by: 'SecurityReqID', replies: ['y'] },
  { request: 'e', by: 'SecurityStatusReqID', replies: ['f'] },
  { request: 'g', by: 'TradSesReqID', replies: ['h'] },
  { request: 'BI', by: 'TradSesReqID', replies: ['BJ'] },
  { request: 'AD', by: 'TradeRequestID', replies: ['AQ', 'AE'] },
  { request: 'AN', by: 'PosReqID', replies: ['AO', 'AP'] },
  { request: 'BB', by: 'CollInquiryID', replies: ['BG', 'BA'] },
  { request: 'BE', by: 'UserRequestID', replies: ['BF'] },
];

/** Two messages of a dictionary that belong together. */
export interface DescribedConversation {
  /** The message that asks, by its name. */
  readonly request: string;
  readonly replies: readonly string[];
}

/** What a dictionary has of the conversations that FIX knows. */
export interface Conversations {
  readonly list: readonly DescribedConversation[];
  /** The field by which a message asks or answers, by the message's name. */
  readonly fields: ReadonlyMap<string, string>;
}

/** Finds the messages that ask and answer: both must have the field that says to what an answer belongs. */
export function conversationsOf({ messages, components }: Dictionary): Conversations {
  const fields = new Map<string, string>();
  const reached = (members: readonly Member[], names: Set<string>): ReadonlySet<string> => {
    for (const { kind, name } of members) {
      if (names.has(name)) continue;
      names.add(name);
      if (kind === 'component') reached(components.get(name)?.members ?? [], names);
    }
    return names;
  };
  /** The message of that type, where it has the field itself and not only in a group. */
  const named = (msgType: string, by: string): readonly string[] =>
    messages
      .filter(
        (message) => message.msgType === msgType && reached(message.members, new Set()).has(by),
      )
      .map(({ name }) => name);
  const list = conversations.flatMap(
    ({ request, by, replies }): readonly DescribedConversation[] => {
      const [asking] = named(request, by);
      const answering = replies.flatMap((msgType) => named(msgType, by));
      if (asking === undefined || answering.length === 0) return [];
      for (const name of [asking, ...answering]) fields.set(name, by);
      return [{ request: asking, replies: answering }];
    },
  );
  return { list, fields };
}
