// A stand-in for a payment provider, which sends signed events as Stripe does.

import { createHmac } from "node:crypto";

const SECOND_MS = 1000;

/** The secret that the application and the provider share. */
export const WEBHOOK_SECRET = "whsec_tests";

export interface Sending {
  /** From its signature to its sending, in milliseconds. */
  age?: number;
  /** The provider signs with each of them. */
  secrets?: string[];
  /** Sent in place of what was signed. */
  body?: string;
  headers?: Record<string, string>;
}

let events = 0;

/** A subscription of a user, as an event that is new. */
export function subscriptionEvent(user: string, status: string, createdSecondsAgo = 0) {
  events += 1;
  return {
    id: `evt_${process.pid}_${events}`,
    type: "customer.subscription.updated",
    created: Math.floor(Date.now() / SECOND_MS) - createdSecondsAgo,
    data: { object: { status, metadata: { user } } },
  };
}

/** @returns the value of the header */
export function signatureOf(body: string, at = Date.now(), secrets = [WEBHOOK_SECRET]): string {
  const time = Math.floor(at / SECOND_MS);
  const signed = secrets.map((secret) => createHmac("sha256", secret).update(`${time}.${body}`).digest("hex"));
  return [`t=${time}`, ...signed.map((signature) => `v1=${signature}`)].join(",");
}

/** Sends an event. @returns the application's answer */
export function sendEvent(origin: string, event: object, { age = 0, secrets, body, headers }: Sending = {}) {
  const signed = JSON.stringify(event);
  return fetch(`${origin}/api/webhook`, {
    method: "POST",
    headers: { "stripe-signature": signatureOf(signed, Date.now() - age, secrets), ...headers },
    body: body ?? signed,
    redirect: "manual",
  });
}
