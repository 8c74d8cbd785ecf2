// What a running server calls, counted by V8 itself (`Profiler.takePreciseCoverage`): exact, also on a busy machine.

import { type App, freePort, startApp } from "./app.ts";

/** How often each function was called, by its name. */
export type Calls = Map<string, number>;

export interface CountedApp extends App {
  /** @returns what the server calls meanwhile: the least of three times, because a timer can go off in one */
  calls: (act: () => Promise<unknown>) => Promise<Calls>;
}

const TIMES = 3;

interface Coverage {
  result: { url: string; functions: { functionName: string; ranges: { count: number }[] }[] }[];
}

export async function startCountedApp(): Promise<CountedApp> {
  const port = await freePort();
  const app = await startApp(undefined, { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });
  const ask = await inspector(port);
  await ask("Profiler.enable");
  await ask("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

  async function once(act: () => Promise<unknown>): Promise<Calls> {
    await ask("Profiler.takePreciseCoverage");
    await act();
    const { result } = (await ask("Profiler.takePreciseCoverage")) as Coverage;
    const calls: Calls = new Map();
    for (const { functionName, ranges } of result.flatMap(({ functions }) => functions)) {
      // The bundler numbers functions that share a name.
      const name = functionName.replace(/\$\d+$/, "");
      calls.set(name, (calls.get(name) ?? 0) + (ranges[0]?.count ?? 0));
    }
    return calls;
  }

  async function calls(act: () => Promise<unknown>): Promise<Calls> {
    const all: Calls[] = [];
    for (let time = 0; time < TIMES; time++) all.push(await once(act));
    const names = new Set(all.flatMap((each) => [...each.keys()]));
    return new Map([...names].map((name) => [name, Math.min(...all.map((each) => each.get(name) ?? 0))]));
  }

  return { ...app, calls };
}

/** @returns what asks Node's inspector on a port */
async function inspector(port: number): Promise<(method: string, params?: object) => Promise<unknown>> {
  const [target] = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  const waiting = new Map<number, (answer: unknown) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(data);
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  let last = 0;
  return (method, params) =>
    new Promise((resolve) => {
      const id = ++last;
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
}
