// The recipe for an upload. The copy that recipes.spec.ts builds has it.

import { clientOf } from "../../../../tests/support/client.ts";
import { type App, expect, insertSession, rows, type SignedInUser } from "../../../../tests/support/test.ts";
import { actionAt, htmlOf, sendAs } from "./forms.ts";
import { test } from "./test.ts";

const PAGE = "/protected/photo";
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
  "base64",
);

function fileOf(parts: BlobPart[], name = "me.png"): FormData {
  const form = new FormData();
  form.set("photo", new Blob(parts, { type: "image/png" }), name);
  return form;
}

/** @returns where the user's photo is */
const sourceOf = async (app: App, user: SignedInUser) =>
  (await htmlOf(app, user, PAGE)).match(/src="(\/protected\/photo\/[\da-f-]{36})"/)?.[1] ?? "";

test("upload: a photo takes the place of the one before, and a file that is none is refused", async ({ app }) => {
  const user = await insertSession(app);
  const url = await actionAt(app, user, PAGE, "Save photo");
  const save = (parts: BlobPart[], name?: string) =>
    sendAs(app, user, url, fileOf(parts, name), { origin: app.origin, accept: "text/html" });
  const noPhoto = "A photo has to be a PNG or a JPEG.";
  for (const [parts, text] of [
    [[`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`], noPhoto],
    [[Buffer.from([0x89, 0x50, 0x4e, 0x47])], noPhoto],
    [[], "Please choose a file."],
    [[PIXEL, Buffer.alloc(901 * 1024)], "A photo has at most 900 kB."],
  ] as const) {
    const answer = await save([...parts]);
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(text)]);
  }
  expect(rows(app, "Photo", "userId", user.id)).toEqual([]);
  await save([PIXEL], "../../<b>me.html");
  const before = await sourceOf(app, user);
  await save([PIXEL]);
  expect(await sourceOf(app, user)).not.toBe(before);
  expect(rows(app, "Photo", "userId", user.id)).toHaveLength(1);
});

test("upload: a large body is read as a user's form with a file, and else never", async ({ app }) => {
  const user = await insertSession(app);
  const url = await actionAt(app, user, PAGE, "Save photo");
  const file = fileOf([PIXEL, Buffer.alloc(800 * 1024)]);
  expect((await sendAs(app, undefined, url, file)).status).toBe(413);
  expect((await sendAs(app, { ...user, sessionToken: "invented" }, url, file)).status).toBe(413);
  expect((await sendAs(app, user, url, { photo: "x".repeat(100 * 1024) })).status).toBe(413);
  for (const path of ["/api/webhook", "/api/auth/signin/email", "/api/theme"])
    expect((await sendAs(app, user, path, file)).status, path).toBe(413);
  expect(rows(app, "Photo", "userId", user.id)).toEqual([]);
  expect((await sendAs(app, user, url, file)).status).toBeLessThan(400);
  expect(rows(app, "Photo", "userId", user.id)).toHaveLength(1);
});

test("upload: a photo is served as a picture, to its own user, and by no path", async ({ app }) => {
  const user = await insertSession(app);
  const file = fileOf([PIXEL, "<script>alert(1)</script>"]);
  await sendAs(app, user, await actionAt(app, user, PAGE, "Save photo"), file);
  const source = await sourceOf(app, user);
  const photo = await clientOf(app, user).get(source);
  expect(photo.body).toMatch(/PNG.*<script>alert/s);
  expect(Object.fromEntries(photo.headers)).toMatchObject({
    "content-type": "image/png",
    "content-disposition": "inline",
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-cache",
  });
  for (const path of ["x", "..%2f..%2f.env"])
    expect((await clientOf(app, user).get(`${PAGE}/${path}`)).status, path).toBe(404);
  expect((await clientOf(app, await insertSession(app)).get(source)).status).toBe(404);
  expect((await clientOf(app).get(source)).status).toBe(302);
});
