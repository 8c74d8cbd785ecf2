// The recipe for an upload, tried in a browser. The copy that recipes.spec.ts builds has it.

import type { Page } from "@playwright/test";
import { clientOf } from "../../../../tests/support/client.ts";
import { expect, insertSession, rows } from "../../../../tests/support/test.ts";
import { actionAt, htmlOf, sendAs } from "./forms.ts";
import type { RecipeTest } from "./recipe-test.ts";

const PAGE = "/protected/photo";
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
  "base64",
);

async function save(page: Page, buffer: Buffer, name = "me.png"): Promise<void> {
  await page.getByLabel("Photo").setInputFiles({ name, mimeType: "image/png", buffer });
  await page.getByRole("button", { name: "Save photo" }).click();
}

export function testUploads(test: RecipeTest): void {
  test("upload: a photo is shown, and a file that is none is refused at its field", async ({
    page,
    app,
    user: { id },
  }) => {
    await page.goto(PAGE);
    const field = page.getByLabel("Photo");
    const hint =
      "A PNG or a JPEG of at most 900 kB. What the camera has written into it, such as the place, stays in it.";
    const noPhoto = "A photo has to be a PNG or a JPEG.";
    for (const [buffer, text] of [
      [Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`), noPhoto],
      [Buffer.from([0x89, 0x50, 0x4e, 0x47]), noPhoto],
      [Buffer.alloc(0), "Please choose a file."],
      [Buffer.concat([PIXEL, Buffer.alloc(901 * 1024)]), "A photo has at most 900 kB."],
    ] as const) {
      await save(page, buffer);
      await expect(field).toHaveAccessibleDescription(`${text} ${hint}`);
    }
    expect(rows(app, "Photo", "userId", id)).toEqual([]);
    await save(page, PIXEL, "../../<b>me.html");
    const photo = page.getByRole("img", { name: "You" });
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
    const before = await photo.getAttribute("src");
    await save(page, PIXEL);
    await expect(photo).not.toHaveAttribute("src", before ?? "");
    expect(rows(app, "Photo", "userId", id)).toHaveLength(1);
  });

  test("upload: a large body is read as a user's form with a file, and else never", async ({ app }) => {
    const user = await insertSession(app);
    const url = await actionAt(app, user, PAGE, "Save photo");
    const file = new FormData();
    file.set("photo", new Blob([PIXEL, Buffer.alloc(800 * 1024)], { type: "image/png" }), "me.png");
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
    const file = new FormData();
    file.set("photo", new Blob([PIXEL, "<script>alert(1)</script>"], { type: "image/png" }), "me.png");
    await sendAs(app, user, await actionAt(app, user, PAGE, "Save photo"), file);
    const [, source = ""] = (await htmlOf(app, user, PAGE)).match(/src="(\/protected\/photo\/[\da-f-]{36})"/) ?? [];
    expect(Object.fromEntries((await clientOf(app, user).get(source)).headers)).toMatchObject({
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
}
