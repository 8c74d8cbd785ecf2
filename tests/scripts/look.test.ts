// Mails, icons and the page of last resort have the colours of src/app.css, the logo of src/mark.svg, and the name of
// app.config.ts. The files are generated from them.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import appConfig from "../../app.config.ts";
import { areIconsFresh, iconPictures, iconTexts, manifestWith } from "../../scripts/icons.ts";
import { readLook } from "../../scripts/look.ts";
import { errorResponse } from "../../src/server/http/error-page.ts";
import { openApplication } from "../support/request";

const root = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path));
const look = readLook(read("src/app.css").toString());

describe("the tokens of src/app.css", () => {
  const NEEDED = "background foreground card primary primary-foreground muted-foreground border on-mark".split(" ");
  const needed = NEEDED.map((name) => `  --color-${name}: #abcdef;`).join("\n");
  const sheet = (declarations = "") => `@theme {\n${declarations}\n  --radius: 8px;\n${needed}\n}`;

  it("the tokens are read in both schemes, in any notation of CSS, through other tokens, over several lines", () => {
    const { light, dark } = readLook(
      sheet(`--color-one: light-dark(oklch(1 0 0), oklch(0 0 0));
        /* --color-one: red; and --color-two: red; */
        --color-two: light-dark(
          rgb(1, 2, 3),
          var(--color-one)
        );
        --color-three: rebeccapurple;
        --color-four: var(--color-one);`),
    );
    const ofLight = { one: "#ffffff", two: "#010203", three: "#663399", four: "#ffffff" };
    expect(light).toMatchObject({ ...ofLight, background: "#abcdef" });
    expect(dark).toMatchObject({ one: "#000000", two: "#000000", three: "#663399", four: "#000000" });
  });

  it("values that only browsers understand are allowed, unless mails and icons need them: the error then names the token", () => {
    expect(readLook(sheet("--color-ring: color-mix(in oklch, red, blue);")).declarations).toContain("color-mix");
    expect(() => readLook(sheet("--color-muted-foreground: color-mix(in oklch, red, blue);"))).toThrow(
      "src/app.css: --color-muted-foreground is color-mix(in oklch, red, blue).",
    );
    expect(() => readLook(sheet().replace("--color-primary:", "--color-brand:"))).toThrow("--color-primary is missing");
  });
});

it("a mail has the colours of the tokens, light and dark, and no others, their font and their radius", async () => {
  const { mailbox } = await openApplication();
  const { sendSecurityMail } = await import("~/server/mail");
  await sendSecurityMail("ada@example.com", "A passkey was added", "https://app.example.com/account");
  const html = mailbox.mails[0]?.html ?? "";
  const colors = html.match(/#[\da-f]{3,8}\b/g) ?? [];
  expect(colors).toContain(look.light.primary);
  expect(html).toContain(`font:16px/1.5 ${look.font};`);
  expect(html).toContain(`border-radius:${look.radius}px`);
  const known = [...Object.values(look.light), ...Object.values(look.dark)];
  expect(colors.filter((color) => !known.includes(color))).toEqual([]);
});

it("the error page of last resort has the colours of the tokens, and its policy allows its stylesheet", async () => {
  const request = new Request("https://app.example.com/%ff", { headers: { accept: "text/html" } });
  const response = errorResponse(request, 400);
  const html = await response.text();
  const style = /<style>(.*)<\/style>/s.exec(html)?.[1] ?? "";
  const hash = createHash("sha256").update(style).digest("base64");
  expect(response.headers.get("content-security-policy")).toContain(`'sha256-${hash}'`);
  expect(style).toContain(`light-dark(${look.light.background}, ${look.dark.background})`);
});

describe("the generated files", () => {
  const mend =
    "delete it and run `npm run build`, which writes it; if this is a picture of your own, take its line out of scripts/icons.ts";
  it("the texts match the logo, the colours and the name, so no command writes them again", () => {
    const manifest = JSON.parse(read("public/site.webmanifest").toString());
    expect(manifest, mend).toMatchObject({ name: appConfig.name, theme_color: look.light.background });
    const texts = Object.entries(iconTexts());
    expect(
      texts.flatMap(([path, text]) => (read(path).toString() === text ? [] : path)),
      mend,
    ).toEqual([]);
    expect(areIconsFresh()).toBe(true);
  });

  it("the manifest keeps what an owner adds to it, and how it is written", () => {
    const written = { name: "Mine" };
    const own = '{ "name": "Mine", "categories": ["productivity"] }';
    expect(manifestWith(written, own)).toBe(own);
    expect(JSON.parse(manifestWith({ name: "Ours" }, own))).toEqual({ name: "Ours", categories: ["productivity"] });
  });

  it("the pictures show the logo in its colours", async () => {
    const pictures = Object.entries(await iconPictures());
    expect(pictures.length).toBeGreaterThan(0);
    expect(
      pictures.flatMap(([path, picture]) => (read(path).equals(picture) ? [] : path)),
      mend,
    ).toEqual([]);
  });
});
