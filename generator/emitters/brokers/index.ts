import { choice } from '../../options/value-types.js';
import { reExport } from '../../printer/declare.js';
import { importPath } from '../../printer/file-scope.js';
import {
  defineEmitter,
  emitterApiVersion,
  readmeOf,
  type PeerPackage,
  type Emitter,
  type EmitterOption,
} from '../emitter.js';
import { emitBrokers } from './emit.js';
import { planBrokers } from './plan-brokers.js';
import type { BrokersPlan } from './plan.js';
import { brokersReadme } from './readme.js';

interface BrokersOptions {
  readonly role: EmitterOption<'publisher' | 'subscriber' | 'both'>;
}

/** Publishers and subscribers of message brokers. */
export const brokersEmitter: Emitter<
  BrokersPlan,
  { readonly [Name in keyof BrokersOptions]: BrokersOptions[Name] }
> = defineEmitter({
  apiVersion: emitterApiVersion,
  name: 'brokers',
  requires: ['types', 'validators', 'conversions'],
  options: {
    role: {
      summary: 'Writes the publisher, the subscriber or both. Default: "both".',
      type: choice('publisher', 'subscriber', 'both'),
    },
  },
  plan: planBrokers,
  emit: (part, { plan }) => [emitBrokers(part, plan)],
  packagePart: (part, { plan, pages }) => ({
    ...readmeOf(brokersReadme(part, plan, pages)),
    peerPackages: peersOf(part),
    index: [reExport(importPath(plan, part.file, 'index.ts'))],
  }),
});

/** Libraries for the payloads of messages. */
const peers = {
  avro: { name: 'avsc', range: '^5.7.0', isOptional: false },
  protobuf: { name: '@bufbuild/protobuf', range: '^2.10.0', isOptional: false },
} as const;

function peersOf({ messages }: BrokersPlan): readonly PeerPackage[] {
  const languages = new Set(messages.flatMap(({ message }) => message.language?.name ?? []));
  return [...languages].map((language) => peers[language]);
}
