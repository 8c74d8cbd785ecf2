// What Solid 2 needs changed in src and in packages/start-kit. Its migration guide:
// https://github.com/solidjs/solid/blob/next/documentation/solid-2.0/MIGRATION.md

/** Names that moved or changed: where they came from, where they are, and what they are called there. */
const NAMES: Record<string, [module: string, name: string]> = {
  "solid-js ComponentProps": ["@solidjs/web", "ComponentProps"],
  "solid-js ErrorBoundary": ["solid-js", "Errored"],
  "solid-js JSX": ["@solidjs/web", "JSX"],
  "solid-js Suspense": ["solid-js", "Loading"],
  "solid-js onMount": ["solid-js", "onSettled"],
  "@solidjs/router Action": ["@solidjs/router", "FormAction"],
  "@solidjs/router CustomResponse": ["~/server/forms", "CustomResponse"],
  "@solidjs/router action": ["@solidjs/router", "formAction"],
  "@solidjs/router createAsync": ["solid-js", "createMemo"],
  "@solidjs/router json": ["@solidjs/web", "respond"],
  "@solidjs/router redirect": ["@solidjs/web", "redirect"],
  "@solidjs/start GET": ["@solidjs/web/server-functions", "GET"],
  "@solidjs/start HttpStatusCode": ["~/components/HttpStatusCode", "HttpStatusCode"],
  "@solidjs/start/server APIEvent": ["@solidjs/web", "RequestEvent"],
};

const MODULES: Record<string, string> = {
  "solid-js/web": "@solidjs/web",
  "solid-js/web/storage": "@solidjs/web/storage",
};

const IMPORT = /^import (type )?\{([^}]*)\} from "([^"]+)";$/gm;

/** Rewrites the imports of a file by the table above, and the names wherever they stand. Names without a use go. */
export function rewriteImports(source: string): string {
  const renamed = new Map<string, string>();
  const imports = new Map<string, Set<string>>();
  let isChanged = false;
  const rest = source.replace(IMPORT, (line, allTypes: string | undefined, list: string, module: string) => {
    if (!(module in MODULES) && !/^(?:solid-js|@solidjs\/)/.test(module)) return line;
    for (const each of list.split(",").map((part) => part.trim())) {
      const name = each.replace(/^type /, "");
      const isUsed = source.split(new RegExp(`\\b${name}\\b`)).length > 2;
      const [to, now] = NAMES[`${module} ${name}`] ?? [MODULES[module] ?? module, name];
      if (to !== module || now !== name || !isUsed) isChanged = true;
      if (!name || !isUsed) continue;
      if (now !== name) renamed.set(name, now);
      const names = imports.get(to) ?? new Set();
      imports.set(to, names.add(allTypes || each !== name ? `type ${now}` : now));
    }
    return "";
  });
  if (!isChanged) return source;
  const lines = [...imports].map(([module, names]) => `import { ${[...names].join(", ")} } from "${module}";\n`);
  const code = [...renamed].reduce(
    (text, [from, to]) =>
      text.replace(new RegExp(`(?<![\\w."'-])${from}${/^[A-Z]/.test(from) ? "\\b" : "(?=[(<])"}`, "g"), to),
    rest,
  );
  // Behind the comment at the head of the file.
  const head = code.match(/^(?:\/\/.*\n)*\n*/)?.[0] ?? "";
  return head + lines.join("") + code.slice(head.length);
}

