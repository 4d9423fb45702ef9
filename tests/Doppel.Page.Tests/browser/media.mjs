// Media with the same sound or picture: the tags that differ are shown, pictures are compared, sound has its waveform and
// film its stills. Choosing, the trash and undo work as for identical files.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { access, browse, check, digest, equal, idle, open, ready, serve, state, test, until } from "./harness.mjs";
import { draw, film, raw, sounding, tagged } from "./pictures.mjs";

await test("media", async (context) => {
  const root = context.folder("media");
  const browser = await browse(context);
  const [picture, other] = await draw(browser, 2, { seed: 9 });
  const put = (name, content) => writeFileSync(join(root, name), content);
  put("lake.jpg", tagged(picture, { description: "A lake", artist: "Ann" }));
  put("lake (1).jpg", tagged(picture, { description: "A lake in May", artist: "Ann" }));
  put("lake copy.jpg", tagged(picture, { description: "A lake in May", artist: "Ann" }));
  put("hill.jpg", tagged(other, { description: "A hill\u202e", artist: "Ann", orientation: 1 }));
  put("hill turned.jpg", tagged(other, { description: "A hill\u202e", artist: "Ann", orientation: 3 }));
  put("song.wav", sounding("Waves"));
  put("song 2.wav", sounding("Waves, live"));
  put("raw.nef", raw(other));
  put("raw copy.nef", raw(other));
  const recording = film();
  put("film.webm", recording);
  put("film copy.webm", recording);
  const before = digest(root);

  const server = await serve(context, [root], ["--media"]);
  const page = await open(context, browser, server.address);
  await ready(page);
  const now = await state(page);
  equal([now.found.groups, now.found.twins, now.found.copies, now.plan.files], [5, 3, 11, 6], "what was found");

  const show = async (text) => {
    await page.getByRole("searchbox").fill(text);
    await page.keyboard.press("Escape");
    await page.locator(".group h2", { hasText: text }).waitFor();
  };
  const table = async () => {
    await page.locator(".tags tbody tr").first().waitFor();
    return page.locator(".tags tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText)));
  };
  await show("lake");
  const lake = await table();
  equal(lake[0].slice(1).sort(), ["Copies 1, 2", "Copy 3"].sort(), "the columns: identical files share one");
  equal(lake.length, 2, `tags that differ: ${JSON.stringify(lake)}`);
  equal(lake[1].slice(1).sort(), ["A lake", "A lake in May"], "the values");
  // Two of the three have the same tags. If one of these stays, only the third loses something.
  const fates = async () => (await page.locator(".copy.goes .copy-file").allInnerTexts()).map((text) => text.split("\n").slice(2).join(" ").trim()).sort();
  const may = /A lake in May/.test(lake[1][1]) ? /\d/.exec(lake[0][1])[0] : /\d/.exec(lake[0][2])[0];
  await page.keyboard.press(may);
  const expected = [`Copy ${may} has all of its tags.`, `Would be lost with this copy descriptionA lake (copy ${may} has A lake in May)`];
  await until(async () => (await fates()).join() === expected.join(), `the cards say: ${expected}`);
  equal(await access(page), [], "what axe-core finds in the tags");
  await page.keyboard.press("u");
  await until(async () => (await state(page)).plan.byHand === 0, "the choice is undone");

  // Turned by its tags: the same picture data, other pixels.
  await show("hill");
  check(JSON.stringify(await table()).includes("180") || (await table()).length >= 2, "The orientation differs.");
  await page.keyboard.press("c");
  await page.getByRole("dialog", { name: "Compare pictures" }).waitFor();
  await page.getByText(/pixels differ/).waitFor();
  for (const mode of ["Blink", "Difference", "Side by side"]) {
    await page.getByRole("button", { name: mode }).click();
    equal(await access(page), [], `what axe-core finds in ${mode}`);
  }
  await page.getByRole("button", { name: "Blink" }).click();
  const hidden = () => page.locator(".compare img").evaluateAll((all) => all.map((one) => getComputedStyle(one).visibility).join());
  const seen = new Set();
  await until(async () => seen.add(await hidden()).size === 2, "one picture follows the other");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await show("lake");
  await page.getByRole("button", { name: "Compare" }).click();
  await page.getByText(/All [\d,]+ pixels are the same/).waitFor();
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    check(wide <= width, `The comparison is ${wide} pixels wide in a window of ${width}.`);
  }
  await page.getByRole("button", { name: "Close" }).click();

  await show("song");
  await page.locator(".waveform rect").first().waitFor();
  const bars = await page.locator(".waveform rect").evaluateAll((all) => all.map((one) => Number(one.getAttribute("height"))));
  check(bars[5] < bars[150] / 2 && bars[295] < bars[150] / 2, "The waveform is loudest in the middle, as the sound is.");
  await page.locator(".waveform").click({ position: { x: 200, y: 20 } });
  await until(() => page.evaluate(() => document.querySelector("audio").currentTime > 0.1), "a click goes to its place");
  equal((await table())[1].slice(1).sort(), ["Waves", "Waves, live"], "the titles");

  await show("film");
  // Stills are from the middle of six equal parts, and the brightness of a frame is its time. To the browser, the film
  // ends where its last frame begins.
  const still = ({ data }) => (data[3] === 255 ? Math.round((data[0] * 30) / 255) : -1);
  const frames = async () => {
    const pixels = await page.locator(".stills canvas").evaluateAll((all) =>
      all.map((one) => ({ data: [...one.getContext("2d").getImageData(20, 20, 1, 1).data] })),
    );
    return pixels.map(still);
  };
  await until(async () => (await frames()).filter((frame) => frame >= 0).length === 6, "six stills are shown");
  equal(await frames(), [2, 7, 12, 16, 21, 26], "the frames of the stills");
  equal(await access(page), [], "what axe-core finds in a film");

  // The browser cannot decode a raw photo, but the JPEG in it.
  await show("raw");
  await page.getByText("320 × 240, preview").waitFor();

  // Only media with other tags.
  await page.getByRole("searchbox").fill("");
  await page.getByRole("combobox", { name: "Tags" }).selectOption("1");
  await until(async () => (await page.locator(".filter-count").innerText()) === "3 groups match", "three groups have other tags");

  await page.keyboard.press("Escape");
  await page.keyboard.press("r");
  await page.getByRole("button", { name: "Move 6 files to the trash" }).click();
  await page.getByRole("dialog", { name: /^Done: / }).waitFor({ timeout: 300_000 });
  equal((await state(page)).lastRun.problemCount, 0, "problems of the run");
  equal(digest(root).length, 5, "files left");
  await page.getByRole("button", { name: "Undo the run" }).click();
  await page.getByRole("dialog", { name: /^Undone: / }).waitFor({ timeout: 300_000 });
  equal(digest(root), before, "files after the undo");
  await page.getByRole("button", { name: "Close" }).click();
  await idle(page);
  page.checkFaults();
});
