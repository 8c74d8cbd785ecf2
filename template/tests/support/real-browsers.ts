// Firefox and WebKit from the system's packages. Playwright drives its own builds of them only, so this speaks their
// protocols: WebDriver BiDi (w3.org/TR/webdriver-bidi) to Firefox, WebDriver (w3.org/TR/webdriver2) to WebKit.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { globSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ended, killGroup } from "../../../tests/support/app.ts";
import { freePort } from "../../../tests/support/free-port.ts";
import { atExit, temporaryFolder } from "../../../tests/support/temporary.ts";
import { untilListening } from "./listening.ts";

export interface Driver {
  open: (url: string) => Promise<unknown>;
  /**
   * @returns the value of an expression in the page, which JSON can hold
   * @throws if the expression does: while a page is left for another, there may be no body
   */
  evaluate: (expression: string) => Promise<unknown>;
  /** Presses the middle of the first element. */
  press: (selector: string) => Promise<unknown>;
  /** Types into the first element, after a press. */
  type: (selector: string, text: string) => Promise<unknown>;
  close: () => Promise<void>;
}

const programOf = (...names: string[]): string => {
  const found = names.find((name) => spawnSync(name, ["--version"]).error === undefined);
  if (!found) throw new Error(`This machine has none of ${names.join(", ")}. On Debian: apt-get install ${names[0]}.`);
  return found;
};

/** A browser without cookies, as after its installation. */
export async function openFirefox(): Promise<Driver> {
  const profile = temporaryFolder();
  writeFileSync(join(profile, "user.js"), 'user_pref("app.normandy.enabled", false);\n');
  const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"];
  const child = spawn(programOf("firefox-esr", "firefox"), args, { stdio: ["ignore", "ignore", "pipe"] });
  atExit(() => child.kill("SIGKILL"));
  const url = await new Promise<string>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`Firefox ended with ${code}.`)));
    createInterface(child.stderr).on("line", (line) => {
      const [, found] = line.match(/WebDriver BiDi listening on (\S+)/) ?? [];
      if (found) resolve(`${found}/session`);
    });
  });
  const send = await connect(url);
  await send("session.new", { capabilities: {} });
  const { contexts } = await send("browsingContext.getTree", {});
  const { context } = (contexts as { context: string }[])[0] ?? {};
  const call = async (expression: string) => {
    const answer = await send("script.evaluate", { expression, target: { context }, awaitPromise: true });
    if (!answer.result) throw new Error(`${expression}: ${JSON.stringify(answer.exceptionDetails)}`);
    return answer.result as { value?: string; sharedId?: string };
  };
  const act = (actions: object[]) => send("input.performActions", { context, actions });
  const press = async (selector: string) => {
    const { sharedId } = await call(`document.querySelector(${JSON.stringify(selector)})`);
    const origin = { type: "element", element: { sharedId } };
    const moves = [
      { type: "pointerMove", x: 0, y: 0, origin },
      { type: "pointerDown", button: 0 },
    ];
    await act([{ type: "pointer", id: "mouse", actions: [...moves, { type: "pointerUp", button: 0 }] }]);
  };
  const evaluate = async (expression: string) =>
    JSON.parse((await call(`JSON.stringify(${expression})`)).value ?? "null");
  return {
    // Firefox takes a load that the page before had not ended for the load of this one.
    async open(url) {
      await call("window.isLeft = true");
      await send("browsingContext.navigate", { context, url, wait: "complete" });
      while (!(await evaluate("!window.isLeft && document.readyState === 'complete'")));
    },
    evaluate,
    press,
    type: async (selector, text) => {
      await press(selector);
      const keys = [...text].flatMap((value) => ["keyDown", "keyUp"].map((type) => ({ type, value })));
      await act([{ type: "key", id: "keys", actions: keys }]);
    },
    close: () => ended(child),
  };
}

type Send = (method: string, params: object) => Promise<Record<string, unknown>>;

async function connect(url: string): Promise<Send> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, (message: { error?: string; message?: string; result?: object }) => void>();
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data));
    waiting.get(message.id)?.(message);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  let id = 0;
  return (method, params) =>
    new Promise((resolve, reject) => {
      id += 1;
      waiting.set(id, ({ error, message, result }) =>
        error ? reject(new Error(`${method}: ${error}: ${message}`)) : resolve({ ...result }),
      );
      socket.send(JSON.stringify({ id, method, params }));
    });
}

/** WebKitGTK's small browser, on a screen in memory. */
export async function openWebKit(): Promise<Driver> {
  const port = await freePort();
  const [binary] = globSync("/usr/lib/*/webkit2gtk-4.1/MiniBrowser");
  const args = ["-a", programOf("WebKitWebDriver"), `--port=${port}`];
  const child: ChildProcess = spawn("xvfb-run", args, { detached: true, stdio: "ignore" });
  atExit(() => killGroup(child));
  await untilListening(port);
  const ask = async (method: string, path: string, body?: object) => {
    const init = { method, ...(body && { body: JSON.stringify(body) }) };
    const { value } = await (await fetch(`http://127.0.0.1:${port}${path}`, init)).json();
    if (value?.error) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  };
  const options = { binary, args: ["--automation"] };
  const alwaysMatch = { browserName: "MiniBrowser", "webkitgtk:browserOptions": options };
  const session = `/session/${(await ask("POST", "/session", { capabilities: { alwaysMatch } })).sessionId}`;
  const find = async (value: string) =>
    Object.values(await ask("POST", `${session}/element`, { using: "css selector", value }))[0];
  return {
    open: (url) => ask("POST", `${session}/url`, { url }),
    evaluate: (expression) => ask("POST", `${session}/execute/sync`, { script: `return ${expression};`, args: [] }),
    press: async (selector) => ask("POST", `${session}/element/${await find(selector)}/click`, {}),
    type: async (selector, text) => ask("POST", `${session}/element/${await find(selector)}/value`, { text }),
    async close() {
      await ask("DELETE", session).catch(() => {});
      if (child.pid) process.kill(-child.pid, "SIGKILL");
    },
  };
}
