// In development, names a source that the Content-Security-Policy has blocked, and the line that allows it: in the
// terminal and in the browser's console.
//
// Upstream: vite 8.3.8, the development server: a browser's report of the policy reaches its console alone, and does
// not name the setting that allows the source.
// Reported: not yet.
// Gain: the policy is opened for one source instead of turned off.
// It can go: when Vite forwards such reports to the terminal.

import type { FetchableDevEnvironment, Plugin } from "vite";

const REPORTS = "/dev/blocked-sources";

const SCRIPT = `{
  const told = new Set();
  addEventListener("securitypolicyviolation", async ({ effectiveDirective, blockedURI }) => {
    const report = JSON.stringify([effectiveDirective, blockedURI]);
    if (told.has(report)) return;
    told.add(report);
    const response = await fetch("${REPORTS}", { method: "POST", body: report, keepalive: true }).catch(() => undefined);
    const advice = await response?.text();
    if (advice) console.warn(advice);
  });
}`;

export interface ReportBlockedSourcesOptions {
  /**
   * @param directive the directive of the Content-Security-Policy, as the browser reports it
   * @param blocked the URL, or a word such as "inline"
   * @returns one line with advice; undefined if there is none
   */
  advice: (directive: string, blocked: string) => string | undefined;
}

export function reportBlockedSources({ advice: adviceOn }: ReportBlockedSourcesOptions): Plugin {
  return {
    name: "report-blocked-sources",
    apply: "serve",
    configureServer({ config: { logger }, environments }) {
      const application = environments.nitro as FetchableDevEnvironment;
      const dispatch = application.dispatchFetch.bind(application);
      application.dispatchFetch = async (request) => {
        if (new URL(request.url).pathname !== REPORTS) return withScript(await dispatch(request));
        const advice = adviceIn(await request.text(), adviceOn);
        if (advice) logger.warnOnce(advice, { timestamp: true });
        return new Response(advice);
      };
    },
  };
}

/** @param report the script's message; any page can send something else */
function adviceIn(report: string, adviceOn: ReportBlockedSourcesOptions["advice"]): string | undefined {
  try {
    const [directive, blocked] = JSON.parse(report);
    return adviceOn(String(directive), String(blocked));
  } catch {
    return undefined;
  }
}

/** The script comes first, so that it hears every report. Only pages of the application have a nonce. */
async function withScript(response: Response): Promise<Response> {
  const [, nonce] = response.headers.get("content-security-policy")?.match(/'nonce-([^']+)'/) ?? [];
  if (!nonce || !response.headers.get("content-type")?.startsWith("text/html")) return response;
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  const html = (await response.text()).replace("<head>", `$&<script nonce="${nonce}">${SCRIPT}</script>`);
  return new Response(html, { status: response.status, headers });
}
