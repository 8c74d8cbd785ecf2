// What a server tells the doctor about itself and about the request that asks. The application's route answers with it.

export interface Report extends Received {
  /** The application's. */
  version: string;
  /** The origin that the application takes for its own. */
  origin: string;
  /** The client's address, as the application counts it. */
  clientIp: string;
  /** Whether the connection comes from a proxy that the application trusts. */
  isProxyTrusted: boolean;
  /** The path of a page with a form to sign in. */
  page: string;
  /** The path of Auth.js. */
  authRoute: string;
  relatedOrigins: string[];
  /** The sender of its mail; null if it sends none. */
  emailFrom: string | null;
  /** Why the mail server does not take the deployment's connection; null if it does, undefined if no mail is sent. */
  mailServerProblem?: string | null;
  /** The mails that visitors have asked for in its day, and how many it sends; undefined if it sends none. */
  mails?: { asked: number; most: number };
  isDatabaseUp: boolean;
  /** The names of those that are not applied, or what is wrong with those that are. */
  pendingMigrations: string[];
}

/** What arrived, and what the server is about to answer. */
export interface Received {
  /** Whether the origin is a setting (AUTH_URL), and not what the proxy forwards. */
  isOriginSet: boolean;
  /** The deployment's time in milliseconds, as `Date.now()`. */
  time: number;
  node: string;
  host: string;
  forwardedHost: string | null;
  forwardedProto: string | null;
  forwardedFor: string;
  /** The address of the connection. */
  connection: string;
  /** The headers of the answer that are the same for each page. */
  headers: Record<string, string>;
}

/** Headers that belong to one answer. */
const OF_ONE_ANSWER = ["cache-control", "content-type", "set-cookie", "x-request-id"];

/** SolidStart's event of a route. */
export interface RequestEvent {
  request: Request;
  clientAddress?: string;
  response: { headers: Headers };
}

export function received(event: RequestEvent): Received {
  const { headers } = event.request;
  const sent = [...event.response.headers].filter(([name]) => !OF_ONE_ANSWER.includes(name));
  return {
    isOriginSet: Boolean(process.env.AUTH_URL),
    time: Date.now(),
    node: process.versions.node,
    host: headers.get("host") ?? "",
    forwardedHost: headers.get("x-forwarded-host"),
    forwardedProto: headers.get("x-forwarded-proto"),
    forwardedFor: headers.get("x-forwarded-for") ?? "",
    connection: event.clientAddress ?? "",
    headers: Object.fromEntries(sent),
  };
}
