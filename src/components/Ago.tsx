// A time as people say it: "2 minutes ago", "in 30 days". The exact time is there on hover and for screen readers.

import { createMemo, createSignal } from "solid-js";
import { isServer } from "solid-js/web";

const MINUTE_MS = 60 * 1000;

/** The largest first, in milliseconds. */
const UNITS = [
  ["year", 365 * 24 * 60 * MINUTE_MS],
  ["month", 30 * 24 * 60 * MINUTE_MS],
  ["day", 24 * 60 * MINUTE_MS],
  ["hour", 60 * MINUTE_MS],
  ["minute", MINUTE_MS],
] as const;

interface Formats {
  relative: Intl.RelativeTimeFormat;
  exact: Intl.DateTimeFormat;
}

let known: Formats | undefined;

/** They are fixed, so server and browser render the same text. Made when first needed, because that takes a while. */
function formats(): Formats {
  known ??= {
    relative: new Intl.RelativeTimeFormat("en", { numeric: "auto" }),
    exact: new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }),
  };
  return known;
}

/** Changes every minute, so that an open page stays right. */
const [minute, setMinute] = createSignal(0);
if (!isServer) setInterval(() => setMinute((count) => count + 1), MINUTE_MS);

function describe(date: Date): string {
  minute();
  const distance = date.valueOf() - Date.now();
  const [unit, size] = UNITS.find(([, each]) => Math.abs(distance) >= each) ?? [];
  return unit ? formats().relative.format(Math.round(distance / size), unit) : "just now";
}

/** @param props `iso`: ISO 8601 */
export function Ago(props: { iso: string }) {
  const date = () => new Date(props.iso);
  const exactly = createMemo(() => `${formats().exact.format(date())} UTC`);
  return (
    <time datetime={props.iso} title={exactly()}>
      <span aria-hidden="true">{describe(date())}</span>
      <span class="sr-only">{exactly()}</span>
    </time>
  );
}
