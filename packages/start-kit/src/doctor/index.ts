// The server's part of the doctor, which examines a deployment from the owner's machine (cli.ts).

import { type Report, type RequestEvent, received } from "./report.ts";
import { SIGNATURE_HEADER, seal, signerOf } from "./signature.ts";

/**
 * Answers the doctor.
 *
 * @param event SolidStart's event, in a route
 * @param secrets the server's secrets: each may have signed the request
 * @param ownHost the server's host, if a setting names it
 * @param about the application's facts about itself
 * @returns undefined if none of the secrets has signed the request
 */
export async function doctorResponse(
  event: RequestEvent,
  secrets: string[],
  ownHost: string | undefined,
  about: () => Promise<Omit<Report, keyof ReturnType<typeof received>>>,
): Promise<Response | undefined> {
  const { headers } = event.request;
  const secret = signerOf(headers, secrets, ownHost);
  if (!secret) return undefined;
  const report: Report = { ...received(event), ...(await about()) };
  const sealed = seal(secret, headers.get(SIGNATURE_HEADER) ?? "", report);
  return new Response(sealed, { headers: { "cache-control": "no-store", "content-type": "text/plain" } });
}
