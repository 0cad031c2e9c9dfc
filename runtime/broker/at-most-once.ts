import type { Broker, BrokerAbility } from './broker.js';

/**
 * Lets a subscriber use a broker that delivers messages at most once, such as core NATS. A message whose consumer ends before it has handled it is lost;
 * `retry` and `reject` have no effect at the broker.
 */
export function atMostOnce<Ability extends BrokerAbility>(
  broker: Broker<Ability>,
): Broker<Ability | 'acknowledgements'> {
  const { inbox } = broker;
  return {
    protocol: broker.protocol,
    abilities: { ...broker.abilities, acknowledgements: true },
    addresses: broker.addresses,
    publish: (message) => broker.publish(message),
    subscribe: (pattern, options, handler) => broker.subscribe(pattern, options, handler),
    ...(inbox === undefined ? {} : { inbox: () => inbox.call(broker) }),
    on: (listener) => broker.on(listener),
    close: () => broker.close(),
  };
}
