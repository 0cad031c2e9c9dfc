import type { FeedDescriptor } from '@tallystick/runtime/websocket';

/** A feed with one channel, whose subscriptions have a key. */
export const kettles: FeedDescriptor = {
  title: 'Kettles',
  version: '1.0.0',
  servers: [{ url: 'wss://kettles.example' }],
  variables: {},
  messages: {
    subscribe: { to: 'server', match: [{ pointer: '/type', const: 'subscribe' }] },
    heat: { to: 'client', match: [{ pointer: '/type', const: 'heat' }] },
    error: { to: 'client', match: [{ pointer: '/type', const: 'error' }] },
  },
  channels: { heat: { name: 'heat', messages: { heat: {} }, auth: 'required' } },
  control: {
    subscribe: {
      message: 'subscribe',
      template: { type: 'subscribe', channel: '{channel}', key: '{auth.key}' },
      read: { channel: '/channel', auth: { key: '/key' } },
    },
    error: {
      message: 'error',
      text: '/text',
      template: { type: 'error', text: '{reason}', id: '{correlationId}' },
    },
  },
};
