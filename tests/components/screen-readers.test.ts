// What screen readers read in the HTML that the server sends, which the page's script takes over: of each kind of
// field, and of the links in the header.

import { mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { JSX } from "solid-js";
import { createComponent, type RequestEvent, renderToString } from "solid-js/web";
import { provideRequestEvent } from "solid-js/web/storage";
import { build, type PluginOption } from "vite";
import { beforeAll, expect, inject, it } from "vitest";
import type { FieldProps, FormOfFields } from "~/components/ui/use-field";
import { language } from "~/messages/language";
import type { NavigationLink } from "~/navigation";

/** The kinds of fields, with what each needs besides its name and its label. */
const KINDS: Record<string, object> = {
  Checkbox: {},
  Field: {},
  FileField: {},
  Radios: { options: [{ value: "a", label: "A" }] },
  Select: { options: [{ value: "a", label: "A" }] },
  TextArea: {},
};

type Component = (props: object) => JSX.Element;
let parts: Record<string, Component> & { FormContext: { Provider: Component }; navigation: NavigationLink[] };

beforeAll(async () => {
  // The compiler of SolidStart's own build.
  const solid = createRequire(import.meta.resolve("@solidjs/start/config"))("vite-plugin-solid");
  const modules = Object.keys(KINDS).map((kind) => `export { ${kind} } from "~/components/ui/${kind}";`);
  const others = `
    export { FormContext } from "~/components/ui/use-field";
    export { default as Navigation } from "~/components/Navigation";
    export { navigation } from "~/navigation";
    export { RelativeTime } from "~/components/ui/RelativeTime";
    export { Router } from "@solidjs/router";`;
  const code = modules.join("\n") + others;
  const isEntry = (id: string) => id.endsWith("parts-of-this-test.ts");
  const entry: PluginOption = {
    name: "entry",
    resolveId: (id) => (isEntry(id) ? id : undefined),
    load: (id) => (isEntry(id) ? code : undefined),
  };
  const outDir = mkdtempSync(join(inject("folder"), "fields-"));
  await build({
    configFile: false,
    logLevel: "silent",
    plugins: [entry, solid({ ssr: true })],
    resolve: { alias: { "~": join(process.cwd(), "src") } },
    ssr: { external: ["solid-js"] },
    build: { ssr: "parts-of-this-test.ts", outDir, rolldownOptions: { output: { entryFileNames: "parts.mjs" } } },
  });
  parts = await import(/* @vite-ignore */ join(outDir, "parts.mjs"));
});

/** The elements of a field in a form that says this of it: their attributes. */
function elementsOf(kind: string, errors: Record<string, string>, more: Partial<FieldProps> = {}) {
  const form: FormOfFields = { errors: () => errors, sent: () => undefined, names: () => [], add() {} };
  const html = renderToString(() =>
    createComponent(parts.FormContext.Provider, {
      value: form,
      get children() {
        return createComponent(parts[kind] as Component, { name: "size", label: "Size", ...KINDS[kind], ...more });
      },
    }),
  );
  return elementsIn(html);
}

function elementsIn(html: string) {
  return Array.from(html.matchAll(/<\w+([^>]*)>([^<]*)/g), ([, inside = "", text = ""]): Record<string, string> => {
    const attributes = inside.matchAll(/ ([\w-]+)="([^"]*)"/g);
    return { ...Object.fromEntries(Array.from(attributes, ([, name, value]) => [name, value])), text };
  });
}

it.each(Object.keys(KINDS))("a field is described by its hint and its error, which is an alert: %s", (kind) => {
  const elements = elementsOf(kind, { size: "Wrong." }, { hint: "A hint." });
  const [control, ...others] = elements.filter((each) => each["aria-invalid"] === "true");
  expect([control?.role === "radiogroup" || control?.name === "size", others]).toEqual([true, []]);
  const described = control?.["aria-describedby"]?.split(" ").map((id) => elements.find((each) => each.id === id));
  expect(described).toMatchObject([{ role: "alert", text: "Wrong." }, { text: "A hint." }]);
  // While nothing is wrong, it is neither invalid nor described.
  const plain = elementsOf(kind, {});
  expect(plain.filter((each) => each["aria-invalid"] === "false")).toHaveLength(1);
  for (const each of plain) expect([each.role === "alert", each["aria-describedby"]]).toEqual([false, undefined]);
});

it("a time is told by hours and days that have passed: 25 hours ago can be the day before yesterday", () => {
  const iso = new Date(Date.now() - 25 * 60 * 60_000).toISOString();
  const html = renderToString(() => createComponent(parts.RelativeTime as Component, { iso }));
  expect(html).toContain(new Intl.RelativeTimeFormat(language(), { numeric: "always" }).format(-1, "day"));
});

it("the header's link to the page itself is the current one, and no other", () => {
  const { navigation, Navigation, Router } = parts;
  navigation.splice(0, Infinity, { href: "/here", label: "Here" }, { href: "/there", label: "There" });
  const root = () => createComponent(Navigation as Component, { hasUser: true });
  const event = { request: new Request("http://localhost/here"), locals: {} } as unknown as RequestEvent;
  const html = provideRequestEvent(event, () =>
    renderToString(() => createComponent(Router as Component, { url: "/here", root })),
  );
  const links = elementsIn(html).filter(({ href }) => href);
  expect(links.map(({ href, "aria-current": current }) => [href, current])).toEqual([
    ["/here", "page"],
    ["/there", undefined],
  ]);
});
