import type { Dictionary, Member } from '../dictionary.js';

/** A request that FIX defines, with its correlation field and its replies. */
interface Conversation {
  readonly request: string;
  readonly by: string;
  readonly replies: readonly string[];
}

/** Requests and replies by MsgType (FIX 4.0 to 5.0 SP2), with the most common trading messages first. */
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

/** A request of a dictionary and its replies. */
export interface DescribedConversation {
  /** Name of the request message. */
  readonly request: string;
  readonly replies: readonly string[];
}

/** The requests and replies that a dictionary contains. */
export interface RequestReplies {
  readonly list: readonly DescribedConversation[];
  /** Correlation field by message name. */
  readonly fields: ReadonlyMap<string, string>;
}

/** Finds requests and replies in a dictionary. Each message must have the correlation field. */
export function findRequestReplies({ messages, components }: Dictionary): RequestReplies {
  const fields = new Map<string, string>();
  const collectNames = (members: readonly Member[], names: Set<string>): ReadonlySet<string> => {
    for (const { kind, name } of members) {
      if (names.has(name)) continue;
      names.add(name);
      if (kind === 'component') collectNames(components.get(name)?.members ?? [], names);
    }
    return names;
  };
  /** Name of the message with this MsgType if it has the field outside groups. */
  const messageWith = (msgType: string, by: string): readonly string[] =>
    messages
      .filter(
        (message) =>
          message.msgType === msgType && collectNames(message.members, new Set()).has(by),
      )
      .map(({ name }) => name);
  const list = conversations.flatMap(
    ({ request, by, replies }): readonly DescribedConversation[] => {
      const [requestName] = messageWith(request, by);
      const replyNames = replies.flatMap((msgType) => messageWith(msgType, by));
      if (requestName === undefined || replyNames.length === 0) return [];
      for (const name of [requestName, ...replyNames]) fields.set(name, by);
      return [{ request: requestName, replies: replyNames }];
    },
  );
  return { list, fields };
}
