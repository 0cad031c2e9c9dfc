export type { MqttClient } from './client.js';
export { mqtt3Broker, mqttBroker } from './broker.js';
