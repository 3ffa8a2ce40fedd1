import { type Calls, type Client, type CallByKey, createClient } from '@volume/client';
import type { Settings } from './settings.ts';

export type OwnKey = Calls['getOwnKey']['output'];
export type Message = Calls['getSampleMessage']['output'];
export type Calling = Client<CallByKey>;

export const openClient = ({ api, applicationId, secret }: Settings): Calling =>
  createClient({ baseUrl: api, applicationId, secret, timeout: 45_000 });
