import dictionary from './examples/fix-4.4.xml';
import ledger from './examples/ledger.openrpc.json';
import petstore from './examples/petstore.yaml';
import prices from './examples/prices.asyncapi.yaml';

/** A document to begin with. */
export interface Example {
  readonly title: string;
  readonly name: string;
  readonly text: string;
  /** Emitters of its package. */
  readonly emitters: readonly string[];
}

/** The documents that the playground offers. The first one is shown at first. */
export const examples: readonly Example[] = [
  {
    title: 'REST: a pet store (OpenAPI)',
    name: 'petstore.yaml',
    text: petstore,
    emitters: ['client', 'server'],
  },
  {
    title: 'Feed: prices over WebSocket (AsyncAPI)',
    name: 'prices.yaml',
    text: prices,
    emitters: ['feeds', 'validators'],
  },
  {
    title: 'FIX: orders (dictionary of QuickFIX)',
    name: 'orders.xml',
    text: dictionary,
    emitters: ['fix'],
  },
  {
    title: 'JSON-RPC: a ledger (OpenRPC)',
    name: 'ledger.json',
    text: ledger,
    emitters: ['client', 'server'],
  },
];
