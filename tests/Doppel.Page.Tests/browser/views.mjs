// Every view, light and dark, narrow and wide: axe-core finds nothing, nothing is cut off, names are shown safely.
import { execFileSync } from "node:child_process";
import { linkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { browse, check, equal, idle, judge, open, ready, serve, state, test, until } from "./harness.mjs";
import { draw, sounding } from "./pictures.mjs";

await test("views", async (context) => {
  const root = context.folder("files");
  const browser = await browse(context);
  const [picture, other] = await draw(browser, 2, { seed: 5 });
  const put = (content, ...names) =>
    names.forEach((name, age) => {
      const path = join(root, name);
      context.folder("files", ...name.split("/").slice(0, -1));
      writeFileSync(path, content);
      utimesSync(path, 1.5e9 + age * 100, 1.5e9 + age * 100);
    });
  put(picture, "a/photo.jpg", "b/line\nbreak.jpg", "b/turned\u202egpj.exe.jpg", `c/${"long ".repeat(45)}.jpg`);
  put(other, "עברית/תמונה.jpg", "b/תמונה.jpg");
  put("plain text\n".repeat(2000), "a/text.txt", "b/text.txt");
  put("<script>document.title = 'changed'</script>", "a/page.html", "b/page.html");
  put(`<svg xmlns="http://www.w3.org/2000/svg"><script>fetch("/")</script></svg>`, "a/drawing.svg", "b/drawing.svg");
  put(sounding("Waves"), "a/sound.wav", "b/sound.wav");
  put(Buffer.from([0, 1, 2, 3]), "a/unknown.bin", "b/unknown.bin");
  put("linked", "a/linked.bin", "b/linked.bin");
  linkSync(join(root, "a/linked.bin"), join(root, "c/another name.bin"));
  linkSync(join(root, "a/linked.bin"), join(context.folder("elsewhere"), "not searched.bin"));
  put("accents as characters of their own", "a/re\u0301sume\u0301.dat", "b/re\u0301sume\u0301.dat");
  put("letters with accents", "a/r\u00e9sum\u00e9 2.dat", "b/r\u00e9sum\u00e9 2.dat");
  put(Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic"), Buffer.alloc(64)]), "a/raw.heic", "b/raw.heic");

  const server = await serve(context, [root]);
  const page = await open(context, browser, server.address);
  await ready(page);

  const search = page.getByRole("searchbox");
  const show = async (text, name) => {
    await search.fill(text);
    await page.locator(".group h2", { hasText: name }).waitFor();
  };

  await judge(page, "the list");
  await show("photo.jpg", "photo.jpg");
  await page.locator(".known").getByText("320 × 240").waitFor();
  await judge(page, "identical pictures");
  const names = await page.locator(".copy-name").allInnerTexts();
  check(names.some((name) => name.includes("line\\nbreak")), `A line break is not escaped: ${JSON.stringify(names)}`);
  check(names.every((name) => !/[\u0000-\u001f\u202a-\u202e\u2066-\u2069]/.test(name)), "A name holds a control character.");

  await page.locator(".folder summary").first().click();
  await page.getByRole("button", { name: "Always keep" }).first().waitFor();
  await judge(page, "the rules of a folder");
  await page.getByRole("button", { name: "Always keep" }).first().click();
  await until(async () => (await state(page)).rules.always.length === 1, "the folder has a rule");
  await idle(page);
  await judge(page, "a folder that is always kept");
  await page.getByRole("button", { name: /^Always keep a/ }).click();
  await until(async () => (await state(page)).rules.always.length === 0, "the folder has no rule");
  await idle(page);

  await show("עברית", "תמונה");
  await judge(page, "a name from right to left");
  for (const [name, kind] of [["text.txt", "text"], ["page.html", "HTML"], ["drawing.svg", "SVG"]]) {
    await show(name, name);
    await page.locator(".preview pre").waitFor();
    await judge(page, kind);
  }
  equal(await page.title(), "Doppel", "the title");
  await show("sound.wav", "sound.wav");
  await until(() => page.evaluate(() => document.querySelector("audio")?.duration > 0), "the sound can be played");
  await judge(page, "sound");
  await show("unknown.bin", "unknown.bin");
  await page.getByText("There is no preview").waitFor();
  await judge(page, "a file without a preview");
  await show("linked.bin", "linked.bin");
  const links = page.locator(".copy", { hasText: "3 hard links, 1 of them elsewhere" });
  await links.getByText("c/another name.bin").waitFor();
  await show("raw.heic", "raw.heic");
  await page.getByText("The browser cannot show this format").first().waitFor();
  await judge(page, "a picture that the browser cannot show");
  for (const typed of ["R\u00c9SUM\u00c9", "re\u0301sume\u0301"]) {
    await search.fill(typed);
    await until(async () => (await page.locator(".filter-count").innerText()) === "2 groups match", "accents in both forms");
  }
  await search.fill("no such name");
  await page.getByText("No group matches.").waitFor();
  await judge(page, "an empty list");
  await search.fill("");
  await ready(page);
  await page.keyboard.press("Escape");

  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Help" }).waitFor();
  await judge(page, "the help");
  await page.keyboard.press("Escape");
  await page.keyboard.press("r");
  await page.getByRole("dialog", { name: "Review the plan" }).waitFor();
  await judge(page, "the plan");
  await page.getByRole("button", { name: /^Move/ }).click();
  await page.getByRole("dialog", { name: /^Done: / }).waitFor();
  await judge(page, "the result");
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("heading", { name: "All duplicates are in the trash" }).waitFor();
  await judge(page, "the end");
  page.checkFaults();

  await server.stop();
  await page.getByText("The program has stopped").waitFor();
  await judge(page, "a program that has stopped");
});
