import { RealTimeDataClient } from '@polymarket/real-time-data-client';

const onMessage = (_client, { topic, type, payload }) => console.log(topic, type, payload);
const onConnect = (client) =>
  client.subscribe({
    subscriptions: [
      { topic: 'activity', type: 'trades' },
      { topic: 'comments', type: '*' },
    ],
  });

new RealTimeDataClient({ host: 'ws://127.0.0.1:8080/ws/live-data', onMessage, onConnect }).connect();
