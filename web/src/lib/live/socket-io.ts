import { REALTIME_CHANNEL } from '../constants';
import type { RealtimeChannelOptions, RealtimeSocket } from './realtime-channel';

/** A Socket.IO client with the product's limits. The library is loaded on first use. */
export const createSocketIo: RealtimeChannelOptions['createSocket'] = async (origin, auth) => {
  const { io } = await import('socket.io-client');
  const socket = io(origin, {
    path: '/socket.io/',
    auth: (give) => auth(give),
    autoConnect: false,
    transports: ['websocket', 'polling'],
    reconnectionAttempts: REALTIME_CHANNEL.attempts,
    reconnectionDelay: REALTIME_CHANNEL.delayMs,
    reconnectionDelayMax: REALTIME_CHANNEL.maxDelayMs,
    timeout: REALTIME_CHANNEL.timeoutMs,
  });
  return socket as unknown as RealtimeSocket;
};
