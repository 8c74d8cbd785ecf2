// What pages show that depends on the request. Before a page renders, the middleware reads what takes time; a page then renders in
// one pass, without waiting for anything.

import "server-only";

import { auth } from "../auth/config";
import { signInMethods } from "../auth/sign-in-methods";
import { env } from "../env";
import { readCookie, readFlash } from "../http/cookies";
import { readNotice } from "../http/redirects";
import { currentRequest, requestContext } from "../http/request-context";

const readers = {
  /** Who is signed in. */
  user: async () => (await requestContext().session())?.session.user ?? null,
  /** The outcome of the last action, shown once. */
  notice: () => readNotice(),
  /** The protected page that a visitor was sent away from, shown once. */
  returnTo: () => {
    const path = readFlash("return-to");
    return path?.startsWith("/") ? path : null;
  },
  /** The sign-in methods that are on, in the order of the sign-in page. */
  signInMethods: () => signInMethods.map(({ id, name, icon }) => ({ id, name, icon })),
  /** The method of this browser's last sign-in. */
  lastMethod: () => readCookie("last-method") ?? null,
  /** An address that could not be mailed, to be corrected. Shown once. */
  typedAddress: () => readFlash("typed-address") ?? null,
  /** The address that this browser last asked a sign-in link for. */
  pendingEmail: async () => auth.getMailRequest(currentRequest()),
  /** Whether that link was sent again. Shown once. */
  isSentAgain: () => readFlash("sent-again") !== undefined,
  /** Whether mail can be sent. */
  isMailOn: () => env().email !== undefined,
  /** Where development shows the mail it caught. */
  mailbox: () => env().mailbox ?? null,
};

export type PageData = { [Name in keyof typeof readers]: Awaited<ReturnType<(typeof readers)[Name]>> };

export function isPageData(name: unknown): name is keyof PageData {
  return typeof name === "string" && Object.hasOwn(readers, name);
}

/** Reads one of them, for a page that the browser renders. */
export async function readPageData<Name extends keyof PageData>(name: Name): Promise<PageData[Name]> {
  return (await readers[name]()) as PageData[Name];
}

/** What a page that is being rendered reads its data from. */
export interface PageDataSource {
  /** @returns undefined for what has to be waited for */
  read: <Name extends keyof PageData>(name: Name) => PageData[Name] | undefined;
  /** What was read. It goes to the browser with the page. */
  shown: Partial<PageData>;
}

/** Reads what takes time, for a page that is about to be rendered. */
export async function preparePageData(): Promise<PageDataSource> {
  const [user, pendingEmail] = await Promise.all([readers.user(), readers.pendingEmail()]);
  const shown: Partial<PageData> = {};
  const prepared: Partial<PageData> = { user, pendingEmail };
  return {
    shown,
    read(name) {
      if (!(name in shown))
        shown[name] = name in prepared ? prepared[name] : (readers[name]() as PageData[typeof name]);
      return shown[name];
    },
  };
}
