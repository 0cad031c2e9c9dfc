import { testNameLocks } from './name-locks.js';

testNameLocks([
  'listennotes.com.json',
  'api.video.json',
  'graphhopper.com.json',
  'docker.com__engine.json',
  'spotify.com.json',
  'twilio-twilio-oai__twilio_conversations_v1.yaml',
  'figma-rest-api-spec-0.43.0__openapi.yaml',
]);
