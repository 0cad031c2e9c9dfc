import type { ChangeRule } from '../change.js';

/** A new channel. */
export const channelAdded: ChangeRule = {
  id: 'channel-added',
  when: 'A channel was added.',
  advice: 'It is compatible for clients. A server has to offer it before clients use it.',
};

/** A channel that is gone. */
export const channelRemoved: ChangeRule = {
  id: 'channel-removed',
  when: 'A channel was removed.',
  advice: 'It breaks publishers and subscribers of the channel.',
};

/** The address of a channel. */
export const channelAddress: ChangeRule = {
  id: 'channel-address',
  when: 'The address of a channel or its parameters changed.',
  advice: 'Both sides must use the same address, so each breaks if only the other one changes.',
};

/** How a channel is used besides its messages. */
export const channelProtocol: ChangeRule = {
  id: 'channel-protocol',
  when: 'The bindings of a channel, or its rules for subscriptions, sequence numbers, order books, heartbeats or limits, changed.',
  advice:
    'Generated feeds follow these declarations, and other programs may depend on them, so the verdict is `undecided`.',
};

/** A flow of messages in one direction. */
export const flowAdded: ChangeRule = {
  id: 'flow-added',
  when: 'Messages are sent over a channel in a direction in which none were sent before.',
  advice: 'It is compatible for publishers, and risky for subscribers that expect none.',
};

/** A flow of messages that is gone. */
export const flowRemoved: ChangeRule = {
  id: 'flow-removed',
  when: 'No messages are sent over a channel in a direction any more.',
  advice:
    'It breaks publishers, whose messages nobody receives, and subscribers that wait for them.',
};

/** A new message of a flow. */
export const messageAdded: ChangeRule = {
  id: 'message-added',
  when: 'Another message is sent over a channel.',
  advice:
    'It is risky for subscribers: those that ignore unknown messages go on. Publishers that send only the others go on too.',
};

/** A message that a flow no longer has. */
export const messageRemoved: ChangeRule = {
  id: 'message-removed',
  when: 'A message is no longer sent over a channel.',
  advice:
    'It breaks publishers that send it, and is risky for subscribers, because it never arrives.',
};

/** The encoding of a message. */
export const messageEncoding: ChangeRule = {
  id: 'message-encoding',
  when: 'The content type or the schema format of a message changed.',
  advice: 'Both sides read and write the same bytes, so each breaks if only the other one changes.',
};

/** How a message is recognised. */
export const messageIdentity: ChangeRule = {
  id: 'message-identity',
  when: 'The discriminator, the correlation or the bindings of a message changed.',
  advice:
    'Programs recognise messages and replies by them, and others ignore them, so the verdict is `undecided`.',
};

/** The words about channels, flows and messages. */
export const messageDocumentation: ChangeRule = {
  id: 'message-documentation',
  when: 'The title, the summary, the description or the examples of a channel, a flow or a message changed.',
  advice: 'Only words change.',
};

/** The server of a feed. */
export const messageServer: ChangeRule = {
  id: 'message-server',
  when: 'A server of messages was added or removed, or has another URL or protocol.',
  advice: 'A server that is gone is risky for its clients. Another protocol breaks both sides.',
};

/** Kinds of changes of channels and messages. */
export const messageRules: readonly ChangeRule[] = [
  channelAdded,
  channelRemoved,
  channelAddress,
  channelProtocol,
  flowAdded,
  flowRemoved,
  messageAdded,
  messageRemoved,
  messageEncoding,
  messageIdentity,
  messageDocumentation,
  messageServer,
];
