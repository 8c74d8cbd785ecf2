// Examines a deployment, as a visitor and as its owner.

import { type Answer, ask } from "./ask.ts";
import { type Finding, fail, ok, warn } from "./finding.ts";
import { type MailOptions, mailFindings } from "./mail.ts";
import type { Report } from "./report.ts";
import { clockFinding, FORGED_CLIENT, FORGED_HOST, originFindings, proxyFinding } from "./request.ts";
import { cookieFinding, headerFindings, tlsFindings } from "./response.ts";
import { signInFindings } from "./sign-in.ts";
import { open, SIGNATURE_HEADER, signatureOf } from "./signature.ts";

const ENDPOINT = "/api/doctor";

export interface Owner extends MailOptions {
  /** The secret with which the deployment signs. */
  secret: string;
  /** The sender, if the deployment does not name it. */
  emailFrom: string | undefined;
  /** The version of the owner's checkout. */
  version: string;
}

/** @returns the findings, in the order in which to repair them */
export async function examine(target: URL, owner: Owner): Promise<Finding[]> {
  const signature = signatureOf(owner.secret, target.host, Date.now());
  let [answer, page]: Answer[] = [];
  let report: Report | undefined;
  try {
    const forged = { "x-forwarded-for": FORGED_CLIENT, "x-forwarded-host": FORGED_HOST };
    const headers = { [SIGNATURE_HEADER]: signature, ...forged };
    answer = await ask(new URL(ENDPOINT, target), headers);
    // If the report can be opened, the deployment wrote it, so it has this shape.
    report = open(owner.secret, signature, answer.body) as Report | undefined;
    page = await ask(new URL(report?.page ?? "/", target));
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    const cure = "See that the name leads to the proxy, and that its certificate is complete and for this name.";
    return [fail("Connection", `${target.origin} cannot be reached safely (${code ?? message}).`, cure)];
  }
  const emailFrom = report ? report.emailFrom : owner.emailFrom;
  const mail = emailFrom ? await mailFindings(emailFrom, owner) : [];
  const isPage = page.status === 200;
  if (!report) {
    const cookies = isPage && target.protocol === "https:" && page.setCookies.length > 0 ? [cookieFinding(page)] : [];
    return [...tlsFindings(target, page), refusedFinding(answer), ...cookies, ...mail];
  }
  return [
    ...tlsFindings(target, page),
    ok("Secret", "The deployment has this AUTH_SECRET, and has told what it sees."),
    ...originFindings(target, report),
    proxyFinding(target, report),
    ...(isPage ? pageFindings(target, page, report) : [noPageFinding(page, report)]),
    ...(await signInFindings(target, report)),
    clockFinding(answer, report),
    ...mailServerFindings(report),
    ...ceilingFindings(report),
    ...mail,
    ...databaseFindings(report),
    versionFinding(report, owner.version),
  ];
}

function pageFindings(target: URL, page: Answer, report: Report): Finding[] {
  const cookies = target.protocol === "https:" ? [cookieFinding(page)] : [];
  return [...cookies, ...headerFindings(page, report)];
}

function noPageFinding({ status }: Answer, { page }: Report): Finding {
  const cure = "See the logs of the proxy and of the server. Nothing was found out about cookies and headers.";
  return fail("Page", `${page} answers ${status}.`, cure);
}

function refusedFinding({ status }: Answer): Finding {
  return fail(
    "Secret",
    `${ENDPOINT} answers ${status}, without a report that this AUTH_SECRET opens, so what the server sees is unknown.`,
    "Set the deployment's AUTH_SECRET here, deploy this version there, and see that the clocks differ by less than five minutes.",
  );
}

function mailServerFindings({ mailServerProblem: problem }: Report): Finding[] {
  if (problem === undefined) return [];
  if (problem === null) return [ok("Mail server", "takes the deployment's connection and its password.")];
  const cure = "Check EMAIL_SERVER, and that the server's machine may connect to its port.";
  return [fail("Mail server", `does not take mail: ${problem}`, cure)];
}

function ceilingFindings({ mails }: Report): Finding[] {
  if (!mails) return [];
  const { asked, most } = mails;
  if (asked <= most) return [ok("Mails", `Visitors have asked for ${asked} in this day, of at most ${most}.`)];
  return [
    fail(
      "Mails",
      `The ceiling maxMailsPerDay (${most}) is reached: until the day is over, only users are mailed sign-in links.`,
      "Look for an attacker in the proxy's log. If your site has grown, raise maxMailsPerDay of app.config.ts.",
    ),
  ];
}

function databaseFindings({ isDatabaseUp, pendingMigrations }: Report): Finding[] {
  const database = isDatabaseUp
    ? ok("Database", "answers.")
    : fail("Database", "does not answer.", "See the log for the reason, and check DATABASE_URL.");
  const migrations =
    pendingMigrations.length === 0
      ? ok("Migrations", "All are applied.")
      : fail(
          "Migrations",
          `These are not applied, or not in order: ${pendingMigrations.join(", ")}.`,
          "Restart the server without DATABASE_MIGRATIONS, or once with DATABASE_MIGRATIONS=only.",
        );
  return isDatabaseUp ? [database, migrations] : [database];
}

function versionFinding({ version, node }: Report, own: string): Finding {
  const runs = `The deployment is ${version} on Node ${node}`;
  if (version === own) return ok("Version", `${runs}, as this checkout.`);
  return warn(
    "Version",
    `${runs}, and this checkout is ${own}.`,
    "Deploy this checkout, or run the doctor of that version.",
  );
}
