// The server's report for the doctor, about itself and about the doctor's request. The application's route answers with
// it.

export interface Report extends Received {
  /** The application's. */
  version: string;
  /** The origin that the application considers its own. */
  origin: string;
  /** The client's address, as the application's limits see it. */
  clientIp: string;
  /** Whether the connection comes from a trusted proxy. */
  isProxyTrusted: boolean;
  /** The path of a page with a form to sign in. */
  page: string;
  /** The path of Auth.js. */
  authRoute: string;
  relatedOrigins: string[];
  /** The sender of the application's mail; null if it sends none. */
  emailFrom: string | null;
  /**
   * Why the mail server refuses the deployment's connection; null if it accepts it, undefined if the deployment sends
   * no mail.
   */
  mailServerProblem?: string | null;
  /**
   * How many mails visitors have requested today, and how many the deployment may send; undefined if it sends no mail.
   */
  mails?: { asked: number; most: number };
  isDatabaseUp: boolean;
  /** The names of the migrations that are not applied, or the problem with the applied ones. */
  pendingMigrations: string[];
}

/** The headers that arrived, and those of the coming answer. */
export interface Received {
  /** Whether the origin comes from a setting (AUTH_URL), and not from the proxy. */
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

/** The headers that belong to one answer. */
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