/** What one pattern finds in every file. */
export const EVERYWHERE: [RegExp, string][] = [
  [/(\w+Context)\.Provider\b/g, "$1"],
  [/\battr:value=/g, "defaultValue="],
  [/\bbool:checked=/g, "defaultChecked="],
  [/\bbool:selected=/g, "defaultSelected="],
  [/\bon:click=/g, "onClick="],
  [/\bon:reset=/g, "onReset="],
  [/\bon:toggle=/g, "onToggle="],
  // `false` takes an attribute away.
  [/\baria-(busy|pressed)=\{(?!props\[)([^{}]+)\}/g, 'aria-$1={$2 ? "true" : "false"}'],
  // What a callback returns is its clean-up.
  [/\bonSettled\(\(\) => (?!void |\{)(.+)\);$/gm, "onSettled(() => void ($1));"],
  [/\bonSettled\(async \(\) => (.+)\);$/gm, "onSettled(() => void (async () => $1)());"],
];

/** Files of parts that start mode has no place for. */
export const GONE = [
  "packages/start-kit/src/api-methods.ts",
  "packages/start-kit/src/hydration-fallback.ts",
  "src/server/middleware/api-methods.ts",
  "src/server/middleware/server-calls.ts",
  "src/server/middleware/server-function-errors.ts",
];

/** The parts of packages/start-kit that change code of SolidStart, of its router or of Solid 1, or answer for it. */
export const GONE_PARTS = [
  "apiMethods",
  "boundArguments",
  "developmentErrors",
  "developmentRoutes",
  "failingPages",
  "fewerPasses",
  "flightCookies",
  "hideManifest",
  "hydrationFallback",
  "ignoredInputs",
  "inlineCss",
  "isolatePages",
  "leanClient",
  "matchOneRoute",
  "preloadRoutes",
  "serverCalls",
  "settledQueries",
  "shortLived",
  "stableFunctionIds",
  "validateResponses",
  "versionSkew",
  "withheldErrors",
];

/** What an effect reads comes first, and then what it does. */
const splitEffect = (reads: string, does: string): readonly [string, string] => [
  `createEffect(() => ${reads} && ${does});`,
  `createEffect(() => ${reads}, (found) => {\n    if (found) ${does};\n  });`,
];

/** A callback that waits for the page returns its clean-up. */
const RETURN_CLEANUP = [
  "    onCleanup(() => clearInterval(timer));",
  "    return () => clearInterval(timer);",
] as const;

type Change = readonly [from: string, to: string];

export const BY_FILE: Record<string, Change[]> = {
  "package.json": [
    [
      `"@solidjs/router": "1.0.0",\n    "@solidjs/start": "2.0.5",`,
      `"@solidjs/router": "2.0.0-next.44",\n    "@solidjs/web": "2.0.0-rc.21",`,
    ],
    [`"solid-js": "1.9.18"`, `"solid-js": "2.0.0-rc.21"`],
    [`"@resvg/resvg-wasm"`, `"@solidjs/vite-plugin": "3.0.0-next.57",\n    "@resvg/resvg-wasm"`],
    [`\n    "packages/*",\n    "template"\n  `, `"packages/*"`],
  ],
  "packages/start-kit/package.json": [
    [`"@solidjs/router": "^1.0.0",\n    "@solidjs/start": "^2.0.5",\n    `, ""],
    [`"solid-js": "^1.9.18",\n    `, ""],
  ],
  "tsconfig.json": [[`"jsxImportSource": "solid-js"`, `"jsxImportSource": "@solidjs/web"`]],

  // Parts that start mode has no place for.
  "packages/start-kit/src/middleware.ts": [
    [`export { apiMethods } from "./api-methods.ts";\n`, ""],
    [`export { ignoredInputs } from "./ignored-inputs.ts";\n`, ""],
    [`export { serverCalls } from "./server-calls.ts";\n`, ""],
  ],
  "packages/start-kit/src/browser.ts": [[`export { isRenderedAnew, startPage } from "./hydration-fallback.ts";\n`, ""]],
  "packages/start-kit/src/tested-versions.ts": [
    [`  "@solidjs/start": "2.0.5",\n  nitro`, "  nitro"],
    [`TESTED_VERSIONS, "@solidjs/router"`, `TESTED_VERSIONS, "@solidjs/start": "2.0.5", "@solidjs/router"`],
  ],
  "packages/start-kit/src/server-functions.ts": [[`.name === "action"`, `.name === "formAction"`]],
  "src/lib/withheld-errors.ts": [
    [
      `import { withheldErrors } from "start-kit/withheld-errors";\n`,
      `import { markSafeError } from "@solidjs/web";\n`,
    ],
    [`failureOf, logError, WITHHELD`, "failureOf, WITHHELD"],
    [`? error : withheldError()`, `? markSafeError(error) : withheldError()`],
    [
      `// Solid creates an error from a rejected string or object where the value is read, and that error is logged.\nexport default withheldErrors({ log: logError, withhold, replacement: withheldError });\n`,
      "",
    ],
  ],
  "src/lib/forbidden.ts": [
    [
      "const refusal = (status: 400 | 403 | 429",
      `import { markSafeError } from "@solidjs/web";\n\nconst refusal = (status: 400 | 403 | 429`,
    ],
    ["Object.assign(new Error(message), {", "markSafeError(Object.assign(new Error(message), {"],
    [`stack: "" });`, `stack: "" }));`],
  ],

  "tests/support/gate.ts": [[`"[data-hk]"`, `"[_hk]"`]],

  // Server functions: other addresses, and another answer of theirs.
  "src/server/http/client-kind.ts": [
    [`export function clientKind({ headers }: Request)`, `export function clientKind({ headers, url }: Request)`],
    [`headers.get("x-server-instance")`, `new URL(url).pathname.startsWith("/_server/data/")`],
  ],
  "src/server/forms.ts": [
    [
      `export function refused`,
      `/** What \`respond\` makes: a response with its value. */\nexport type CustomResponse<T> = ResponseEnvelope<T>;\n\nexport function refused`,
    ],
    [`{ type CustomResponse, json }`, `{ json }`],
    [
      "return Object.assign(json(result, { status, revalidate }), { input: form });",
      "const answer = json(result, { status, revalidate }) as unknown as CustomResponse<Refused>;\n  return Object.assign(answer, { input: form });",
    ],
    [`import "server-only";`, `import "server-only";\nimport type { ResponseEnvelope } from "@solidjs/web";`],
  ],
  "src/server/functions.ts": [
    [`"customBody" in answer`, `isResponseEnvelope(answer)`],
    [`import "server-only";`, `import "server-only";\nimport { isResponseEnvelope } from "@solidjs/web";`],
  ],
  "src/server/http/page-with-result.ts": [
    ["    customBody,\n", "    value,\n"],
    [`await customBody?.()`, `value`],
    ["  customBody: () => unknown;", "  value: unknown;"],
    [
      `  const { pathname, search } = requestContext().url;\n  const url = (pathname + search).replace(/&args=.*/s, "");`,
      `  const url = requestContext().url.pathname;`,
    ],
    [
      `  const { app, req } = event?.nativeEvent ?? {};\n  if (!event || !app || !req)`,
      `  const req = event?.request as import("nitro/h3").H3Event["req"] | undefined;\n  if (!event || !req)`,
    ],
    [`await app.fetch(request)`, `await (await import("virtual:solid-ssr-handler")).handleRequest(request)`],
  ],
  "src/session.ts": [
    [
      `async function sessionOf(page: string) {\n  "use server";\n  return runQuery(anyone, () => readSession(page));\n}\n`,
      `const sessionOf = GET(async (page: string) => {\n  "use server";\n  return runQuery(anyone, () => readSession(page));\n});\n`,
    ],
    [`GET(sessionOf)(`, `sessionOf(`],
  ],

  // The router and the page around all pages.
  "src/app.tsx": [
    [
      `import { Router } from "@solidjs/router";\nimport { FileRoutes } from "@solidjs/start/router";\n`,
      `import { createRouter, intentPreload } from "@solidjs/router";\nimport { pages } from "./routes";\n`,
    ],
    [
      `export default function App() {`,
      `const Router = createRouter({
  routes: pages,
  preload: ({ location }) => void session(location.pathname),
  preloadLinks: intentPreload(),
});

export default function App() {`,
    ],
    [
      `    <Router
      // On the server the session is there before the page renders: see src/entry-server.tsx.
      rootPreload={isServer ? undefined : ({ location }) => void session(location.pathname)}
      root={(props) => (`,
      `    <Router>
      {(props) => (`,
    ],
    [
      `      )}
    >
      <FileRoutes />
    </Router>`,
      `      )}
    </Router>`,
    ],
    ["<BrokenPage error={error} reset={reset} />", "<BrokenPage error={error() as Error} reset={reset} />"],
    [
      "<ErrorPage error={error} reset={reset} />}>\n              <",
      "<ErrorPage error={error() as Error} reset={reset} />}>\n              <",
    ],
  ],

  // Effects have two functions.
  "src/components/AuthForm.tsx": [splitEffect("lock.isHeldElsewhere()", "setMessage(undefined)")],
  "src/sign-in/PasskeySignIn.tsx": [
    splitEffect("lock.isHeldElsewhere()", "setError(undefined)"),
    // What was set is read a moment later.
    [`    if (isSupported()) void signIn(true);\n  });`, `    if (supportsPasskeys()) void signIn(true);\n  });`],
  ],
  "src/account/Passkeys.tsx": [
    [
      `createEffect(() => {
    const signals = props.methods.signals;
    if (signals) void signalPasskeys({ ...signals, name: props.email, displayName: props.name || props.email });
  });`,
      `createEffect(
    () => ({ signals: props.methods.signals, name: props.email, displayName: props.name || props.email }),
    ({ signals, ...names }) => {
      if (signals) void signalPasskeys({ ...signals, ...names });
    },
  );`,
    ],
  ],
  "src/components/ErrorPage.tsx": [
    [
      `createEffect(on(() => location.pathname + location.search, props.reset, { defer: true }));`,
      `createEffect(() => location.pathname + location.search, () => props.reset(), { defer: true });`,
    ],
    ["isOfNewerBuild, isRenderedAnew, loadNewerBuild", "isOfNewerBuild, loadNewerBuild"],
    [
      `  // Rendering has failed in the browser.\n  if (!isServer && !isLogged && isRenderedAnew(props.error, page)) return;\n`,
      "",
    ],
    [`isVisitors, isLogged }`, `isVisitors }`],
    ["createSignal, on, onCleanup", "createSignal, onCleanup"],
  ],
  "src/components/Layout.tsx": [
    [
      `createEffect(() => current() && announceSession(userId()));`,
      `createEffect(
    () => (current() ? { user: userId() } : undefined),
    (known) => known && announceSession(known.user),
  );`,
    ],
    [
      `    onCleanup(onSessionChange((other) => other !== userId() && void revalidate()));`,
      `    const stop = onSessionChange((other) => other !== userId() && void revalidate());`,
    ],
    [
      `    onCleanup(() => removeEventListener("pageshow", leave));`,
      `    return () => {\n      stop();\n      removeEventListener("pageshow", leave);\n    };`,
    ],
    [
      `createEffect(
    on(
      () => location.pathname,
      () => queueMicrotask(focusHeading),
      { defer: true },
    ),
  );`,
      `createEffect(
    () => location.pathname,
    () => queueMicrotask(focusHeading),
    { defer: true },
  );`,
    ],
    ["lazy, on, onCleanup", "lazy, onCleanup"],
  ],
  "src/components/Notice.tsx": [
    [
      `createEffect(on(notice, (arrived) => arrived && forget(), { defer: true }));`,
      `createEffect(notice, (arrived) => void (arrived && forget()), { defer: true });`,
    ],
    [
      `createEffect(on(() => location.pathname, forget, { defer: true }));`,
      `createEffect(() => location.pathname, () => forget(), { defer: true });`,
    ],
    [`const forget = () => setAnnounced(undefined);`, `const forget = () => void setAnnounced(undefined);`],
    ["createSignal, on, onMount", "createSignal, onMount"],
  ],
  "src/components/PostForm.tsx": [
    // Else the server reads them after the message that depends on them.
    [
      `const content = children(() => props.children);`,
      `const content = children(() => props.children);\n  untrack(content);`,
    ],
    [`type ParentProps, Show }`, `type ParentProps, Show, untrack }`],
    [
      `createEffect(() => {
    setLate(false);
    if (!props.isPending) return;
    const timer = setTimeout(setLate, LATE_MS, true);
    onCleanup(() => clearTimeout(timer));
  });`,
      `createEffect(
    () => props.isPending,
    (isPending) => {
      setLate(false);
      if (!isPending) return;
      const timer = setTimeout(setLate, LATE_MS, true);
      return () => clearTimeout(timer);
    },
  );`,
    ],
  ],
  "src/components/ui/Progress.tsx": [
    [
      `createEffect(() => {
    setLate(false);
    if (!isRouting()) return;
    const timer = setTimeout(() => setLate(true), DELAY_MS);
    onCleanup(() => clearTimeout(timer));
  });`,
      `createEffect(isRouting, (is) => {
    setLate(false);
    if (!is) return;
    const timer = setTimeout(() => setLate(true), DELAY_MS);
    return () => clearTimeout(timer);
  });`,
    ],
  ],
  "src/components/ui/Status.tsx": [
    [
      `createEffect(() => value() && region?.focus({ preventScroll: props.isSticky }));`,
      `createEffect(
    () => value() && { preventScroll: props.isSticky },
    (options) => {
      if (options) region?.focus(options);
    },
  );`,
    ],
    [`    onCleanup(() => cancelAnimationFrame(frame));`, `    return () => cancelAnimationFrame(frame);`],
  ],
  // An effect takes a number in the order of what is rendered, so the server has to make it too.
  "src/components/ui/PageMeta.tsx": [
    [
      `  if (isServer) {
    // The document writes the title and the tags last (src/entry-server.tsx).
    const context = getRequestEvent()?.locals.context;
    if (context) Object.assign(context, { meta: metaOf(props), isListed: !props.isUnlisted });
    return null;
  }
  // Search engines and link previews ask the server for each page, so the tags stay those of the first page.
  createRenderEffect(() => {
    shownBy = props;
    document.title = metaOf(props).title;
  });`,
      `  createRenderEffect(
    () => {
      const meta = metaOf(props);
      // The document writes the title and the tags last (src/entry-server.tsx).
      const context = isServer ? getRequestEvent()?.locals.context : undefined;
      if (context) Object.assign(context, { meta, isListed: !props.isUnlisted });
      return meta;
    },
    // Search engines and link previews ask the server for each page, so the tags stay those of the first page.
    (meta) => {
      if (isServer) return;
      shownBy = props;
      document.title = meta.title;
    },
  );`,
    ],
    [`if (shownBy === props)`, `if (!isServer && shownBy === props)`],
  ],
  "src/components/ui/use-field.tsx": [
    [`  autocomplete?: string;`, `  autocomplete?: JSX.InputHTMLAttributes<HTMLInputElement>["autocomplete"];`],
    [`isSecret(type, props.autocomplete)`, `isSecret(type, String(props.autocomplete ?? ""))`],
    [`  sharedConfig,\n`, `  isHydrating,\n`],
    [`!isServer && Boolean(sharedConfig.context)`, `isHydrating()`],
    [
      `createEffect((isFirst: boolean) => {
    const values = own();`,
      `let isFirst = true;
  createEffect(own, (values) => {`,
    ],
    [`    return false;\n  }, true);`, `    isFirst = false;\n  });`],
    [
      `declare module "solid-js" {
  namespace JSX {
    /** What a field begins with is an attribute: as a property it would count as typed. */
    interface ExplicitAttributes {
      value: string | undefined;
    }
    interface ExplicitBoolAttributes {
      checked: boolean | undefined;
      selected: boolean | undefined;
    }
  }
}

`,
      "",
    ],
  ],
  // A memo has no first value.
  "src/components/ui/Rows.tsx": [
    [
      `createMemo<Row>((last) => rows().get(id) ?? last, rows().get(id) as Row)`,
      `createMemo<Row>((last) => rows().get(id) ?? (last as Row))`,
    ],
  ],
  "src/routes/sign-in/index.tsx": [
    [`(error() && data()?.typedEmail) || "", "")`, `(error() && data()?.typedEmail) || "")`],
  ],
  "src/routes/verify-request.tsx": [RETURN_CLEANUP],
  "src/sign-in/ResendButton.tsx": [RETURN_CLEANUP],

  // A submission is settled: what is under way, its form has to know.
  "src/lib/use-result.ts": [
    [
      `  return resultOf(() => [...submissions]);`,
      `  return resultOf(() => [...submissions], usePending(action, (input) => filter?.([input]) ?? true));`,
    ],
    [
      `  submissions: () => Pick<Submission<unknown[], unknown>, "pending" | "result" | "error" | "clear">[],\n`,
      `  submissions: () => Pick<Submission<unknown[], unknown>, "result" | "error" | "clear">[],\n  isPending: () => boolean,\n`,
    ],
    [`      return last()?.pending === true;`, `      return isPending();`],
    [`if (!each.pending) each.clear();`, `each.clear();`],
    [
      `export function resultOf`,
      `/** Whether the action is under way for the inputs that it is asked about. */
export function usePending<Value>(action: Action<[FormData], Value>, isOwn: (input: FormData) => boolean) {
  const [isPending, setPending] = createOptimistic(false);
  action.onSubmit((...input) => isOwn(input.at(-1) as FormData) && setPending(true));
  return isPending;
}

export function resultOf`,
    ],
    [`import { createMemo }`, `import { createMemo, createOptimistic }`],
  ],
  "src/components/Form.tsx": [
    [
      `    result: resultOf(own),`,
      `    result: resultOf(own, usePending(untrack(() => props.action), isOwn)),\n    isOwn,`,
    ],
    [
      `  const own = createMemo(
    () => router?.submissions[0]().filter(({ input }) => originOf(input.at(-1))?.form === id()) ?? [],
  );`,
      `  const isOwn = (input: unknown) => originOf(input)?.form === id();
  const own = createMemo(() => router?.submissions[0]().filter(({ input }) => isOwn(input.at(-1))) ?? []);`,
    ],
    [`import { resultOf }`, `import { resultOf, usePending }`],
    [`const { action, id, input, result, isAgain } =`, `const { action, id, input, result, isAgain, isOwn } =`],
    [
      `createEffect(() => {
    if (!result.pending) return;
    const timer = setTimeout(setMessage, ANSWER_TIMEOUT_MS, unansweredText);
    onCleanup(() => clearTimeout(timer));
  });
  createEffect((wasPending: boolean) => {
    if (wasPending && !result.pending) {
      setMessage(undefined);
      if (result.failure) void explain(result.failure);
      else pressed?.end();
      pressed = undefined;
      if (isTold()) setPinned();
    }
    return result.pending;
  }, false);
  createEffect(
    () => Object.keys(result.errors).length > 0 && element?.querySelector<HTMLElement>(FIRST_WRONG)?.focus(),
  );`,
      `createEffect(
    () => result.pending,
    (isPending) => {
      if (!isPending) return;
      const timer = setTimeout(setMessage, ANSWER_TIMEOUT_MS, unansweredText);
      return () => clearTimeout(timer);
    },
  );
  untrack(() => props.action).onSettled((submission) => {
    if (!isOwn(submission.input.at(-1))) return;
    setMessage(undefined);
    if (submission.error) void explain(submission.error);
    else pressed?.end(isRefused(submission.result));
    pressed = undefined;
    if (isTold()) setPinned();
  });
  createEffect(
    () => Object.keys(result.errors).length > 0,
    (isWrong) => {
      if (isWrong) element?.querySelector<HTMLElement>(FIRST_WRONG)?.focus();
    },
  );`,
    ],
    [
      `createRenderEffect(
    on(
      () => ({ form: id(), fields: { ...props.fields } }),
      (now, before) => {
        if (before?.form !== now.form) setPinned();
        else if (!pinned() && !isTold() && typedInto(controlsOf(element)).length > 0) setPinned(before.fields);
      },
    ),
  );`,
      `createRenderEffect(
    () => ({ form: id(), fields: { ...props.fields } }),
    (now, before) => {
      if (before?.form !== now.form) setPinned(undefined);
      else if (!pinned() && !isTold() && typedInto(controlsOf(element)).length > 0) setPinned(before.fields);
    },
  );`,
    ],
    [
      `createRenderEffect(
    on(
      () => ({ route: route(), form: id(), search: location.search }),
      (now, before = now) => {
        const isOther = now.form !== before.form && (!pressed || now.search !== before.search);
        if (!element || (now.route === before.route && !isOther)) return;
        pressed = undefined;
        restart(element);
      },
    ),
  );`,
      `createRenderEffect(
    () => ({ route: route(), form: id(), search: location.search }),
    (now, before = now) => {
      const isOther = now.form !== before.form && (!pressed || now.search !== before.search);
      if (!element || (now.route === before.route && !isOther)) return;
      pressed = undefined;
      restart(element);
    },
  );`,
    ],
    [`let pressed: { end: () => void;`, `let pressed: { end: (isRefused: boolean) => void;`],
    [`    const end = () => {`, `    const end = (hasErrors: boolean) => {`],
    [`if (isLeft || Object.keys(result.errors).length > 0) return;`, `if (isLeft || hasErrors) return;`],
    [`import { type FormOrigin, originOf, pageAt }`, `import { type FormOrigin, isRefused, originOf, pageAt }`],
    [
      `    onCleanup(() => {
      keepers.delete(keepTyped);
      removeEventListener("pageshow", keepRestored);
    });
    if (untrack(input)`,
      `    showKept();
    return () => {
      keepers.delete(keepTyped);
      removeEventListener("pageshow", keepRestored);
    };
  });

  function showKept(): void {
    if (untrack(input)`,
    ],
    [
      `        if (values) show(control, values);
      }
    });
  });`,
      `        if (values) show(control, values);
      }
    });
  }`,
    ],
  ],
  "src/lib/form-result.ts": [[`retry: async () => clear() }`, `retry: async () => clear() } as never`]],
};
