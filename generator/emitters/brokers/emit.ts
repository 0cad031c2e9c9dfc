import type { PayloadLanguage } from '../../model/message.js';
import type { Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, type Code } from '../../printer/code.js';
import { exportedConstant } from '../../printer/declare.js';
import { call } from '../../printer/values.js';
import { createFileScope } from '../../printer/file-scope.js';
import type { Declaration, FileScope, SourceFile } from '../../printer/source-file.js';
import { dataLiteral, Reference, type Data } from '../../typescript/data-literal.js';
import { docsOf } from '../../typescript/docblock.js';
import { withPatterns } from '../../typescript/pattern-code.js';
import { publisherClass, subscriberClass } from './classes.js';
import { brokerDescriptor, messageName } from './descriptor.js';
import type { BrokersPlan } from './plan.js';

/** Emits `broker.ts`: what both sides know of the operations, and a class for each side. */
export function emitBrokers(brokers: BrokersPlan, plan: Plan): SourceFile {
  const scope = createFileScope(plan, brokers.file);
  return scope.finish([
    ...codecs(brokers, plan, scope),
    descriptor(brokers, plan, scope),
    checks(brokers, plan, scope),
    ...(brokers.publisher === undefined
      ? []
      : [publisherClass(brokers, brokers.publisher, plan, scope)]),
    ...(brokers.subscriber === undefined
      ? []
      : [subscriberClass(brokers, brokers.subscriber, plan, scope)]),
  ]);
}

/** Codecs of the payloads in languages with their own wire format. */
function codecs({ messages }: BrokersPlan, plan: Plan, scope: FileScope): readonly Declaration[] {
  return messages.flatMap(({ message: { language, name }, codec }) => {
    if (codec === undefined || language === undefined) return [];
    return [
      exportedConstant(
        scope.name(codec),
        scope.name(runtimeNames.broker.PayloadCodec),
        codecOf(language, plan, scope),
        docsOf(
          `Writes and reads the payload of the message "${name}", which is in ${languages[language.name]}.`,
        ),
      ),
    ];
  });
}

const languages = { avro: 'Avro', protobuf: 'Protobuf' } as const;

function codecOf(language: PayloadLanguage, { shapes }: Plan, scope: FileScope): Code {
  const options = shapes.int64 === 'bigint' ? { int64: shapes.int64 } : {};
  switch (language.name) {
    case 'avro': {
      const schema = dataLiteral(language.schema as Data);
      const more = shapes.int64 === 'bigint' ? [dataLiteral(options)] : [];
      return call(scope.name(runtimeNames.brokerAvro.avroPayload), [schema, ...more]);
    }
    case 'protobuf': {
      const { message, files, text } = language;
      return call(scope.name(runtimeNames.brokerProtobuf.protobufPayload), [
        dataLiteral({ message, ...options, files, text }),
      ]);
    }
  }
}

function descriptor(brokers: BrokersPlan, plan: Plan, scope: FileScope): Declaration {
  return exportedConstant(
    scope.name(brokers.descriptor),
    scope.name(runtimeNames.broker.BrokerDescriptor),
    dataLiteral(withPatterns(brokerDescriptor(brokers, plan, scope), scope)),
    [
      code`Description of the operations for publishers and subscribers: addresses, messages, and what the protocols demand.`,
    ],
  );
}

function checks(
  { checks: name, messages }: BrokersPlan,
  plan: Plan,
  scope: FileScope,
): Declaration {
  const entries = messages.map(({ message, form, direction }): readonly [string, Data] => {
    const use = { direction, representation: 'value' } as const;
    const checkOf = (id: typeof message.headers): Data => {
      const check = id === undefined ? undefined : plan.checkOf(id, use)?.schema;
      return check === undefined ? undefined : new Reference(scope.name(check));
    };
    const payload = form === 'bytes' ? undefined : checkOf(message.payload);
    return [messageName(message.key), { payload, headers: checkOf(message.headers) }];
  });
  return exportedConstant(
    scope.name(name),
    scope.name(runtimeNames.broker.BrokerChecks),
    dataLiteral(Object.fromEntries(entries)),
    [code`Checks of the payloads and headers.`],
  );
}
