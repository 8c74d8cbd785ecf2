// A time in everyday words: "2 minutes ago", "in 30 days". The exact time appears on hover and for screen readers:
// "2026-11-25 01:20 UTC", and in the visitor's time zone once the script runs.

import { createMemo, createSignal, onMount } from "solid-js";
import { isServer } from "solid-js/web";
import { language } from "~/messages/language";
import { timeText } from "~/messages/time";

const MINUTE_MS = 60 * 1000;

/** The units, the largest first, in milliseconds. */
const UNITS = [
  ["year", 365 * 24 * 60 * MINUTE_MS],
  ["month", 30 * 24 * 60 * MINUTE_MS],
  ["day", 24 * 60 * MINUTE_MS],
  ["hour", 60 * MINUTE_MS],
  ["minute", MINUTE_MS],
] as const;

interface Formats {
  language: string;
  relative: Intl.RelativeTimeFormat;
  local: Intl.DateTimeFormat;
}

let known: Formats | undefined;

/**
 * The formats have the page's language, so server and browser render the same text. They are made at their first use,
 * because that takes a while.
 */
function formats(): Formats {
  const own = language();
  if (known?.language === own) return known;
  const relative = new Intl.RelativeTimeFormat(own);
  const local = new Intl.DateTimeFormat(own, { dateStyle: "long", timeStyle: "short" });
  known = { language: own, relative, local };
  return known;
}

/** The server does not know the visitor's time zone, and the browser's first render has to be the same. */
const [isLocal, setLocal] = createSignal(false);

/** Changes every minute, so that an open page stays right. */
const [minute, setMinute] = createSignal(0);
if (!isServer) setInterval(() => setMinute((count) => count + 1), MINUTE_MS);

/** If the visitor's clock is hours off, the text must not show a past sign-in as "in five hours". */
function describe(date: Date, isFuture: boolean): string {
  minute();
  const away = date.valueOf() - Date.now();
  const distance = isFuture ? Math.max(away, 0) : Math.min(away, 0);
  const [unit, size] = UNITS.find(([, each]) => Math.abs(distance) >= each) ?? [];
  return unit ? formats().relative.format(Math.round(distance / size), unit) : timeText.justNow;
}

/** @param props `iso`: ISO 8601; `isFuture`: whether the time is still to come, like the end of a session */
export function RelativeTime(props: { iso: string; isFuture?: boolean }) {
  const date = () => new Date(props.iso);
  const exactly = createMemo(() =>
    isLocal() ? formats().local.format(date()) : `${props.iso.slice(0, 16).replace("T", " ")} UTC`,
  );
  onMount(() => setLocal(true));
  return (
    <time datetime={props.iso} title={exactly()}>
      <span aria-hidden="true">{describe(date(), props.isFuture === true)}</span>
      <span class="sr-only">{exactly()}</span>
    </time>
  );
}
