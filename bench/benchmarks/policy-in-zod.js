import { z } from 'zod';

const membership = z.enum(['in', 'not in']);
const evmAddresses = z.looseObject({
  type: z.literal('evmAddress'),
  addresses: z.array(z.string().regex(/^0x[0-9a-fA-F]{40}$/)).max(100),
  operator: membership,
});
const ethValue = z.looseObject({
  type: z.literal('ethValue'),
  ethValue: z.string().regex(/^[0-9]+$/),
  operator: z.enum(['>', '>=', '<', '<=', '==']),
});
const evmNetworks = z.looseObject({
  type: z.literal('evmNetwork'),
  networks: z.array(z.enum(['base-sepolia', 'base'])),
  operator: membership,
});
const solAddresses = z.looseObject({
  type: z.literal('solAddress'),
  addresses: z.array(z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)),
  operator: membership,
});
const action = z.enum(['accept', 'reject']);
const rule = (operation, ...criteria) =>
  z.looseObject({
    action,
    operation: z.literal(operation),
    criteria: z
      .array(criteria.length === 1 ? criteria[0] : z.discriminatedUnion('type', criteria))
      .min(1)
      .max(10),
  });

/** A Policy as a user of Zod would describe it. */
export const policyInZod = z.looseObject({
  id: z.guid(),
  scope: z.enum(['project', 'account']),
  description: z.string().max(50).optional(),
  rules: z
    .array(
      z.discriminatedUnion('operation', [
        rule('signEvmTransaction', ethValue, evmAddresses),
        rule('sendEvmTransaction', ethValue, evmAddresses, evmNetworks),
        rule('signSolTransaction', solAddresses),
      ]),
    )
    .min(1)
    .max(10),
  createdAt: z.iso.datetime({ offset: true }),
  updatedAt: z.iso.datetime({ offset: true }),
});
