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
  when: 'The address of a channel changed, or the name by which programs subscribe to it.',
  advice:
    'Both sides must use the same address, so each breaks if only the other one changes. Offer both channels, and remove the old one later.',
};

/** A parameter of an address. */
export const channelParameter: ChangeRule = {
  id: 'channel-parameter',
  when: 'A parameter of the address of a channel has another name, other values, or another location in the message.',
  advice:
    'A value that is no longer allowed breaks publishers, which may send to it, and other values are risky for subscribers. A name does not travel, but generated code has it.',
};

/** The name of a channel. */
export const channelRenamed: ChangeRule = {
  id: 'channel-renamed',
  when: 'A channel of the same address has another name.',
  advice:
    'Messages stay the same, but generated code has other names, so that programs no longer compile until they are changed.',
};

/** What a binding of a protocol says. */
export const bindingRule: ChangeRule = {
  id: 'binding',
  when: 'A binding of a server, a channel, a flow or a message changed: the exchange, the queue, the topic, the partitions, the group, the quality of service, or another declaration for a protocol.',
  advice:
    'The exchange, the topic and the encoding of AMQP and Kafka are agreed: each side breaks if only the other one changes. What decides how messages reach subscribers is risky for them and compatible for publishers: the name of a queue that is bound to an exchange, a group, the quality of service, retention and expiry. Another declaration of an existing queue breaks subscribers, because RabbitMQ refuses it. Partitions are risky for both, because the order of messages with the same key is lost once. Members that are not listed have the verdict `undecided`.',
};

/** How a channel is used besides its messages. */
export const channelProtocol: ChangeRule = {
  id: 'channel-protocol',
  when: 'The servers of a channel, or its rules for subscriptions, sequence numbers, order books, heartbeats or limits, changed.',
  advice:
    'Generated feeds follow these declarations, and other programs may depend on them, so the verdict is `undecided`. A server that no longer has the channel is risky for those who connect to it.',
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

/** The name of a flow. */
export const flowRenamed: ChangeRule = {
  id: 'flow-renamed',
  when: 'A flow over the same channel has another name.',
  advice:
    'Messages stay the same, but generated methods have other names, so that programs no longer compile until they are changed.',
};

/** Replies to the messages of a flow. */
export const replyRule: ChangeRule = {
  id: 'reply',
  when: 'The messages of a flow have replies now, have none any more, or have them at another address.',
  advice:
    'Whoever sends the messages breaks if no reply comes, or if it comes elsewhere. Whoever receives them breaks if a reply is expected that it does not send. The messages of the replies are compared on their own, with the roles of the flow: its subscriber sends them.',
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

/** The name of a message. */
export const messageRenamed: ChangeRule = {
  id: 'message-renamed',
  when: 'A message has another name.',
  advice:
    'Its payload is compared as before. The names that subscribers see change, and those of generated types may change too.',
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
  when: 'The discriminator or the correlation of a message changed, or its payload cannot be compared.',
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
  advice:
    'A server that is gone is risky for its clients: subscribers and publishers alike, if it is a message broker. Another protocol breaks both sides.',
};

/** Kinds of changes of channels and messages. */
export const messageRules: readonly ChangeRule[] = [
  channelAdded,
  channelRemoved,
  channelAddress,
  channelParameter,
  channelRenamed,
  bindingRule,
  channelProtocol,
  flowAdded,
  flowRemoved,
  flowRenamed,
  replyRule,
  messageAdded,
  messageRemoved,
  messageRenamed,
  messageEncoding,
  messageIdentity,
  messageDocumentation,
  messageServer,
];
