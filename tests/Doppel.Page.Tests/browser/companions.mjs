// A raw photo, its JPEG and their sidecars are one row and one card for each copy. What only informs is not a problem, and
// the trash and undo take the unit as one.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { access, browse, check, digest, equal, idle, judge, open, ready, serve, state, test } from "./harness.mjs";
import { draw, raw, tagged } from "./pictures.mjs";

await test("companions", async (context) => {
  const browser = await browse(context);
  const [picture, other, third] = await draw(browser, 3, { seed: 57 });
  for (const [copy, folder] of ["camera", "backup"].entries()) {
    const path = context.folder("photos", folder);
    const put = (name, content) => writeFileSync(join(path, name), content);
    put("P1.NEF", raw(picture));
    put("P1.JPG", picture);
    put("P1.xmp", "for both");
    put("tree.jpg", other);
    put("tree.xmp", `differs: ${copy}`);
    put("lake.jpg", tagged(third, copy === 0 ? { description: "A lake" } : { artist: "Ann" }));
  }
  const root = context.folder("photos");
  const before = digest(root);

  const server = await serve(context, [root], ["--media", "--if-tags-lost", "sidecar"]);
  const page = await open(context, browser, server.address);
  await ready(page);
  equal(
    (await page.locator(".row-title").allInnerTexts()).map((text) => text.trim()).sort(),
    ["P1.NEF + JPG, xmp", "lake.jpg", "tree.jpg"],
    "the rows",
  );
  const { found, plan } = await state(page);
  equal([found.groups, plan.groups, plan.files], [3, 2, 4], "the groups, those with something to do, and the files");

  const show = async (text) => {
    await page.locator(".row", { hasText: text }).click();
    await page.locator(".group h2", { hasText: text }).waitFor();
  };
  const lines = async (selector) => (await page.locator(selector).allInnerTexts()).join("\n").split("\n").map((line) => line.trim());
  await show("P1.NEF");
  equal((await lines(".copy.goes .companions"))[0], "Companions that go with it", "what happens to the companions");
  equal((await lines(".copy.stays .companions"))[0], "Companions", "what is shown of those that stay");
  for (const name of ["P1.JPG", "P1.xmp"]) {
    check((await lines(".copy.goes .companions")).some((line) => line.startsWith(name)), `${name} is listed`);
  }
  equal(await page.locator(".why").count(), 0, "problems of a unit without one");
  await judge(page, "companions");

  // The unit whose sidecars differ stays, and says why.
  await show("tree.jpg");
  equal(await lines(".why"), ["its companion tree.xmp differs from the one beside the file that stays"], "the problem");

  // What is added to a sidecar is on the card of the copy that stays.
  await show("lake.jpg");
  await page.locator(".copy.stays .changes").waitFor();
  const gained = (await lines(".copy.stays .changes")).filter(Boolean);
  check(/^Added to its sidecar lake\.jpg\.xmp$/.test(gained[0]) && /^(artistAnn|descriptionA lake) \(from copy [12]\)$/.test(gained[1]), `what the sidecar gains: ${gained}`);
  equal(await access(page), [], "what axe-core finds in a card that gains tags");

  await page.keyboard.press("r");
  await page.getByRole("button", { name: "Move 4 files to the trash" }).click();
  await page.getByRole("dialog", { name: /^Done: / }).waitFor({ timeout: 300_000 });
  const after = digest(root).map((line) => line.split(" ")[0]);
  equal(after.filter((name) => name.includes("P1")).length, 3, "files of the unit that are left");
  check(after.some((name) => name.endsWith("/lake.jpg.xmp")), "the sidecar is made");
  await page.getByRole("button", { name: "Undo the run" }).click();
  await page.getByRole("dialog", { name: /^Undone: / }).waitFor({ timeout: 300_000 });
  equal(digest(root), before, "files after the undo");
  await page.getByRole("button", { name: "Close" }).click();
  await idle(page);
  page.checkFaults();
});
